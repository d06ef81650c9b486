// A set of cells: one bit each, in as many 64-bit words as the board needs.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plyground {

template <int Words>
struct Bits {
    std::array<std::uint64_t, Words> word{};

    static constexpr int capacity = 64 * Words;

    static constexpr Bits of(int cell) {
        Bits bits;  // word by word: an index that is worked out would send the set through memory
        for (int i = 0; i < Words; ++i)
            bits.word[i] = std::uint64_t{cell >> 6 == i} << (cell & 63);
        return bits;
    }

    // The lowest `count` cells.
    static constexpr Bits lowest(int count) {
        Bits bits;
        for (int cell = 0; cell < count; ++cell) bits |= of(cell);
        return bits;
    }

    constexpr bool operator==(const Bits&) const = default;

    constexpr explicit operator bool() const {
        for (std::uint64_t w : word)
            if (w) return true;
        return false;
    }

    constexpr bool has(int cell) const { return word[cell / 64] >> (cell % 64) & 1; }
    constexpr bool contains(const Bits& other) const { return (*this & other) == other; }

    constexpr int count() const {
        int cells = 0;
        for (std::uint64_t w : word) cells += std::popcount(w);
        return cells;
    }

    // Compared as the integers that Python's sets of cells are.
    constexpr bool less_than(const Bits& other) const {
        for (int i = Words - 1; i >= 0; --i)
            if (word[i] != other.word[i]) return word[i] < other.word[i];
        return false;
    }

    constexpr int lowest_cell() const {
        for (int i = 0; i < Words; ++i)
            if (word[i]) return 64 * i + std::countr_zero(word[i]);
        return capacity;
    }

    // The cell with so many below it in the set.
    constexpr int cell(int index) const {
        for (int i = 0; i < Words; ++i) {
            const int here = std::popcount(word[i]);
            if (index < here) {
                std::uint64_t rest = word[i];
                while (index-- > 0) rest &= rest - 1;
                return 64 * i + std::countr_zero(rest);
            }
            index -= here;
        }
        return capacity;
    }

    constexpr void drop_lowest() {
        for (std::uint64_t& w : word)
            if (w) {
                w &= w - 1;
                return;
            }
    }

    constexpr Bits& operator|=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] |= other.word[i];
        return *this;
    }

    constexpr Bits& operator&=(const Bits& other) {
        for (int i = 0; i < Words; ++i) word[i] &= other.word[i];
        return *this;
    }

    constexpr Bits operator|(const Bits& other) const { return Bits(*this) |= other; }
    constexpr Bits operator&(const Bits& other) const { return Bits(*this) &= other; }

    constexpr Bits without(const Bits& other) const {
        Bits bits;
        for (int i = 0; i < Words; ++i) bits.word[i] = word[i] & ~other.word[i];
        return bits;
    }

    constexpr Bits operator>>(int shift) const {
        const int whole = shift / 64, part = shift % 64;
        Bits bits;
        for (int i = 0; i + whole < Words; ++i) {
            bits.word[i] = word[i + whole] >> part;
            if (part && i + whole + 1 < Words) bits.word[i] |= word[i + whole + 1] << (64 - part);
        }
        return bits;
    }
};

}  // namespace plyground
