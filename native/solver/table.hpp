// The solver's transposition table: for each position, or state of the lines, the bounds of its value.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>

#include "../attributes.hpp"
#include "../zeroed_array.hpp"
#include "entries.hpp"
#include "position.hpp"

namespace plyground::solver {

// A cache line.
struct alignas(64) Bucket {
    std::array<std::uint64_t, 8> word;
};

// The buckets of a table. Several tables may take turns with them: each begins by clearing what it uses.
class Buckets {
public:
    // As many as fit, to a power of two, and `least` at least.
    Buckets(std::size_t max_bytes, int least_bits)
        : bits_(std::max(least_bits, static_cast<int>(std::bit_width(max_bytes / sizeof(Bucket))) - 1)),
          memory_((std::size_t{1} << bits_) + 1) {
        // The array may begin anywhere, but buckets must lie on cache lines.
        const auto start = reinterpret_cast<std::uintptr_t>(&memory_[0]);
        first_ = reinterpret_cast<Bucket*>((start + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket));
    }

    Bucket* first() const { return first_; }
    int bits() const { return bits_; }  // their number is 2 to the power of this

private:
    int bits_;
    ZeroedArray<Bucket> memory_;
    Bucket* first_;
};

// Threads read and write the words of a bucket without a lock, and never see half of one.
//
// The table starts small, because a small table lives in the processor's cache and is cleared in no time. When it
// fills, it doubles in place. `Format` says what an entry looks like: see entries.hpp.
template <class Format>
class BoundsTable {
public:
    using Hash = typename Format::Hash;

    // The buckets must outlive the table, which holds nothing before `clear` was called.
    BoundsTable(const Buckets& buckets, int key_bits)
        : format_(key_bits), last_index_bits_(buckets.bits()), buckets_(buckets.first()) {}

    static int least_bits(int key_bits) { return Format(key_bits).first_index_bits(); }

    void clear() {
        index_bits_ = format_.first_index_bits();
        used_ = 0;
        std::memset(static_cast<void*>(buckets_), 0, sizeof(Bucket) << index_bits_);
    }

    std::size_t bytes() const { return sizeof(Bucket) << index_bits_; }
    std::size_t entries() const { return used_; }

    PLYGROUND_HOT void prefetch(const Hash& hash) const { plyground::prefetch(&bucket(hash)); }

    PLYGROUND_HOT std::optional<Bounds> find(const Hash& hash) const {
        const Bucket& here = bucket(hash);
        for (int slot = 0; slot < slots; ++slot)
            if (const Entry entry = load(here, slot); format_.is_of(entry, hash)) return format_.bounds_of(entry);
        return std::nullopt;
    }

    // Adds bounds to what is known of a position; `nodes` is the work that it took to learn them.
    PLYGROUND_HOT void store(const Hash& hash, Bounds bounds, std::uint64_t nodes) {
        Bucket& here = bucket(hash);
        std::uint64_t work = format_.work_of_nodes(nodes), least_work = ~std::uint64_t{0};
        int target = 0;
        for (int slot = 0; slot < slots; ++slot) {
            const Entry entry = load(here, slot);
            if (format_.is_empty(entry)) {
                target = slot;
                if (!shared_) ++used_;  // threads do not count together
                break;
            }
            if (format_.is_of(entry, hash)) {
                const Bounds known = format_.bounds_of(entry);
                bounds = {std::max(bounds.low, known.low), std::min(bounds.high, known.high)};
                work = std::max(work, format_.work_of(entry));
                target = slot;
                break;
            }
            if (format_.work_of(entry) < least_work) {
                least_work = format_.work_of(entry);
                target = slot;
            }
        }
        save(here, target, format_.entry_of(hash, bounds, work));
        if (used_ > max_used() && can_grow() && !shared_) [[unlikely]]
            grow();
    }

    // While threads share the table it keeps its size.
    void set_shared(bool shared) { shared_ = shared; }

    bool can_grow() const { return index_bits_ < last_index_bits_; }

    // Splits every bucket in two. Both are written as a whole, so the old content of the upper half does not matter.
    void grow() {
        const std::size_t count = std::size_t{1} << index_bits_;
        for (std::size_t index = 0; index < count; ++index) {
            const Bucket whole = buckets_[index];
            Bucket& lower = buckets_[index];
            Bucket& upper = buckets_[index + count];
            lower = upper = {};
            for (int in_lower = 0, in_upper = 0, slot = 0; slot < slots; ++slot) {
                const Entry entry = load(whole, slot);
                if (format_.is_empty(entry)) continue;
                if (format_.known_index_of(entry) & count) save(upper, in_upper++, entry);
                else save(lower, in_lower++, entry);
            }
        }
        ++index_bits_;
    }

private:
    using Entry = typename Format::Entry;
    static constexpr int words = std::tuple_size_v<Entry>, slots = std::tuple_size_v<decltype(Bucket::word)> / words;

    PLYGROUND_HOT static Entry load(const Bucket& from, int slot) {
        Entry entry;
        for (int i = 0; i < words; ++i) entry[i] = load(from.word[slot * words + i]);
        return entry;
    }
    PLYGROUND_HOT static void save(Bucket& to, int slot, const Entry& entry) {
        for (int i = 0; i < words; ++i) save(to.word[slot * words + i], entry[i]);
    }

#if defined(__GNUC__)
    static std::uint64_t load(const std::uint64_t& word) { return __atomic_load_n(&word, __ATOMIC_RELAXED); }
    static void save(std::uint64_t& word, std::uint64_t value) { __atomic_store_n(&word, value, __ATOMIC_RELAXED); }
#else
    static std::uint64_t load(const std::uint64_t& word) {
        return std::atomic_ref(const_cast<std::uint64_t&>(word)).load(std::memory_order_relaxed);
    }
    static void save(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }
#endif

    Bucket& bucket(const Hash& hash) const {
        return buckets_[format_.index_of(hash) & ((std::uint64_t{1} << index_bits_) - 1)];
    }

    // When six entries in ten are used, some buckets are full already.
    std::size_t max_used() const { return (std::size_t{slots} << index_bits_) / 10 * 6; }

    Format format_;
    int last_index_bits_, index_bits_ = 0;
    bool shared_ = false;
    std::size_t used_ = 0;
    Bucket* buckets_;
};

}  // namespace plyground::solver
