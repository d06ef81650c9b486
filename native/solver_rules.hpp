// The rules of a line game as the solver needs them, and what they prove about a position without searching.
// The proofs are in docs/why/solver.md; tests/native/check_bounds.cpp checks them on every position of small
// boards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "solver_board.hpp"
#include "solver_table.hpp"

namespace plyground::solver {

// A position from the side to move. Values are counted as the field does: a win with the last cell is 1, and
// one more for every disc that the winner did not need.
struct Place {
    Cells own, taken;
    int discs;

    Cells other() const { return own ^ taken; }
};

// If the side to move wins with its next disc, that is worth so much.
constexpr int win_now(int cells, int discs) { return (cells + 1 - discs) / 2; }

constexpr int unproven = 99;

// Discs fall. `Board` is FixedBoard or AnyBoard.
template <class Board>
class Falling : public Board {
public:
    static constexpr bool falls = true;

    explicit Falling(Board board = {}) : Board(board) {}

    PLYGROUND_HOT Cells playable(Cells taken) const { return (taken + b().bottom) & b().full; }
    // A disc here lets the other side play the cell above it.
    PLYGROUND_HOT Cells below(Cells cells) const { return cells >> 1; }
    PLYGROUND_HOT Cells threats(Cells stones, Cells taken) const {
        return completions(b(), stones, true) & (b().full ^ taken);
    }

    int key_bits() const { return b().key_bits; }

    // The same for a position and its mirror image, as far as both can come up in a search from the root.
    PLYGROUND_HOT std::uint64_t key(const Place& at) const {
        const std::uint64_t key = at.own + at.taken;
        if (!may_mirror_ || (image_.taken & ~at.taken)) return key;
        return std::min(key, mirrored(b(), key));
    }

    void search_from(const Place& root) {
        image_ = {mirrored(b(), root.own), mirrored(b(), root.taken), root.discs};
        may_mirror_ = !((root.own & image_.other()) | (root.other() & image_.own));
    }

    // The most that the side to move can get, as far as a strategy of the other side proves it; `threats` are
    // those of the other side, none of them playable.
    PLYGROUND_HOT int at_most(const Place& at, Cells threats) const {
        if (b().rows % 2) return unproven;
        return at.discs % 2 ? against_odd_threat(at, threats) : against_claimeven(at, threats);
    }
    PLYGROUND_HOT int at_least(const Place&, Cells) const { return -unproven; }

    // Second player: answer every disc with the one above it.
    PLYGROUND_HOT int against_claimeven(const Place& at, Cells threats) const {
        const Cells empty = b().full ^ at.taken, claimed = empty & b().even & ~playable(at.taken);
        const Cells decisive = threats & claimed, never = above(b(), decisive), theirs = at.other() | claimed;
        if (has_living_line(at.own | (empty & ~claimed & ~never), theirs)) return unproven;
        const int most = -std::popcount(never | decisive | decisive >> 1) / 2;
        return std::min(most, -quickest_claim(at.other(), claimed, -most));
    }

    // First player: an odd threat that is not playable yet, and every disc answered with the one above it.
    PLYGROUND_HOT int against_odd_threat(const Place& at, Cells threats) const {
        const Cells empty = b().full ^ at.taken, waiting = empty & ~playable(at.taken);
        int best = unproven;
        for (Cells odd = threats & waiting & b().odd; odd;) {
            const Cells threat = lowest(odd);
            const int index = std::countr_zero(threat) / b().stride;
            const Cells column = b().column(index), up_to = column & (threat | (threat - 1));
            const Cells claimed = (waiting & b().even & ~column) | (waiting & b().odd & up_to);
            const Cells decisive = (threats & claimed & ~column) | threat, never = above(b(), decisive);
            if (!has_living_line(at.own | (empty & ~claimed & ~never), at.other() | claimed))
                best = std::min(best, -(std::popcount(never | decisive | decisive >> 1) / 2));
            odd &= ~column;
        }
        return best;
    }

    const Measures& b() const { return Board::measures; }

private:
    Place image_{};
    bool may_mirror_ = true;

    // Whether a set holds a line that does not lie right above one of `theirs`, which would be complete first.
    PLYGROUND_HOT bool has_living_line(Cells mine, Cells theirs) const {
        if (lines_along(b(), mine, 1)) return true;
        Cells living = 0;
        for (int index = 1; index < 4; ++index) {
            const int step = direction(b(), index);
            living |= lines_along(b(), mine, step) & ~(lines_along(b(), theirs, step) << 1);
        }
        return living != 0;
    }

    // What a line is worth that the other side completes with claimed cells alone, if more than `known`: the
    // lower its highest new cell, the more cells are left empty above it.
    PLYGROUND_HOT int quickest_claim(Cells stones, Cells claimed, int known) const {
        if (!has_line(b(), stones | claimed)) return known;
        for (int row = 2; row < b().rows; row += 2) {
            const int worth = 1 + (b().rows - row) / 2;
            if (worth <= known) return known;
            if (has_line(b(), stones | (claimed & b().rows_to(row)))) return worth;
        }
        return std::max(known, 1);
    }
};

// Stones may be put on any empty cell.
class Free : public AnyBoard {
public:
    static constexpr bool falls = false;

    explicit Free(AnyBoard board) : AnyBoard(board) {
        for (int image = 0; image < 8; ++image)
            for (int column = 0; column < b().columns; ++column)
                for (int row = 0; row < b().rows; ++row) images_[image][cell(column, row)] = seen(image, column, row);
    }

    Cells playable(Cells taken) const { return b().full ^ taken; }
    Cells below(Cells) const { return 0; }
    Cells threats(Cells stones, Cells taken) const { return completions(b(), stones, false) & (b().full ^ taken); }

    int key_bits() const { return 2 * b().cells; }

    // The same for all that symmetry makes the same, while there are few stones: it takes time.
    std::uint64_t key(const Place& at) const {
        std::uint64_t least = ~std::uint64_t{0};
        const int images = at.discs > most_discs ? 1 : b().columns == b().rows ? 8 : 4;
        for (int image = 0; image < images; ++image)
            least = std::min(least, packed(image, at.own) | packed(image, at.other()) << b().cells);
        return least;
    }

    void search_from(const Place&) {}

    int at_most(const Place& at, Cells) const { return has_line(b(), b().full & ~at.other()) ? unproven : 0; }
    int at_least(const Place& at, Cells) const { return has_line(b(), b().full & ~at.own) ? -unproven : 0; }

    const Measures& b() const { return measures; }

private:
    static constexpr int most_discs = 8;

    int cell(int column, int row) const { return column * b().stride + row; }

    // Where a cell goes, in numbers without gaps: image 0 is the board as it is.
    std::uint8_t seen(int image, int column, int row) const {
        if (image & 1) column = b().columns - 1 - column;
        if (image & 2) row = b().rows - 1 - row;
        if (image & 4 && b().columns == b().rows) std::swap(column, row);
        return static_cast<std::uint8_t>(column * b().rows + row);
    }

    std::uint64_t packed(int image, Cells cells) const {
        std::uint64_t set = 0;
        for (; cells; cells &= cells - 1) set |= std::uint64_t{1} << images_[image][std::countr_zero(cells)];
        return set;
    }

    std::array<std::array<std::uint8_t, 64>, 8> images_{};
};

}  // namespace plyground::solver
