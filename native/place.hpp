// A position as a search holds it: with the move that led to it, how play ended and what it is worth.
#pragma once

#include <cstdint>
#include <optional>

#include "inline.hpp"
#include "line.hpp"
#include "windows.hpp"

namespace plyground {

template <int Words>
struct Place : LinePosition<Words> {
    Ending ending = Ending::none;
    std::int16_t move = -1;  // that led here; -1 where the search began
    Views views;
};

// The tree that the rules span below a root, with an evaluation of its positions if one was given. With
// one, a search goes on only from the place that it stands on: see Standing.
template <int Words>
class Tree {
public:
    const LineGame<Words>& game;

    Tree(const LineGame<Words>& game, const std::optional<Weights>& weights) : game(game) {
        if (weights) windows_.emplace(game, *weights);
    }

    // Begins at a position: from now on the search stands there.
    Place<Words> begin(const LinePosition<Words>& position) {
        return {position, game.ending(position), -1, windows_ ? windows_->count(position) : Views()};
    }

    PLYGROUND_HOT Moves<Words> moves(const Place<Words>& place) const {
        return place.ending == Ending::none ? game.moves(place) : Moves<Words>();
    }

    PLYGROUND_HOT Place<Words> after(const Place<Words>& place, int move) const {
        Place<Words> next{game.after(place, move), Ending::none, static_cast<std::int16_t>(move), place.views};
        if (!windows_)
            next.ending = game.ending_by(move, next);
        else if (windows_->add(place.to_move, move, next.views))
            next.ending = won_by(place.to_move);
        else if (next.occupied() == game.board)
            next.ending = Ending::drawn;
        return next;
    }

    // The estimate of a position for the side to move: 0 without an evaluation.
    int estimate(const Place<Words>& place) const { return place.views.of(place.to_move); }

private:
    template <int>
    friend class Standing;

    std::optional<Windows<Words>> windows_;
};

// While it lives, the search stands on a place, having come from the one before it: the stones on its
// lines are counted. Most places are leaves, and nobody ever stands on them.
template <int Words>
class Standing {
public:
    PLYGROUND_HOT Standing(Tree<Words>& tree, const Place<Words>& place) : tree_(tree), place_(place) {
        if (moved()) tree.windows_->put(1 - place.to_move, place.move);
    }

    PLYGROUND_HOT ~Standing() {
        if (moved()) tree_.windows_->take_back(1 - place_.to_move, place_.move);
    }

    Standing(const Standing&) = delete;

private:
    bool moved() const { return tree_.windows_ && place_.move >= 0; }

    Tree<Words>& tree_;
    const Place<Words>& place_;
};

}  // namespace plyground
