// What the table of the solver stores of a position, and how it tells positions apart: by the whole key, or by a long
// hash of what matters of them. A format has one or two words an entry, of which a bucket of the table has eight.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "../attributes.hpp"
#include "line_hash.hpp"
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

// The bounds of a value and the work that it took to learn them, in the lowest bits of a word. `work` is about the
// logarithm of the nodes: the entry with the least makes room for another.
//
//         ... +----------+-----------+---------+
//             | low + 32 | high + 32 |  work   |
//             |    6     |     6     | 4 to 12 |   bits
//         ... +----------+-----------+---------+
//
// This is never 0: no value is below -31.
class PackedBounds {
public:
    static constexpr int max_work_bits = 12;

    explicit constexpr PackedBounds(int work_bits) : work_bits_(work_bits) {}

    constexpr int bits() const { return 2 * bound_bits + work_bits_; }

    constexpr Bounds bounds_of(std::uint64_t word) const {
        return {static_cast<int>(word >> (work_bits_ + bound_bits) & bound_mask) - bound_offset,
                static_cast<int>(word >> work_bits_ & bound_mask) - bound_offset};
    }
    constexpr std::uint64_t work_of(std::uint64_t word) const { return word & low_bits(work_bits_); }

    constexpr std::uint64_t word_of(const Bounds& bounds, std::uint64_t work) const {
        return static_cast<std::uint64_t>(bounds.low + bound_offset) << (work_bits_ + bound_bits) |
               static_cast<std::uint64_t>(bounds.high + bound_offset) << work_bits_ | work;
    }

    // A number with six bits of exponent and six of mantissa; its lowest bits are left out where there is no room.
    constexpr std::uint64_t work_of_nodes(std::uint64_t nodes) const {
        constexpr int mantissa_bits = 6;
        constexpr std::uint64_t most = (1 << max_work_bits) - 1;
        const int width = std::bit_width(nodes);
        const std::uint64_t shifted =
            width > mantissa_bits ? nodes >> (width - mantissa_bits - 1) : nodes << (mantissa_bits + 1 - width);
        const std::uint64_t mantissa = shifted & ((1 << mantissa_bits) - 1);
        return std::min(most, static_cast<std::uint64_t>(width) << mantissa_bits | mantissa) >>
               (max_work_bits - work_bits_);
    }

private:
    static constexpr int bound_bits = 6, bound_offset = 32, bound_mask = (1 << bound_bits) - 1;

    int work_bits_;
};

// One word for a position, exact: the rest of its hash tells it from all others.
//
//      63                                                            0
//     +------------------------------+--------------------------------+
//     | hash without its lowest bits | low, high, work                |
//     | key_bits - first_index_bits  |                                |
//     +------------------------------+--------------------------------+
//
// `KeyBits` is the number of bits of a key, or 0 where it is known only at run time.
template <int KeyBits>
class ExactEntries {
public:
    using Hash = std::uint64_t;
    using Entry = std::array<std::uint64_t, 1>;

    explicit ExactEntries(int key_bits) : key_bits_(key_bits) {}

    // 512 buckets (32 KB) fit into the fastest cache. Keys of more than 49 bits (7x6) need 65,536 (4 MB), because the
    // bits that do not choose the bucket must fit into an entry.
    int first_index_bits() const { return key_bits() <= 49 ? 9 : 16; }

    static std::uint64_t index_of(Hash hash) { return hash; }
    // That of an entry, without the bits that were dropped.
    std::uint64_t known_index_of(const Entry& entry) const {
        return entry[0] >> packed().bits() << first_index_bits();
    }

    bool is_of(const Entry& entry, Hash hash) const { return entry[0] >> packed().bits() == tag_of(hash) && entry[0]; }
    static bool is_empty(const Entry& entry) { return !entry[0]; }
    Bounds bounds_of(const Entry& entry) const { return packed().bounds_of(entry[0]); }
    std::uint64_t work_of(const Entry& entry) const { return packed().work_of(entry[0]); }
    std::uint64_t work_of_nodes(std::uint64_t nodes) const { return packed().work_of_nodes(nodes); }
    Entry entry_of(Hash hash, const Bounds& bounds, std::uint64_t work) const {
        return {tag_of(hash) << packed().bits() | packed().word_of(bounds, work)};
    }

private:
    int key_bits() const { return KeyBits ? KeyBits : key_bits_; }
    std::uint64_t tag_of(Hash hash) const { return hash >> first_index_bits(); }
    PackedBounds packed() const {
        const PackedBounds bounds_alone(0);
        const int rest = 64 - bounds_alone.bits() - (key_bits() - first_index_bits());
        return PackedBounds(std::min(PackedBounds::max_work_bits, rest));
    }

    int key_bits_;
};

// Two words for a state of the lines, which is known by 104 bits of a hash:
//
//     first word:   the first word of the hash, xor the second word here
//
//      63                                   24                       0
//     +-------------------------------------+-------------------------+
//     | second word of the hash, upper bits | low, high, work         |
//     +-------------------------------------+-------------------------+
//
// Because of the xor an entry of which two threads wrote a half each is no position's.
class LineEntries {
public:
    using Hash = LineHash;
    using Entry = std::array<std::uint64_t, 2>;

    explicit LineEntries(int) {}

    static constexpr int first_index_bits() { return 9; }

    static std::uint64_t index_of(const Hash& hash) { return hash.second >> packed.bits(); }
    static std::uint64_t known_index_of(const Entry& entry) { return entry[1] >> packed.bits(); }

    static bool is_of(const Entry& entry, const Hash& hash) {
        return (entry[1] ^ hash.second) >> packed.bits() == 0 && (entry[0] ^ entry[1]) == hash.first && !is_empty(entry);
    }
    static bool is_empty(const Entry& entry) { return !entry[1]; }
    static Bounds bounds_of(const Entry& entry) { return packed.bounds_of(entry[1]); }
    static std::uint64_t work_of(const Entry& entry) { return packed.work_of(entry[1]); }
    static std::uint64_t work_of_nodes(std::uint64_t nodes) { return packed.work_of_nodes(nodes); }
    static Entry entry_of(const Hash& hash, const Bounds& bounds, std::uint64_t work) {
        const std::uint64_t second = hash.second >> packed.bits() << packed.bits() | packed.word_of(bounds, work);
        return {hash.first ^ second, second};
    }

private:
    static constexpr PackedBounds packed{PackedBounds::max_work_bits};
};

}  // namespace plyground::solver
