// Puts the solver's table to the test: every position has a value of its own here, and whatever the table says of
// a position must be true of that value, however small the table is, while it grows, and with threads at it.
//
//   torture_table KEY_BITS BYTES KEYS THREADS [lines]
//
// With `lines` it is the table that knows positions by long hashes.

#include <cstdio>
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

#include "../../native/rng.hpp"
#include "../../native/solver/table.hpp"

using namespace plyground::solver;

int value_of(std::uint64_t key) {
    plyground::SplitMix64 random(key);
    return static_cast<int>(random.below(57)) - 28;
}

[[noreturn]] void fail(const char* what) {
    std::printf("WRONG %s\n", what);
    std::exit(1);
}

void is_true(const Bounds& said, std::uint64_t key) {
    const int value = value_of(key);
    if (said.low > value || said.high < value) fail("the table speaks of another position");
}

// Stands for the hash of a state of the lines: here of a key.
struct LongHash {
    LineHash operator()(std::uint64_t key) const {
        plyground::SplitMix64 random(key);
        return {random.next(), random.next()};
    }
};

template <class AnyTable, class Mix>
long hammer(AnyTable& table, const Mix& mix, const std::vector<std::uint64_t>& keys, std::uint64_t seed) {
    plyground::SplitMix64 random(seed);
    long found = 0;
    for (std::size_t turn = 0; turn < 4 * keys.size(); ++turn) {
        const std::uint64_t key = keys[random.below(keys.size())];
        const int value = value_of(key);
        if (const auto said = table.find(mix(key))) {
            is_true(*said, key);
            ++found;
        }
        const int below = static_cast<int>(random.below(4)), above = static_cast<int>(random.below(4));
        table.store(mix(key), {std::max(-31, value - below), std::min(31, value + above)}, 1 + random.below(100'000));
    }
    return found;
}

void mixing_is_reversible() {
    for (const int bits : {8, 12, 16}) {
        std::set<std::uint64_t> seen;
        for (std::uint64_t key = 0; key < std::uint64_t{1} << bits; ++key) {
            if (ReversibleHash{bits}(key) >> bits) fail("a hash has more bits than its key");
            seen.insert(ReversibleHash{bits}(key));
        }
        if (seen.size() != std::size_t{1} << bits) fail("two keys have the same hash");
    }
}

// Only an entry that makes room for another is lost, and none to growing.
template <class AnyTable, class Mix>
void growing_loses_nothing(AnyTable& table, const Mix& mix, const std::vector<std::uint64_t>& keys) {
    table.clear();
    const std::size_t before = table.bytes();
    for (std::size_t count = 1; count <= keys.size(); ++count) {
        const std::uint64_t key = keys[count - 1];
        table.store(mix(key), {value_of(key), value_of(key)}, 1);
        if (count % 16'384 && count != keys.size()) continue;
        std::size_t known = 0;
        for (std::size_t at = 0; at < count; ++at) known += table.find(mix(keys[at])).has_value();
        if (known != table.entries()) fail("an entry was lost");
    }
    std::printf("grew from %zu to %zu bytes, ", before, table.bytes());
    table.clear();
    for (const std::uint64_t key : keys)
        if (table.find(mix(key))) fail("a table that was cleared knows something");
}

template <class AnyTable, class Mix>
void torture(AnyTable& table, const Mix& mix, const std::vector<std::uint64_t>& keys, int threads) {
    table.clear();
    if (threads == 1) growing_loses_nothing(table, mix, keys);
    while (threads > 1 && table.can_grow()) table.grow();
    table.set_shared(threads > 1);
    std::vector<long> found(static_cast<std::size_t>(threads));
    std::vector<std::thread> others;
    for (int i = 0; i < threads; ++i)
        others.emplace_back([&, i] { found[static_cast<std::size_t>(i)] = hammer(table, mix, keys, 100 + i); });
    for (std::thread& other : others) other.join();
    long hits = 0;
    for (const long some : found) hits += some;
    std::printf("%zu keys, %ld found\n", keys.size(), hits);
}

int main(int count, char** words) {
    if (count != 5 && count != 6) return 2;
    const int bits = std::atoi(words[1]), threads = std::atoi(words[4]);
    mixing_is_reversible();
    std::vector<std::uint64_t> keys = {0};  // that of the empty board
    plyground::SplitMix64 random(7);
    while (keys.size() < std::strtoull(words[3], nullptr, 10))
        keys.push_back(random.next() >> (64 - bits));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (std::size_t i = keys.size() - 1; i > 0; --i) std::swap(keys[i], keys[random.below(i + 1)]);

    const Buckets buckets(std::strtoull(words[2], nullptr, 10), BoundsTable<ExactEntries<0>>::least_bits(bits));
    if (count == 6) {
        BoundsTable<LineEntries> table(buckets, bits);
        torture(table, LongHash(), keys, threads);
    } else {
        BoundsTable<ExactEntries<0>> table(buckets, bits);
        torture(table, ReversibleHash{bits}, keys, threads);
    }
}
