// What the solver remembers of positions: bounds of their value. Eight entries share a cache line; an entry
// is one word, so threads may read and write as they like and never meet half of one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "inline.hpp"
#include "memory.hpp"

namespace plyground::solver {

struct Bounds {
    int low, high;
};

// Reversible: two keys never have the same hash, so what is left of a hash besides the bucket names the
// position exactly.
struct Mixer {
    int bits;

    constexpr std::uint64_t operator()(std::uint64_t key) const {
        const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
        key = (key * 0x9E3779B97F4A7C15u) & mask;
        key ^= key >> (bits / 2 + 1);
        key = (key * 0xD6E8FEB86659FD93u) & mask;
        return key ^ key >> (bits / 2);
    }
};

// Starts small, because a small table lives in the processor's cache and takes no time to empty, and doubles
// in place when it fills.
//
// `KeyBits` is how many bits a key has, or 0 where that is known only when the program runs.
template <int KeyBits>
class Table {
public:
    Table(std::size_t bytes, int key_bits)
        : key_bits_(key_bits),
          last_bits_(std::max(first_bits(), static_cast<int>(std::bit_width(bytes / sizeof(Bucket))) - 1)),
          memory_((std::size_t{1} << last_bits_) + 1) {
        // An array is not always laid out by cache lines.
        const auto start = reinterpret_cast<std::uintptr_t>(&memory_[0]);
        buckets_ = reinterpret_cast<Bucket*>((start + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket));
        clear();
    }

    // The smallest there can be, for keys of so many bits.
    static std::size_t least_bytes(int key_bits) { return sizeof(Bucket) << bits_at_first(key_bits); }

    void clear() {
        bits_ = first_bits();
        used_ = 0;
        std::memset(static_cast<void*>(buckets_), 0, sizeof(Bucket) << bits_);
    }

    std::size_t bytes() const { return sizeof(Bucket) << bits_; }
    std::size_t entries() const { return used_; }

    PLYGROUND_HOT void prefetch(std::uint64_t hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(hash));
#endif
    }

    // What is known of a position, or the bounds given.
    PLYGROUND_HOT Bounds find(std::uint64_t hash, Bounds otherwise) const {
        const Bucket& here = bucket(hash);
        const std::uint64_t name = named(hash);
        for (int place = 0; place < ways; ++place) {
            const std::uint64_t entry = load(here.entry[place]);
            if (entry >> info_bits() == name && entry) return bounds(entry);
        }
        return otherwise;
    }

    // `work` is what it took to learn this: the entry that took least makes room.
    PLYGROUND_HOT void store(std::uint64_t hash, Bounds value, std::uint64_t work) {
        Bucket& here = bucket(hash);
        const std::uint64_t name = named(hash);
        std::uint64_t weight = weighed(work), least = ~std::uint64_t{0};
        int place = 0;
        for (int i = 0; i < ways; ++i) {
            const std::uint64_t entry = load(here.entry[i]);
            if (!entry) {
                place = i;
                if (!fixed_) ++used_;  // threads do not count together
                break;
            }
            if (entry >> info_bits() == name) {
                const Bounds known = bounds(entry);
                value = {std::max(value.low, known.low), std::min(value.high, known.high)};
                weight = std::max(weight, entry & low_work());
                place = i;
                break;
            }
            if ((entry & low_work()) < least) {
                least = entry & low_work();
                place = i;
            }
        }
        save(here.entry[place], name << info_bits() | static_cast<std::uint64_t>(value.low + offset) << (work_bits() + 6) |
                                    static_cast<std::uint64_t>(value.high + offset) << work_bits() | weight);
        if (used_ > enough() && may_grow() && !fixed_) [[unlikely]]
            grow();
    }

    // While threads share the table it keeps its size.
    void fix(bool fixed) { fixed_ = fixed; }

    bool may_grow() const { return bits_ < last_bits_; }

    // Every bucket becomes two. Both are written whole: what lay in the upper half before does not matter.
    void grow() {
        const std::size_t count = std::size_t{1} << bits_;
        const int deciding = info_bits() + bits_ - first_bits();
        for (std::size_t index = 0; index < count; ++index) {
            std::uint64_t* const staying = buckets_[index].entry;
            std::uint64_t* const going = buckets_[index + count].entry;
            for (int stay = 0, go = 0, place = 0; place < ways; ++place) {
                const std::uint64_t entry = staying[place];
                staying[place] = going[place] = 0;
                if (entry) (entry >> deciding & 1 ? going[go++] : staying[stay++]) = entry;
            }
        }
        ++bits_;
    }

private:
    static constexpr int bits_at_first(int key_bits) { return key_bits <= 49 ? 9 : 16; }
    static constexpr int ways = 8, offset = 32;  // no value is below -31, so no entry is 0

    struct alignas(64) Bucket {
        std::uint64_t entry[ways];
    };

#if defined(__GNUC__)
    static std::uint64_t load(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void save(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }
#else
    static std::uint64_t load(const volatile std::uint64_t& word) { return word; }
    static void save(volatile std::uint64_t& word, std::uint64_t value) { word = value; }
#endif

    int key_bits() const { return KeyBits ? KeyBits : key_bits_; }
    int first_bits() const { return bits_at_first(key_bits()); }
    int work_bits() const { return std::min(12, 64 - 12 - (key_bits() - first_bits())); }
    int info_bits() const { return 12 + work_bits(); }
    std::uint64_t low_work() const { return (std::uint64_t{1} << work_bits()) - 1; }
    std::uint64_t named(std::uint64_t hash) const { return hash >> first_bits(); }
    std::size_t enough() const { return (std::size_t{ways} << bits_) / 10 * 6; }
    Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & ((std::uint64_t{1} << bits_) - 1)]; }

    Bounds bounds(std::uint64_t entry) const {
        return {static_cast<int>(entry >> (work_bits() + 6) & 63) - offset, static_cast<int>(entry >> work_bits() & 63) - offset};
    }

    // Six bits of logarithm, six of what follows: as much of it as there is room for.
    std::uint64_t weighed(std::uint64_t work) const {
        const int width = std::bit_width(work);
        const std::uint64_t rest = (width > 6 ? work >> (width - 7) : work << (7 - width)) & 63;
        return std::min<std::uint64_t>(4095, static_cast<std::uint64_t>(width) << 6 | rest) >> (12 - work_bits());
    }

    int key_bits_, last_bits_, bits_ = 0;
    bool fixed_ = false;
    std::size_t used_ = 0;
    ZeroedArray<Bucket> memory_;
    Bucket* buckets_;
};

}  // namespace plyground::solver
