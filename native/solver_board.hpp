// Boards as the solver sees them: one bit a cell and one above each column, so that a shift never brings a
// stone from one column into the next. Bit `column * stride + row`, rows counted from the bottom.
#pragma once

#include <bit>
#include <cstdint>

#include "inline.hpp"

namespace plyground::solver {

using Cells = std::uint64_t;

constexpr Cells lowest(Cells set) { return set & (~set + 1); }
constexpr bool several(Cells set) { return (set & (set - 1)) != 0; }
constexpr Cells low_bits(int count) { return count >= 64 ? ~Cells{0} : (Cells{1} << count) - 1; }

struct Measures {
    int columns, rows, k;
    int stride = rows + 1, cells = columns * rows, key_bits = columns * stride;
    Cells bottom = column_by_column(1), full = column_by_column(low_bits(rows));
    Cells even = every_other_row(1), odd = every_other_row(0);  // the lowest row is the first: odd

    constexpr Measures(int columns_, int rows_, int k_) : columns(columns_), rows(rows_), k(k_) {}

    constexpr Cells column(int index) const { return low_bits(rows) << (index * stride); }
    constexpr Cells rows_from(int row) const { return column_by_column(low_bits(rows) & ~low_bits(row)); }
    constexpr Cells rows_to(int row) const { return column_by_column(low_bits(row < rows ? row : rows)); }

private:
    constexpr Cells column_by_column(Cells one) const {
        Cells all = 0;
        for (int index = 0; index < columns; ++index) all |= one << (index * stride);
        return all;
    }
    constexpr Cells every_other_row(int first) const {
        Cells all = 0;
        for (int row = first; row < rows; row += 2) all |= bottom << row;
        return all;
    }
};

// A board whose size the compiler knows: the search of Connect Four runs half as fast again.
template <int Columns, int Rows, int K>
struct FixedBoard {
    static constexpr Measures measures{Columns, Rows, K};
};

struct AnyBoard {
    Measures measures;
};

// The steps from a cell to its neighbours in the four directions.
constexpr int direction(const Measures& board, int index) {
    return index == 0 ? 1 : board.stride + index - 2;
}

// Where the lines of k begin that lie wholly in a set, in one direction.
PLYGROUND_HOT Cells lines_along(const Measures& board, Cells set, int step) {
    if ((board.k - 1) * step >= 64) return 0;  // no line fits
    if (board.k == 4) {
        const Cells pairs = set & (set >> step);
        return pairs & (pairs >> 2 * step);
    }
    Cells lines = set;
    for (int more = 1; more < board.k; ++more) lines &= set >> (more * step);
    return lines;
}

PLYGROUND_HOT bool has_line(const Measures& board, Cells set) {
    Cells lines = 0;
    for (int index = 0; index < 4; ++index) lines |= lines_along(board, set, direction(board, index));
    return lines != 0;
}

// The cells that complete a line of the set, whether they are on the board and empty or not.
PLYGROUND_HOT Cells completions(const Measures& board, Cells set, bool discs_fall) {
    Cells found = 0;
    for (int index = 0; index < 4; ++index) {
        const int step = direction(board, index);
        if ((board.k - 1) * step >= 64) continue;
        if (board.k == 4) {
            const Cells below = (set << step) & (set << 2 * step), above = (set >> step) & (set >> 2 * step);
            found |= below & ((set << 3 * step) | (index == 0 && discs_fall ? 0 : set >> step));
            if (index == 0 && discs_fall) continue;  // nothing lies above the cell where a disc falls
            found |= above & ((set << step) | (set >> 3 * step));
            continue;
        }
        for (int missing = 0; missing < board.k; ++missing) {
            Cells cells = ~Cells{0};
            for (int place = 0; place < board.k; ++place)
                if (place < missing) cells &= set << ((missing - place) * step);
                else if (place > missing) cells &= set >> ((place - missing) * step);
            found |= cells;
        }
    }
    return found;
}

// The cells above those of a set, each in its own column.
PLYGROUND_HOT Cells above(const Measures& board, Cells set) {
    Cells up = (set << 1) & board.full;
    up |= (up << 1) & board.full;
    for (int row = 2; row < board.rows; row += 2) up |= (up << 2) & board.rows_from(row + 1);
    return up;
}

constexpr Cells mirrored(const Measures& board, Cells set) {
    Cells other = 0;
    for (int index = 0; index < board.columns; ++index)
        other |= (set >> (index * board.stride) & low_bits(board.stride))
                 << ((board.columns - 1 - index) * board.stride);
    return other;
}

}  // namespace plyground::solver
