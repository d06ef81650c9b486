// The rules of src/plyground/games/line.py: k in a row on columns × rows, with or without gravity.
// Cells are numbered row by row from the top left; a move is the cell where the stone comes to lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bits.hpp"

namespace plyground {

enum class Ending : std::uint8_t { none, first, second, drawn };

template <int Words>
struct LinePosition {
    Bits<Words> stones[2];  // of the first player and of the second
    int to_move = 0;

    Bits<Words> occupied() const { return stones[0] | stones[1]; }
    bool operator==(const LinePosition&) const = default;

    // The number for tables that LinePosition.key of line.py is, on a board of `cells`.
    std::uint64_t key(int cells) const {
        std::uint64_t mixed = 0x2545F4914F6CDD1Du + static_cast<std::uint64_t>(to_move);
        for (const Bits<Words>& own : stones)
            for (int word = 0; 64 * word < cells; ++word) {
                mixed = (mixed ^ own.word[word]) * 0x9E3779B97F4A7C15u;
                mixed ^= mixed >> 32;
            }
        return mixed;
    }
};

template <int Words>
class LineGame {
public:
    using Set = Bits<Words>;
    using Position = LinePosition<Words>;

    const int columns, rows, k;
    const bool gravity;
    const int cells;
    const Set board;

    LineGame(int columns, int rows, int k, bool gravity)
        : columns(columns), rows(rows), k(k), gravity(gravity), cells(columns * rows),
          board(Set::lowest(cells)) {
        for (int column = 0; column < columns; ++column) {
            Set mask;
            for (int row = 0; row < rows; ++row) mask |= Set::of(row * columns + column);
            column_masks_.push_back(mask);
            bottom_row_ |= Set::of((rows - 1) * columns + column);
        }
        make_lines();
    }

    // The empty cells where a stone may be put: where discs fall, those with something below.
    Set playable(const Set& occupied) const {
        const Set empty = board.without(occupied);
        return gravity ? ((occupied >> columns) | bottom_row_) & empty : empty;
    }

    // Calls `visit` with each legal move of a game that is not over, in the order of the rules.
    template <class Visit>
    void each_move(const Position& position, Visit visit) const {
        Set open = playable(position.occupied());
        if (gravity) {
            for (const Set& column : column_masks_)
                if (const Set cell = open & column) visit(cell.lowest_cell());
        } else {
            for (; open; open.drop_lowest()) visit(open.lowest_cell());
        }
    }

    Position after(const Position& position, int move) const {
        Position next = position;
        next.stones[position.to_move] |= Set::of(move);
        next.to_move = 1 - position.to_move;
        return next;
    }

    // How the game ended with the move that led to this position.
    Ending ending_by(int move, const Position& position) const {
        const int mover = 1 - position.to_move;
        for (const Set* line = through_begin(move); line != through_begin(move + 1); ++line)
            if (position.stones[mover].contains(*line)) return mover ? Ending::second : Ending::first;
        return position.occupied() == board ? Ending::drawn : Ending::none;
    }

    // How the game ended, whatever the last move was; `complete` receives the winner's lines.
    Ending ending(const Position& position, std::vector<int>* complete = nullptr) const {
        for (int player : {0, 1}) {
            bool won = false;
            for (std::size_t i = 0; i < masks_.size(); ++i)
                if (position.stones[player].contains(masks_[i])) {
                    won = true;
                    if (complete) complete->push_back(static_cast<int>(i));
                }
            if (won) return player ? Ending::second : Ending::first;
        }
        return position.occupied() == board ? Ending::drawn : Ending::none;
    }

    const std::vector<int>& line(int index) const { return lines_[index]; }

private:
    void make_lines() {
        static constexpr int directions[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
        for (const auto& [across, down] : directions) {
            for (int row = 0; row + (k - 1) * down < rows; ++row)
                for (int column = 0; column < columns; ++column) {
                    const int last = column + (k - 1) * across;
                    if (last >= 0 && last < columns) add_line(row, column, across, down);
                }
            if (k == 1) break;  // every direction gives the same lines
        }
        for (int cell = 0; cell < cells; ++cell) {
            through_start_.push_back(through_.size());
            for (const Set& mask : masks_)
                if (mask.has(cell)) through_.push_back(mask);
        }
        through_start_.push_back(through_.size());
    }

    void add_line(int row, int column, int across, int down) {
        std::vector<int> cells_of;
        Set mask;
        for (int i = 0; i < k; ++i) {
            cells_of.push_back((row + i * down) * columns + column + i * across);
            mask |= Set::of(cells_of.back());
        }
        lines_.push_back(std::move(cells_of));
        masks_.push_back(mask);
    }

    const Set* through_begin(int cell) const { return through_.data() + through_start_[cell]; }

    std::vector<Set> column_masks_;
    Set bottom_row_;
    std::vector<std::vector<int>> lines_;
    std::vector<Set> masks_;
    std::vector<Set> through_;  // for each cell, one after the other, the lines through it
    std::vector<std::size_t> through_start_;
};

}  // namespace plyground
