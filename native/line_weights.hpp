// The evaluation of src/plyground/evaluation/line_weights.py, kept up to date from move to move.
#pragma once

#include <cstdint>
#include <vector>

#include "line_game.hpp"

namespace plyground {

// What a line with n stones of one side alone is worth, for n from 0 to k, and what a stone in the middle is.
struct LineWeights {
    std::vector<int> own, against;
    int centre = 0, against_centre = 0;
};

// What a position is worth to each side if it is to move: two numbers of 32 bits in one, so that one addition
// changes both. (No sum overflows: there are at most 930 lines, on 16×16 with k = 2, an empty one worth twice
// 998,999, and 32 stones in the middle of such a board.)
class Views {
public:
    Views() = default;
    Views(int first, int second) : both_((static_cast<std::int64_t>(second) << 32) + first) {}

    void operator+=(Views other) { both_ += other.both_; }
    void operator-=(Views other) { both_ -= other.both_; }

    int of(int player) const {
        const auto first = static_cast<std::int32_t>(both_);
        return player == 0 ? first : static_cast<std::int32_t>((both_ - first) >> 32);
    }

private:
    std::int64_t both_ = 0;
};

// How many stones of each side lie on each line of a position, and what that is worth. A stone changes only the
// lines through its cell, so a search puts it down and takes it back.
template <int Words>
class LineCounts {
public:
    using Set = Bits<Words>;
    using Count = std::uint32_t;  // stones of the first player + stride × stones of the second

    LineCounts(const LineGame<Words>& game, const LineWeights& weights)
        : game_(game), weights_(weights), stride_(game.k + 1), middle_(middle_of(game)),
          counts_(game.masks().size()) {
        for (int mover : {0, 1}) {
            one_[mover] = mover == 0 ? 1 : static_cast<Count>(stride_);
            changes_[mover].resize(static_cast<std::size_t>(stride_ * stride_));
            for (int first = 0; first < stride_; ++first)
                for (int second = 0; first + second < game.k; ++second)
                    changes_[mover][count(first, second)] = change(mover, first, second);
        }
    }

    // Counts the stones of a position, and returns what it is worth.
    Views count(const LinePosition<Words>& position) {
        Views views;
        for (std::size_t line = 0; line < counts_.size(); ++line) {
            const int first = (position.stones(0) & game_.masks()[line]).count();
            const int second = (position.stones(1) & game_.masks()[line]).count();
            counts_[line] = count(first, second);
            views += Views(worth(first, second), worth(second, first));
        }
        for (int player : {0, 1})
            for (Set stones = position.stones(player) & middle_; stones; stones.drop_lowest())
                views += change_in_middle(player, stones.lowest_cell());
        return views;
    }

    void put(int mover, int cell) {
        for (const auto line : game_.indices_through(cell)) counts_[line] += one_[mover];
    }

    void take_back(int mover, int cell) {
        for (const auto line : game_.indices_through(cell)) counts_[line] -= one_[mover];
    }

    // What the next stone of the mover changes, and whether it completes a line.
    bool add(int mover, int cell, Views& views) const {
        const Views* changes = changes_[mover].data();
        const Count last = static_cast<Count>(game_.k - 1) * one_[mover];
        bool won = false;
        for (const auto line : game_.indices_through(cell)) {
            views += changes[counts_[line]];
            won |= counts_[line] == last;
        }
        views += change_in_middle(mover, cell);
        return won;
    }

private:
    Count count(int first, int second) const { return static_cast<Count>(first + stride_ * second); }

    // What a line is worth to a side with `own` stones on it, if the other side has `other`.
    int worth(int own, int other) const {
        return (other ? 0 : weights_.own[own]) - (own ? 0 : weights_.against[other]);
    }

    Views change(int mover, int first, int second) const {
        const int more_first = first + (mover == 0), more_second = second + (mover == 1);
        return Views(worth(more_first, more_second) - worth(first, second),
                     worth(more_second, more_first) - worth(second, first));
    }

    Views change_in_middle(int mover, int cell) const {
        if (!middle_.has(cell)) return {};
        return mover == 0 ? Views(weights_.centre, -weights_.against_centre)
                          : Views(-weights_.against_centre, weights_.centre);
    }

    static Set middle_of(const LineGame<Words>& game) {
        Set middle;
        for (int row = 0; row < game.rows; ++row) {
            if (!game.gravity && row != (game.rows - 1) / 2 && row != game.rows / 2) continue;
            for (int column : {(game.columns - 1) / 2, game.columns / 2})
                middle |= Set::of(row * game.columns + column);
        }
        return middle;
    }

    const LineGame<Words>& game_;
    LineWeights weights_;
    int stride_;
    Set middle_;
    std::vector<Count> counts_;
    Count one_[2];
    std::vector<Views> changes_[2];
};

}  // namespace plyground
