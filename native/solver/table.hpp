// The solver's transposition table: for each position the bounds of its value.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "../attributes.hpp"
#include "../zeroed_array.hpp"
#include "position.hpp"

namespace plyground::solver {

// Mixes the bits of a key. It is reversible: two keys never have the same hash. So the part of a hash that does not
// choose the bucket is enough to tell its position from all others.
struct ReversibleHash {
    int bits;  // of the key, and of the hash

    constexpr std::uint64_t operator()(std::uint64_t key) const {
        // Odd numbers, so that multiplying can be undone: 2^64 divided by the golden ratio, and degski's.
        constexpr std::uint64_t first = 0x9E3779B97F4A7C15, second = 0xD6E8FEB86659FD93;
        const std::uint64_t mask = low_bits(bits);
        key = (key * first) & mask;
        key ^= key >> (bits / 2 + 1);
        key = (key * second) & mask;
        return key ^ key >> (bits / 2);
    }
};

// A bucket is a cache line of eight entries. An entry is one word, so threads can read and write it without a lock and
// never see half of one:
//
//      63                                                            0
//     +------------------------------+----------+-----------+---------+
//     | hash without its lowest bits | low + 32 | high + 32 |  work   |
//     | key_bits - first_index_bits  |    6     |     6     | 4 to 12 |   bits
//     +------------------------------+----------+-----------+---------+
//
// `work` is about the logarithm of the nodes that it took to learn this: the entry with the least makes room.
// An entry of 0 is empty: low + 32 is never 0, because no value is below -31.
//
// The table starts small, because a small table lives in the processor's cache and is cleared in no time. When it
// fills, it doubles in place.
//
// `KeyBits` is the number of bits of a key, or 0 where it is known only at run time.
template <int KeyBits>
class BoundsTable {
public:
    BoundsTable(std::size_t max_bytes, int key_bits)
        : key_bits_(key_bits),
          last_index_bits_(std::max(first_index_bits(), static_cast<int>(std::bit_width(max_bytes / sizeof(Bucket))) - 1)),
          memory_((std::size_t{1} << last_index_bits_) + 1) {
        // The array may begin anywhere, but buckets must lie on cache lines.
        const auto start = reinterpret_cast<std::uintptr_t>(&memory_[0]);
        buckets_ = reinterpret_cast<Bucket*>((start + sizeof(Bucket) - 1) / sizeof(Bucket) * sizeof(Bucket));
        clear();
    }

    // The smallest table for keys of so many bits.
    static std::size_t min_bytes(int key_bits) { return sizeof(Bucket) << first_index_bits(key_bits); }

    void clear() {
        index_bits_ = first_index_bits();
        used_ = 0;
        std::memset(static_cast<void*>(buckets_), 0, sizeof(Bucket) << index_bits_);
    }

    std::size_t bytes() const { return sizeof(Bucket) << index_bits_; }
    std::size_t entries() const { return used_; }

    PLYGROUND_HOT void prefetch(std::uint64_t hash) const {
#if defined(__GNUC__)
        __builtin_prefetch(&bucket(hash));
#endif
    }

    PLYGROUND_HOT std::optional<Bounds> find(std::uint64_t hash) const {
        const Bucket& here = bucket(hash);
        const std::uint64_t tag = tag_of(hash);
        for (int slot = 0; slot < slots; ++slot) {
            const std::uint64_t entry = load(here.entry[slot]);
            if (entry >> info_bits() == tag && entry) return bounds_of(entry);
        }
        return std::nullopt;
    }

    // Adds bounds to what is known of a position; `nodes` is the work that it took to learn them.
    PLYGROUND_HOT void store(std::uint64_t hash, Bounds bounds, std::uint64_t nodes) {
        Bucket& here = bucket(hash);
        const std::uint64_t tag = tag_of(hash);
        std::uint64_t work = work_of(nodes), least_work = ~std::uint64_t{0};
        int target = 0;
        for (int slot = 0; slot < slots; ++slot) {
            const std::uint64_t entry = load(here.entry[slot]);
            if (!entry) {
                target = slot;
                if (!shared_) ++used_;  // threads do not count together
                break;
            }
            if (entry >> info_bits() == tag) {
                const Bounds known = bounds_of(entry);
                bounds = {std::max(bounds.low, known.low), std::min(bounds.high, known.high)};
                work = std::max(work, entry & work_mask());
                target = slot;
                break;
            }
            if ((entry & work_mask()) < least_work) {
                least_work = entry & work_mask();
                target = slot;
            }
        }
        save(here.entry[target], entry_of(tag, bounds, work));
        if (used_ > max_used() && can_grow() && !shared_) [[unlikely]]
            grow();
    }

    // While threads share the table it keeps its size.
    void set_shared(bool shared) { shared_ = shared; }

    bool can_grow() const { return index_bits_ < last_index_bits_; }

    // Splits every bucket in two. Both are written as a whole, so the old content of the upper half does not matter.
    void grow() {
        const std::size_t count = std::size_t{1} << index_bits_;
        const int deciding_bit = info_bits() + index_bits_ - first_index_bits();
        for (std::size_t index = 0; index < count; ++index) {
            std::uint64_t* const lower = buckets_[index].entry;
            std::uint64_t* const upper = buckets_[index + count].entry;
            for (int in_lower = 0, in_upper = 0, slot = 0; slot < slots; ++slot) {
                const std::uint64_t entry = lower[slot];
                lower[slot] = upper[slot] = 0;
                if (entry) (entry >> deciding_bit & 1 ? upper[in_upper++] : lower[in_lower++]) = entry;
            }
        }
        ++index_bits_;
    }

private:
    static constexpr int slots = 8;
    static constexpr int bound_bits = 6, bound_offset = 32, bound_mask = (1 << bound_bits) - 1;
    static constexpr int max_work_bits = 12;

    struct alignas(64) Bucket {
        std::uint64_t entry[slots];
    };

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

    // 512 buckets (32 KB) fit into the fastest cache. Keys of more than 49 bits (7x6) need 65,536 (4 MB), because the
    // bits that do not choose the bucket must fit into an entry.
    static constexpr int first_index_bits(int key_bits) { return key_bits <= 49 ? 9 : 16; }

    int key_bits() const { return KeyBits ? KeyBits : key_bits_; }
    int first_index_bits() const { return first_index_bits(key_bits()); }
    int work_bits() const { return std::min(max_work_bits, 64 - 2 * bound_bits - (key_bits() - first_index_bits())); }
    int info_bits() const { return 2 * bound_bits + work_bits(); }
    std::uint64_t work_mask() const { return (std::uint64_t{1} << work_bits()) - 1; }

    std::uint64_t tag_of(std::uint64_t hash) const { return hash >> first_index_bits(); }
    Bucket& bucket(std::uint64_t hash) const { return buckets_[hash & ((std::uint64_t{1} << index_bits_) - 1)]; }

    // When six entries in ten are used, some buckets are full already.
    std::size_t max_used() const { return (std::size_t{slots} << index_bits_) / 10 * 6; }

    Bounds bounds_of(std::uint64_t entry) const {
        return {static_cast<int>(entry >> (work_bits() + bound_bits) & bound_mask) - bound_offset,
                static_cast<int>(entry >> work_bits() & bound_mask) - bound_offset};
    }

    std::uint64_t entry_of(std::uint64_t tag, const Bounds& bounds, std::uint64_t work) const {
        return tag << info_bits() | static_cast<std::uint64_t>(bounds.low + bound_offset) << (work_bits() + bound_bits) |
               static_cast<std::uint64_t>(bounds.high + bound_offset) << work_bits() | work;
    }

    // A number with six bits of exponent and six of mantissa; its lowest bits are left out where there is no room.
    std::uint64_t work_of(std::uint64_t nodes) const {
        constexpr int mantissa_bits = 6;
        constexpr std::uint64_t most = (1 << max_work_bits) - 1;
        const int width = std::bit_width(nodes);
        const std::uint64_t shifted =
            width > mantissa_bits ? nodes >> (width - mantissa_bits - 1) : nodes << (mantissa_bits + 1 - width);
        const std::uint64_t mantissa = shifted & ((1 << mantissa_bits) - 1);
        return std::min(most, static_cast<std::uint64_t>(width) << mantissa_bits | mantissa) >>
               (max_work_bits - work_bits());
    }

    int key_bits_, last_index_bits_, index_bits_ = 0;
    bool shared_ = false;
    std::size_t used_ = 0;
    ZeroedArray<Bucket> memory_;
    Bucket* buckets_;
};

}  // namespace plyground::solver
