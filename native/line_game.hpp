// The rules of src/plyground/games/line.py: k in a row on columns × rows, with or without gravity.
// Cells are numbered row by row from the top left; a move is the cell where the stone comes to lie.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "attributes.hpp"

namespace plyground {

enum class Ending : std::uint8_t { none, first, second, drawn };

constexpr Ending won_by(int player) { return player ? Ending::second : Ending::first; }

template <int Words>
struct LinePosition {
    Bits<Words> own, other;  // the stones of the side to move and of the other: no index to look up
    int to_move = 0;

    // The same with the stones of the first player and of the second.
    static LinePosition of(const Bits<Words>& first, const Bits<Words>& second, int to_move) {
        return to_move == 0 ? LinePosition{first, second, 0} : LinePosition{second, first, 1};
    }

    const Bits<Words>& stones(int player) const { return player == to_move ? own : other; }
    Bits<Words> occupied() const { return own | other; }
    bool operator==(const LinePosition&) const = default;

    // The number for tables that LinePosition.key of line.py is, on a board of `cells`.
    std::uint64_t key(int cells) const {
        std::uint64_t mixed = 0x2545F4914F6CDD1Du + static_cast<std::uint64_t>(to_move);
        for (int player : {0, 1})
            for (int word = 0; 64 * word < cells; ++word) {
                mixed = (mixed ^ stones(player).word[word]) * 0x9E3779B97F4A7C15u;
                mixed ^= mixed >> 32;
            }
        return mixed;
    }
};

// The legal moves of a position, in an order.
template <int Words>
class Moves {
public:
    void add(int move) { cells_[count_++] = static_cast<std::uint8_t>(move); }

    int size() const { return count_; }
    int operator[](int index) const { return cells_[index]; }
    std::uint8_t* begin() { return cells_; }
    std::uint8_t* end() { return cells_ + count_; }
    const std::uint8_t* begin() const { return cells_; }
    const std::uint8_t* end() const { return cells_ + count_; }

private:
    int count_ = 0;
    std::uint8_t cells_[Bits<Words>::capacity];
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
        if (cells <= cells_looked_up) look_up_lines();
    }

    // The empty cells where a stone may be put: where discs fall, those with something below.
    PLYGROUND_HOT Set playable(const Set& occupied) const {
        const Set empty = board.without(occupied);
        return gravity ? ((occupied >> columns) | bottom_row_) & empty : empty;
    }

    // Whether discs fall here and one of these has nothing below it.
    bool floats(const Set& occupied) const {
        return gravity && static_cast<bool>(occupied.without((occupied >> columns) | bottom_row_));
    }

    // Calls `visit` with each legal move of a game that is not over, in the order of the rules.
    template <class Visit>
    PLYGROUND_HOT void each_move(const Position& position, Visit visit) const {
        Set open = playable(position.occupied());
        if (gravity) {
            for (const Set& column : column_masks_)
                if (const Set cell = open & column) visit(cell.lowest_cell());
        } else {
            for (; open; open.drop_lowest()) visit(open.lowest_cell());
        }
    }

    // The cell of the playable ones in the column with so many playable ones to its left.
    int landing(const Set& playable, int index) const {
        for (const Set& column : column_masks_)
            if (const Set cell = playable & column; cell && index-- == 0) return cell.lowest_cell();
        return Set::capacity;
    }

    // The legal moves of a game that is not over, in the order of the rules.
    PLYGROUND_HOT Moves<Words> moves(const Position& position) const {
        Moves<Words> found;
        each_move(position, [&](int move) { found.add(move); });
        return found;
    }

    PLYGROUND_HOT Position after(const Position& position, int move) const {
        return {position.other, position.own | Set::of(move), 1 - position.to_move};
    }

    // How the game ended with the move that led to this position.
    PLYGROUND_HOT Ending ending_by(int move, const Position& position) const {
        if (has_line(position.other, move)) return won_by(1 - position.to_move);
        return position.occupied() == board ? Ending::drawn : Ending::none;
    }

    // Whether the stones of a player make a line through a cell.
    PLYGROUND_HOT bool has_line(const Set& stones, int cell) const {
        if (cells <= cells_looked_up) return winning_[stones.word[0] >> 6] >> (stones.word[0] & 63) & 1;
        bool found = false;  // asked of every line: a branch for each would be guessed wrong too often
        for (const Set& line : through(cell)) found |= stones.contains(line);
        return found;
    }

    // How the game ended, whatever the last move was; `complete` receives the winner's lines.
    Ending ending(const Position& position, std::vector<int>* complete = nullptr) const {
        for (int player : {0, 1}) {
            bool won = false;
            for (std::size_t i = 0; i < masks_.size(); ++i)
                if (position.stones(player).contains(masks_[i])) {
                    won = true;
                    if (complete) complete->push_back(static_cast<int>(i));
                }
            if (won) return won_by(player);
        }
        return position.occupied() == board ? Ending::drawn : Ending::none;
    }

    const std::vector<int>& line(int index) const { return lines_[index]; }

    // The lines that win: all of them, and those through a cell.
    const std::vector<Set>& masks() const { return masks_; }
    std::span<const Set> through(int cell) const { return part(through_, cell); }
    std::span<const std::uint16_t> indices_through(int cell) const { return part(through_indices_, cell); }

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
            for (std::size_t line = 0; line < masks_.size(); ++line) {
                if (!masks_[line].has(cell)) continue;
                through_.push_back(masks_[line]);
                through_indices_.push_back(static_cast<std::uint16_t>(line));
            }
        }
        through_start_.push_back(through_.size());
    }

    // On a small board, which sets of cells hold a line: play that has not ended makes none elsewhere.
    void look_up_lines() {
        winning_.resize((std::size_t{1} << cells) / 64 + 1);
        for (std::uint64_t set = 0; set < std::uint64_t{1} << cells; ++set)
            for (const Set& mask : masks_)
                if ((set & mask.word[0]) == mask.word[0]) winning_[set >> 6] |= std::uint64_t{1} << (set & 63);
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

    static constexpr int cells_looked_up = 12;

    template <class Thing>
    std::span<const Thing> part(const std::vector<Thing>& things, int cell) const {
        return {things.data() + through_start_[cell], through_start_[cell + 1] - through_start_[cell]};
    }

    std::vector<Set> column_masks_;
    Set bottom_row_;
    std::vector<std::vector<int>> lines_;
    std::vector<Set> masks_;
    std::vector<Set> through_;  // for each cell, one after the other, the lines through it
    std::vector<std::uint16_t> through_indices_;
    std::vector<std::size_t> through_start_;
    std::vector<std::uint64_t> winning_;  // a bit for each set of cells of a small board
};

}  // namespace plyground
