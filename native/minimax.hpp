// src/plyground/search/minimax.py: the best that each side can force, with every line looked at.
#pragma once

#include <algorithm>

#include "lines.hpp"
#include "searcher.hpp"

namespace plyground {

template <int Words>
class Minimax {
public:
    Minimax(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), watch_(watch), lines_(std::min(depth, tree.game.cells)) {}

    Scored operator()(const Place<Words>& root) {
        const int score = visit(root, 0);
        return {score, lines_.whole(0, score)};
    }

private:
    PLYGROUND_HOT int visit(const Place<Words>& place, int ply) {
        return watch_.node(place.move, ply, -infinity, infinity, lines_, [&] {
            const bool leaf = ply == depth_ || place.ending != Ending::none;
            return leaf ? leaf_(place, ply, lines_) : value(place, ply);
        });
    }

    int value(const Place<Words>& place, int ply) {
        const Standing<Words> here(tree_, place);
        int best = -infinity;
        for (int move : tree_.moves(place)) {
            const int reply = visit(tree_.after(place, move), ply + 1);
            if (-reply > best) {
                best = -reply;
                lines_.lead(ply, move);
            }
        }
        return best;
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Watch& watch_;
    Lines lines_;
};

}  // namespace plyground
