// src/plyground/searchers/minimax.py: the best that each side can force, with every line looked at.
#pragma once

#include <algorithm>

#include "leaf.hpp"
#include "pv.hpp"
#include "watch.hpp"

namespace plyground {

template <int Words>
class Minimax {
public:
    Minimax(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), watch_(watch), pv_(std::min(depth, tree.game.cells)) {}

    Scored operator()(const Node<Words>& root) {
        const int score = visit(root, 0);
        return {score, pv_.line(0, score)};
    }

private:
    PLYGROUND_HOT int visit(const Node<Words>& node, int ply) {
        return watch_.node(node.move, ply, -infinity, infinity, pv_, [&] {
            const bool leaf = ply == depth_ || node.ending != Ending::none;
            return leaf ? leaf_(node, ply, pv_) : value(node, ply);
        });
    }

    int value(const Node<Words>& node, int ply) {
        const OnBoard<Words> here(tree_, node);
        int best = -infinity;
        for (int move : tree_.moves(node)) {
            const int reply = visit(tree_.after(node, move), ply + 1);
            if (-reply > best) {
                best = -reply;
                pv_.update(ply, move);
            }
        }
        return best;
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Watch& watch_;
    PvTable pv_;
};

}  // namespace plyground
