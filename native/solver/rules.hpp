// The rules of a line game as the solver needs them, and the bounds that a strategy proves without any search.
// The proofs are in docs/why/solver.md; tests/native/check_bounds.cpp checks them on every position of small boards.
//
// Words used here: a *threat* is an empty cell that completes a line. A *claimed* cell is one that a strategy makes
// sure to get. A claimed threat is *decisive*: the game ends there at the latest, so no cell above it is reached.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "board.hpp"
#include "position.hpp"

namespace plyground::solver {

// Discs fall. `Board` is FixedBoard or AnyBoard.
template <class Board>
class GravityRules : public Board {
public:
    static constexpr bool has_gravity = true;
    static constexpr int max_moves = Board::max_columns;

    using Board::layout;

    explicit GravityRules(Board board = {}) : Board(board) {}

    // Adding the bottom row carries a one to the lowest empty cell of every column.
    PLYGROUND_HOT Bitboard playable(Bitboard taken) const { return (taken + layout.bottom_row) & layout.all_cells; }

    // The cells that open these to the other side: it plays on top of our disc.
    PLYGROUND_HOT Bitboard cells_that_open(Bitboard cells) const { return cells >> 1; }

    PLYGROUND_HOT Bitboard threats(Bitboard stones, Bitboard taken) const {
        return completions(layout, stones, has_gravity) & (layout.all_cells ^ taken);
    }

    int key_bits() const { return layout.key_bits; }

    // Must be called before a search: whether mirror images can share a key depends on where it starts.
    void set_root(const Position& root) {
        root_image_ = {mirror(layout, root.own), mirror(layout, root.taken), root.discs};
        mirrors_ = !((root.own & root_image_.other()) | (root.other() & root_image_.own));
    }

    // The same for a position and its mirror image if both can follow from the root. The mirror image cannot if a disc
    // of the root's image is not there.
    PLYGROUND_HOT std::uint64_t key(const Position& position) const {
        return can_mirror(position) ? mirror_key(layout, position) : key_of(position);
    }

    // Whether the mirror image stands for a position and for itself.
    PLYGROUND_HOT bool is_better_mirrored(const Position& position) const {
        const std::uint64_t key = key_of(position);
        return can_mirror(position) && mirror(layout, key) < key;
    }

    // The most that the side to move can get: `known`, or less if a strategy of the other side proves it. `threats` are
    // those of the other side; none of them may be playable.
    PLYGROUND_HOT int upper_bound(const Position& position, Bitboard threats, int known) const {
        if (layout.rows % 2) return known;  // both strategies need an even number of rows
        return position.discs % 2 ? odd_threat_bound(position, threats, known)
                                  : claimeven_bound(position, threats, known);
    }
    // The least that it can get: no strategy of its own is known.
    PLYGROUND_HOT int lower_bound(const Position&, int known) const { return known; }

private:
    PLYGROUND_HOT bool can_mirror(const Position& position) const {
        return mirrors_ && !(root_image_.taken & ~position.taken);
    }

    // The second player answers every disc with the one above it and so gets every even cell that is not playable.
    PLYGROUND_HOT int claimeven_bound(const Position& position, Bitboard threats, int known) const {
        const Bitboard empty = layout.all_cells ^ position.taken;
        const Bitboard claimed = empty & layout.even_rows & ~playable(position.taken);
        const Bitboard decisive = threats & claimed, unreached = cells_above(layout, decisive);
        if (has_living_line(position.own | (empty & ~claimed & ~unreached), position.other() | claimed))
            return known;
        const int win = value_of_decisive(decisive, unreached);
        return std::min(known, -value_of_claim(position.other(), claimed, win));
    }

    // The first player has an odd threat that is not playable yet, and answers every disc with the one above it. If
    // there are several such threats, each is a strategy of its own: the best bound counts.
    PLYGROUND_HOT int odd_threat_bound(const Position& position, Bitboard threats, int known) const {
        const Bitboard empty = layout.all_cells ^ position.taken, waiting = empty & ~playable(position.taken);
        int best = known;
        for (Bitboard odd = threats & waiting & layout.odd_rows; odd;) {
            const Bitboard threat = lowest_cell(odd);
            const Bitboard column = layout.column(std::countr_zero(threat) / layout.stride);
            const Bitboard up_to_threat = column & (threat | (threat - 1));
            const Bitboard claimed =
                (waiting & layout.even_rows & ~column) | (waiting & layout.odd_rows & up_to_threat);
            const Bitboard decisive = (threats & claimed & ~column) | threat, unreached = cells_above(layout, decisive);
            if (!has_living_line(position.own | (empty & ~claimed & ~unreached), position.other() | claimed))
                best = std::min(best, -value_of_decisive(decisive, unreached));
            odd &= ~column;
        }
        return best;
    }

    // Whether `ours` holds a line that counts: one right above a line of `theirs` does not, because theirs is
    // complete first. (An upright line always counts: one right above another would share its cells.)
    PLYGROUND_HOT bool has_living_line(Bitboard ours, Bitboard theirs) const {
        if (line_starts(layout, ours, 1)) return true;
        Bitboard living = 0;
        for (int direction = 1; direction < directions; ++direction) {
            const int step = step_along(layout, direction);
            living |= line_starts(layout, ours, step) & ~(line_starts(layout, theirs, step) << 1);
        }
        return living != 0;
    }

    // What a win on decisive cells is worth at least: all but two of the cells from below them upwards stay empty.
    PLYGROUND_HOT static int value_of_decisive(Bitboard decisive, Bitboard unreached) {
        return std::popcount(unreached | decisive | decisive >> 1) / 2;
    }

    // The value of a line of stones and claimed cells, if it is more than `known`; else `known`. The lower its highest
    // new cell, the more cells stay empty above it.
    PLYGROUND_HOT int value_of_claim(Bitboard stones, Bitboard claimed, int known) const {
        if (!has_line(layout, stones | claimed)) return known;
        for (int row = 2; row < layout.rows; row += 2) {
            const int value = 1 + (layout.rows - row) / 2;
            if (value <= known) return known;
            if (has_line(layout, stones | (claimed & layout.rows_below(row)))) return value;
        }
        return std::max(known, 1);
    }

    Position root_image_{};
    bool mirrors_ = true;
};

// A stone may be put on any empty cell.
class FreeRules : public AnyBoard {
public:
    static constexpr bool has_gravity = false;
    static constexpr int max_moves = 32;  // any_solver.hpp refuses larger boards

    explicit FreeRules(AnyBoard board) : AnyBoard(board) {
        for (int symmetry = 0; symmetry < symmetries; ++symmetry)
            for (int column = 0; column < layout.columns; ++column)
                for (int row = 0; row < layout.rows; ++row)
                    images_[symmetry][column * layout.stride + row] = image_of_cell(symmetry, column, row);
    }

    Bitboard playable(Bitboard taken) const { return layout.all_cells ^ taken; }
    Bitboard cells_that_open(Bitboard) const { return 0; }
    Bitboard threats(Bitboard stones, Bitboard taken) const {
        return completions(layout, stones, has_gravity) & (layout.all_cells ^ taken);
    }

    int key_bits() const { return 2 * layout.cells; }

    void set_root(const Position&) {}

    // The same for all symmetrical positions while there are few stones. Later that takes more time than it saves.
    std::uint64_t key(const Position& position) const {
        const int images = position.discs > max_symmetric_discs ? 1 : layout.columns == layout.rows ? symmetries : 4;
        std::uint64_t least = ~std::uint64_t{0};
        for (int symmetry = 0; symmetry < images; ++symmetry)
            least = std::min(least, image(symmetry, position.own) | image(symmetry, position.other()) << layout.cells);
        return least;
    }

    // Whoever has no line left to complete cannot win.
    int upper_bound(const Position& position, Bitboard, int known) const {
        return has_line(layout, layout.all_cells & ~position.other()) ? known : std::min(known, 0);
    }
    int lower_bound(const Position& position, int known) const {
        return has_line(layout, layout.all_cells & ~position.own) ? known : std::max(known, 0);
    }

private:
    static constexpr int max_symmetric_discs = 8;
    static constexpr int symmetries = 8;  // of a square; the first four are those of a rectangle, the first is none

    // The bit that a cell goes to. These bits have no gaps, so that two boards fit into a key.
    std::uint8_t image_of_cell(int symmetry, int column, int row) const {
        if (symmetry & 1) column = layout.columns - 1 - column;
        if (symmetry & 2) row = layout.rows - 1 - row;
        if (symmetry & 4 && layout.columns == layout.rows) std::swap(column, row);
        return static_cast<std::uint8_t>(column * layout.rows + row);
    }

    std::uint64_t image(int symmetry, Bitboard cells) const {
        std::uint64_t bits = 0;
        for (; cells; cells = without_lowest_cell(cells))
            bits |= std::uint64_t{1} << images_[symmetry][std::countr_zero(cells)];
        return bits;
    }

    std::array<std::array<std::uint8_t, 64>, symmetries> images_{};
};

}  // namespace plyground::solver
