// Boards as the solver sees them: one bit for each cell. These are the bits of a 7x6 board:
//
//      6 13 20 27 34 41 48      one unused bit above each column
//     --------------------
//      5 12 19 26 33 40 47      top row
//      4 11 18 25 32 39 46
//      3 10 17 24 31 38 45
//      2  9 16 23 30 37 44
//      1  8 15 22 29 36 43
//      0  7 14 21 28 35 42      bottom row
//
// A column takes `stride` = rows + 1 bits, so cell (column, row) is bit column * stride + row. A shift by 1 moves
// every disc up, by stride to the right, by stride + 1 and stride - 1 along the diagonals. Because of the unused bits
// no shift moves a disc from the top of one column to the bottom of the next.
#pragma once

#include <bit>
#include <cstdint>

#include "../attributes.hpp"

namespace plyground::solver {

using Bitboard = std::uint64_t;  // a set of cells

constexpr Bitboard lowest_cell(Bitboard cells) { return cells & (~cells + 1); }
constexpr Bitboard without_lowest_cell(Bitboard cells) { return cells & (cells - 1); }
constexpr bool has_several(Bitboard cells) { return without_lowest_cell(cells) != 0; }
constexpr Bitboard low_bits(int count) { return count >= 64 ? ~Bitboard{0} : (Bitboard{1} << count) - 1; }

// The size of a board, the length k of a line, and the masks that follow from them.
struct Layout {
    int columns, rows, k;
    int stride = rows + 1, cells = columns * rows, key_bits = columns * stride;
    Bitboard bottom_row = in_every_column(1), all_cells = in_every_column(low_bits(rows));
    // Rows are counted from 1 here, as in the theory of Connect Four: the bottom row is odd.
    Bitboard odd_rows = every_second_row(0), even_rows = every_second_row(1);

    constexpr Layout(int columns_, int rows_, int k_) : columns(columns_), rows(rows_), k(k_) {}

    constexpr Bitboard column(int index) const { return low_bits(rows) << (index * stride); }
    constexpr Bitboard rows_from(int row) const { return in_every_column(low_bits(rows) & ~low_bits(row)); }
    constexpr Bitboard rows_below(int row) const { return in_every_column(low_bits(row < rows ? row : rows)); }

private:
    constexpr Bitboard in_every_column(Bitboard one_column) const {
        Bitboard all = 0;
        for (int index = 0; index < columns; ++index) all |= one_column << (index * stride);
        return all;
    }
    constexpr Bitboard every_second_row(int first) const {
        Bitboard all = 0;
        for (int row = first; row < rows; row += 2) all |= bottom_row << row;
        return all;
    }
};

// A board whose size the compiler knows: Connect Four is searched half as fast again with it.
template <int Columns, int Rows, int K>
struct FixedBoard {
    static constexpr Layout layout{Columns, Rows, K};
    static constexpr int max_columns = Columns;
};

struct AnyBoard {
    Layout layout;
    static constexpr int max_columns = 32;  // of one row: two bits each
};

constexpr int directions = 4;  // up, and to the right: downwards, level, upwards

constexpr int step_along(const Layout& layout, int direction) {
    return direction == 0 ? 1 : layout.stride + direction - 2;
}

// A line as long as this leaves a 64-bit board: no such line fits, and the shifts would be undefined.
constexpr bool line_fits(const Layout& layout, int step) { return (layout.k - 1) * step < 64; }

// The first cells of all lines of k, in one direction, whose cells all belong to a set.
PLYGROUND_HOT Bitboard line_starts(const Layout& layout, Bitboard cells, int step) {
    if (!line_fits(layout, step)) return 0;
    if (layout.k == 4) {
        const Bitboard pairs = cells & (cells >> step);
        return pairs & (pairs >> 2 * step);
    }
    Bitboard starts = cells;
    for (int offset = 1; offset < layout.k; ++offset) starts &= cells >> (offset * step);
    return starts;
}

PLYGROUND_HOT bool has_line(const Layout& layout, Bitboard cells) {
    Bitboard starts = 0;
    for (int direction = 0; direction < directions; ++direction)
        starts |= line_starts(layout, cells, step_along(layout, direction));
    return starts != 0;
}

// The cells that complete a line of four in one direction. `only_on_top`: the new disc is the last of its line,
// because nothing lies above a disc that has just fallen.
PLYGROUND_HOT Bitboard completions_of_four(Bitboard stones, int step, bool only_on_top) {
    const Bitboard two_before = (stones << step) & (stones << 2 * step);
    if (only_on_top) return two_before & (stones << 3 * step);
    const Bitboard two_after = (stones >> step) & (stones >> 2 * step);
    return (two_before & ((stones << 3 * step) | (stones >> step))) |
           (two_after & ((stones << step) | (stones >> 3 * step)));
}

PLYGROUND_HOT Bitboard completions_of_k(Bitboard stones, int step, int k) {
    Bitboard found = 0;
    for (int missing = 0; missing < k; ++missing) {
        Bitboard cells = ~Bitboard{0};
        for (int place = 0; place < k; ++place)
            if (place < missing) cells &= stones << ((missing - place) * step);
            else if (place > missing) cells &= stones >> ((place - missing) * step);
        found |= cells;
    }
    return found;
}

// The cells that complete a line of the stones. The caller must remove those that are taken or not on the board.
PLYGROUND_HOT Bitboard completions(const Layout& layout, Bitboard stones, bool has_gravity) {
    Bitboard found = 0;
    for (int direction = 0; direction < directions; ++direction) {
        const int step = step_along(layout, direction);
        if (!line_fits(layout, step)) continue;
        found |= layout.k == 4 ? completions_of_four(stones, step, direction == 0 && has_gravity)
                               : completions_of_k(stones, step, layout.k);
    }
    return found;
}

// All cells that lie above a cell of the set, in the same column. Two rows at a time.
PLYGROUND_HOT Bitboard cells_above(const Layout& layout, Bitboard cells) {
    Bitboard up = (cells << 1) & layout.all_cells;
    up |= (up << 1) & layout.all_cells;
    for (int row = 2; row < layout.rows; row += 2) up |= (up << 2) & layout.rows_from(row + 1);
    return up;
}

// Each column takes the place of its image.
constexpr Bitboard mirror(const Layout& layout, Bitboard cells) {
    const int middle = layout.columns / 2;
    Bitboard image = layout.columns % 2 ? cells & low_bits(layout.stride) << (middle * layout.stride) : 0;
    for (int index = 0; index < middle; ++index) {
        const Bitboard column = low_bits(layout.stride) << (index * layout.stride);
        const int distance = (layout.columns - 1 - 2 * index) * layout.stride;
        image |= (cells & column) << distance | (cells >> distance & column);
    }
    return image;
}

}  // namespace plyground::solver
