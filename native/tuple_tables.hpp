// The evaluation of src/plyground/evaluation/learned.py, a sum of numbers in tables, kept up to date from move to move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "line_weights.hpp"
#include "tuple_index.hpp"

namespace plyground {

// For each tuple of cells and each index of it, what it is worth to each side if that is to move.
template <int Words>
class TupleTables {
public:
    TupleTables(const LineGame<Words>& game, std::vector<std::vector<int>> tuples, int states,
                const std::vector<std::vector<int>>& first, const std::vector<std::vector<int>>& second)
        : game_(&game), index_(game, std::move(tuples), states) {
        if (first.size() != index_.size() || second.size() != index_.size())
            throw std::invalid_argument("every tuple has a table");
        std::int64_t most = 0;  // a sum must fit into half of Views
        for (std::size_t tuple = 0; tuple < index_.size(); ++tuple) {
            offsets_.push_back(worth_.size());
            const std::size_t size = index_.indices(tuple);
            if (first[tuple].size() != size || second[tuple].size() != size)
                throw std::invalid_argument("a table has a number for each index");
            std::int64_t largest = 0;
            for (std::size_t index = 0; index < size; ++index) {
                worth_.emplace_back(first[tuple][index], second[tuple][index]);
                for (const std::int64_t each : {first[tuple][index], second[tuple][index]})
                    largest = std::max(largest, each < 0 ? -each : each);
            }
            most += largest;
        }
        if (most > max_sum) throw std::invalid_argument("the weights are too large");
    }

    // Whether a game has the same board; the rules may have been made anew.
    bool is_of(const LineGame<Words>& game) const {
        return game.columns == game_->columns && game.rows == game_->rows && game.gravity == game_->gravity;
    }

    const TupleIndex<Words>& index() const { return index_; }
    const Views& worth(std::size_t tuple, std::uint32_t index) const { return worth_[offsets_[tuple] + index]; }

private:
    static constexpr std::int64_t max_sum = 1 << 30;

    const LineGame<Words>* game_;
    TupleIndex<Words> index_;
    std::vector<std::size_t> offsets_;
    std::vector<Views> worth_;
};

using AnyTupleTables = std::variant<TupleTables<1>, TupleTables<4>>;

// The indices of all tuples on a board. A stone changes only those tuples that have its cell, or the cell above it.
template <int Words>
class TupleSums {
public:
    explicit TupleSums(const TupleTables<Words>& tables) : tables_(&tables), indices_(tables.index().size()) {}

    // Reads a position, and returns what it is worth.
    Views count(const LinePosition<Words>& position) {
        tables_->index().read(position, indices_);
        Views views;
        for (std::size_t tuple = 0; tuple < indices_.size(); ++tuple) views += tables_->worth(tuple, indices_[tuple]);
        return views;
    }

    void put(int mover, int cell) {
        for (const auto& change : tables_->index().changes(cell))
            indices_[change.tuple] += static_cast<std::uint32_t>(change.by[mover]);
    }

    void take_back(int mover, int cell) {
        for (const auto& change : tables_->index().changes(cell))
            indices_[change.tuple] -= static_cast<std::uint32_t>(change.by[mover]);
    }

    // What the next stone of the mover changes.
    void add(int mover, int cell, Views& views) const {
        for (const auto& change : tables_->index().changes(cell)) {
            const std::uint32_t index = indices_[change.tuple];
            views += tables_->worth(change.tuple, index + static_cast<std::uint32_t>(change.by[mover]));
            views -= tables_->worth(change.tuple, index);
        }
    }

private:
    const TupleTables<Words>* tables_;
    std::vector<std::uint32_t> indices_;
};

}  // namespace plyground
