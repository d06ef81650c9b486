// The state of the lines: all that still matters of a position with gravity, in which lines of four are made. Two
// positions with the same living lines, wins and heights of columns have the same value, whatever their discs.
// The proof, with a picture of each word, is in docs/why/solver.md; tests/native/check_lines.cpp compares every
// position of small boards.
//
// Words used here, each of one side:
// - a *win* is an empty cell that completes a line of its discs;
// - a cell is *out of reach* if the game is over, or could have been won, before the side plays there;
// - a cell is *poison* if the other side has a win right above it: a disc there loses, unless it wins;
// - a line is *alive* if it can still be completed, and if no other line is completed with fewer of its cells;
// - a column is *dead* if neither side has a win or an empty cell of a living line in it.
#pragma once

#include <array>
#include <bit>

#include "board.hpp"
#include "sides.hpp"

namespace plyground::solver {

struct Lines {
    Sides wins;                            // that can be reached
    std::array<Sides, directions> living;  // their first cells, by direction

    PLYGROUND_HOT Sides any() const { return wins | living[0] | living[1] | living[2] | living[3]; }
};

// The cells of lines of four in one direction, by their first cells.
PLYGROUND_HOT Bitboard cells_of_four(Bitboard starts, int step) {
    const Bitboard pairs = starts | starts << step;
    return pairs | pairs << 2 * step;
}

// The first cells of all lines of four with at least two cells of the sets.
PLYGROUND_HOT Sides starts_with_two(Sides cells, int step) {
    const Sides second = cells >> step, third = cells >> 2 * step, fourth = cells >> 3 * step;
    return (cells & second) | (third & fourth) | ((cells | second) & (third | fourth));
}

// The empty cells that each side can reach. A win of both sides ends the game, whoever plays there; so does a win
// right above one of the same side: the other side must fill the lower one, and cannot have the upper one.
PLYGROUND_HOT Sides reachable_cells(const Layout& layout, Bitboard empty, Sides wins) {
    const Sides upper = wins & (wins << 1);
    const Bitboard last = (wins[0] & wins[1]) | of_either(upper);
    if (!last) return for_both(empty);
    return for_both(empty & ~cells_above(layout, last)) & ~swapped(upper);
}

// The first cells of the lines of four, in one direction, that each side can still complete. One poisoned cell may be
// the last that a line needs; with two it is not completed. In an upright line one is enough: the cell above it is
// the other side's win.
PLYGROUND_HOT Sides lines_along(const Layout& layout, int direction, Sides cells, Sides poison) {
    const int step = step_along(layout, direction);
    const Sides pairs = cells & (cells >> step), starts = pairs & (pairs >> 2 * step);
    if (direction == 0) return starts & ~(poison | poison >> 1 | poison >> 2);
    return starts & ~starts_with_two(poison, step);
}

// Of lines that overlap in three cells, the one whose fourth cell is taken already is completed first: the lines
// that begin right after a disc, and those that end right before one and begin with an empty cell.
PLYGROUND_HOT Sides lines_behind_others(int step, Sides stones, Bitboard empty) {
    const Sides after_disc = stones << step;
    if (4 * step >= 64) return after_disc;
    return after_disc | ((stones >> 4 * step) & for_both(empty));
}

// `wins` may be out of reach yet.
PLYGROUND_HOT Lines lines_of(const Layout& layout, Sides stones, Bitboard empty, Sides wins) {
    const Sides reachable = reachable_cells(layout, empty, wins);
    Lines lines{wins & reachable, {}};
    const Sides poison = (swapped(lines.wins) >> 1) & for_both(empty);
    const Sides cells = stones | (reachable & ~lines.wins);  // a line with a win in it is behind that
    for (int direction = 0; direction < directions; ++direction) {
        const int step = step_along(layout, direction);
        if (!line_fits(layout, step)) continue;
        lines.living[direction] =
            lines_along(layout, direction, cells, poison) & ~lines_behind_others(step, stones, empty);
    }
    return lines;
}

// The cells of dead columns, with the unused bit above them.
PLYGROUND_HOT Bitboard dead_columns(const Layout& layout, const Lines& lines, Bitboard empty, Sides wins) {
    Bitboard useful = of_either(wins);
    for (int direction = 0; direction < directions; ++direction) {
        const int step = step_along(layout, direction);
        if (line_fits(layout, step)) useful |= cells_of_four(of_either(lines.living[direction]), step);
    }
    // Adding a full column carries a one to the unused bit of every column with a useful cell.
    const Bitboard unused = layout.bottom_row << layout.rows;
    const Bitboard dead = unused & ~((useful & empty) + layout.all_cells);
    return dead | (dead - (dead >> layout.rows));
}

// The living lines with two discs, and so with two empty cells.
PLYGROUND_HOT Lines lines_with_two_discs(const Layout& layout, const Lines& lines, Sides stones) {
    Lines found{};
    for (int direction = 0; direction < directions; ++direction) {
        const int step = step_along(layout, direction);
        if (line_fits(layout, step)) found.living[direction] = lines.living[direction] & starts_with_two(stones, step);
    }
    return found;
}

// On boards up to 7x6 there is room for two sets of first cells in a word: those of lines downwards are in the upper
// rows and those of lines upwards in the lower ones; level lines begin in the first four columns.
constexpr bool is_small(const Layout& layout) { return layout.columns <= 7 && layout.rows <= 6; }
PLYGROUND_HOT Sides slanted_and_level(const Lines& lines) {
    return lines.living[1] | lines.living[3] | lines.living[2] << 28;
}

// How many living lines a side has.
PLYGROUND_HOT int count_lines(const Layout& layout, const Lines& lines, bool own) {
    const auto count = [&](Sides starts) { return std::popcount(own ? Bitboard{starts[0]} : Bitboard{starts[1]}); };
    const auto& [up, downwards, level, upwards] = lines.living;
    if (is_small(layout)) return count(up) + count(slanted_and_level(lines));
    return count(up) + count(downwards) + count(level) + count(upwards);
}

}  // namespace plyground::solver
