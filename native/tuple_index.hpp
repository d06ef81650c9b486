// Lists of cells and the states that their cells are in: src/plyground/evaluation/tuple_shape.py, from move to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "attributes.hpp"
#include "line_game.hpp"

namespace plyground {

// The state of a cell is a digit: 0 empty, 1 a stone of the first player, 2 one of the second, 3 empty and playable
// (only where there are four states). The index of a tuple is the number that its cells write, the first cell last.
template <int Words>
class TupleIndex {
public:
    // How the index of a tuple changes when a stone is put on a cell: also the cell above it may become playable.
    struct Change {
        std::uint32_t tuple;
        std::int32_t by[2];  // by the player whose stone it is
    };

    TupleIndex(const LineGame<Words>& game, std::vector<std::vector<int>> tuples, int states)
        : game_(game), tuples_(std::move(tuples)), states_(states), changes_(static_cast<std::size_t>(game.cells)) {
        check();
        for (int cell = 0; cell < game.cells; ++cell)
            for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) add_change(tuple, cell);
    }

    std::size_t size() const { return tuples_.size(); }
    const std::vector<int>& cells(std::size_t tuple) const { return tuples_[tuple]; }
    const std::vector<Change>& changes(int cell) const { return changes_[static_cast<std::size_t>(cell)]; }

    // How many indices a tuple can have.
    std::uint32_t indices(std::size_t tuple) const { return power(tuples_[tuple].size()); }

    // The indices of all tuples in a position.
    void read(const LinePosition<Words>& position, std::vector<std::uint32_t>& indices) const {
        const Bits<Words> playable = game_.playable(position.occupied());
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) {
            std::uint32_t index = 0, digit = 1;
            for (int cell : tuples_[tuple]) {
                index += digit * state(position, playable, cell);
                digit *= static_cast<std::uint32_t>(states_);
            }
            indices[tuple] = index;
        }
    }

private:
    static constexpr std::uint32_t most_indices = 1u << 24;

    std::uint32_t state(const LinePosition<Words>& position, const Bits<Words>& playable, int cell) const {
        if (position.stones(0).has(cell)) return 1;
        if (position.stones(1).has(cell)) return 2;
        return states_ == 4 && playable.has(cell) ? 3 : 0;
    }

    std::uint32_t power(std::size_t exponent) const {
        std::uint64_t power = 1;
        while (exponent-- > 0 && power <= most_indices) power *= static_cast<std::uint64_t>(states_);
        if (power > most_indices) throw std::invalid_argument("a tuple has too many states");
        return static_cast<std::uint32_t>(power);
    }

    void check() const {
        if (states_ != 3 && states_ != 4) throw std::invalid_argument("a cell has 3 or 4 states");
        for (std::size_t tuple = 0; tuple < tuples_.size(); ++tuple) {
            indices(tuple);
            Bits<Words> seen;
            for (int cell : tuples_[tuple]) {
                if (cell < 0 || cell >= game_.cells) throw std::invalid_argument("a cell lies beside the board");
                if (seen.has(cell)) throw std::invalid_argument("a tuple has a cell twice");
                seen |= Bits<Words>::of(cell);
            }
        }
    }

    void add_change(std::size_t tuple, int cell) {
        Change change{static_cast<std::uint32_t>(tuple), {0, 0}};
        std::int32_t digit = 1;
        for (int other : tuples_[tuple]) {
            if (other == cell) {
                change.by[0] += digit * (states_ == 4 ? 1 - 3 : 1);  // it was playable
                change.by[1] += digit * (states_ == 4 ? 2 - 3 : 2);
            } else if (states_ == 4 && game_.gravity && other == cell - game_.columns) {
                change.by[0] += 3 * digit;
                change.by[1] += 3 * digit;
            }
            digit *= states_;
        }
        if (change.by[0] || change.by[1]) changes_[static_cast<std::size_t>(cell)].push_back(change);
    }

    const LineGame<Words>& game_;
    std::vector<std::vector<int>> tuples_;
    int states_;
    std::vector<std::vector<Change>> changes_;  // for each cell
};

}  // namespace plyground
