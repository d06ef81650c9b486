// A position, its value and its key.
//
// Values are for the side to move, counted as the field does: a win with the last cell of the board is 1, and one more
// for every disc of the winner that was left. A loss is the same below zero, a draw is 0.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "board.hpp"

namespace plyground::solver {

struct Position {
    Bitboard own;    // the discs of the side to move
    Bitboard taken;  // the discs of both sides
    int discs;       // how many there are

    constexpr Bitboard other() const { return own ^ taken; }
    constexpr Position after(Bitboard cell) const { return {other(), taken | cell, discs + 1}; }
};

// What is proved of a value: low <= value <= high.
struct Bounds {
    int low, high;

    // The same value, for the other side.
    constexpr Bounds operator-() const { return {-high, -low}; }
};

// Bounds for the side `sign` (+1: the side to move, -1: the other), given those for the side to move; and back.
constexpr Bounds for_side(const Bounds& bounds, int sign) { return sign > 0 ? bounds : -bounds; }

// The value of a position for the side to move, if it wins with its next disc.
constexpr int value_of_win(const Layout& layout, int discs) { return (layout.cells + 1 - discs) / 2; }

// The value of a position lies here where nobody can win with the next disc: the side to move wins with its next disc
// but one at the earliest, and the other side then, too.
constexpr Bounds quiet_bounds(const Layout& layout, int discs) {
    return {-value_of_win(layout, discs + 3), value_of_win(layout, discs + 2)};
}

// The key of a position with gravity: own + taken, a different number for every position. One column (x is own):
//
//             own  taken  key
//       .      0     0     1
//       x      1     1     1
//       o      0     1     0
//       x      1     1     0
//
// With n discs in a column, its part of the key is 2^n - 1 (none is own) to 2^(n + 1) - 2 (all are). One more than that
// has bit n as its highest: that is how `position_of` finds n.
constexpr std::uint64_t key_of(const Position& position) { return position.own + position.taken; }

// The same key for a position and its mirror image.
constexpr std::uint64_t mirror_key(const Layout& layout, const Position& position) {
    const std::uint64_t key = key_of(position);
    return std::min(key, mirror(layout, key));
}

constexpr Position position_of(const Layout& layout, std::uint64_t key) {
    Position position{0, 0, 0};
    for (int index = 0; index < layout.columns; ++index) {
        const Bitboard column = key >> (index * layout.stride) & low_bits(layout.stride);
        const int height = std::bit_width(column + 1) - 1;
        position.taken |= low_bits(height) << (index * layout.stride);
        position.own |= (column - low_bits(height)) << (index * layout.stride);
        position.discs += height;
    }
    return position;
}

}  // namespace plyground::solver
