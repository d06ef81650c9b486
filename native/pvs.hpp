// src/plyground/search/pvs.py: trust the first move, and only ask of the others whether they are better.
#pragma once

#include <algorithm>

#include "lines.hpp"
#include "order.hpp"
#include "searcher.hpp"

namespace plyground {

template <int Words>
class PVS {
public:
    PVS(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), order_(order), watch_(watch), lines_(std::min(depth, tree.game.cells)) {}

    Scored operator()(const Place<Words>& root) {
        const int score = visit(root, 0, -infinity, infinity);
        return {score, lines_.whole(0, score)};
    }

private:
    PLYGROUND_HOT int visit(const Place<Words>& place, int ply, int alpha, int beta) {
        return watch_.node(place.move, ply, alpha, beta, lines_, [&] {
            const bool leaf = ply == depth_ || place.ending != Ending::none;
            return leaf ? leaf_(place, ply, lines_) : value(place, ply, alpha, beta);
        });
    }

    // value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    // value ≥ beta: a lower bound.
    int value(const Place<Words>& place, int ply, int alpha, int beta) {
        const Standing<Words> here(tree_, place);
        int best = -infinity;
        bool first = true;
        for (int move : order_(place, ply)) {
            const Place<Words> child = tree_.after(place, move);
            int reply = first ? visit(child, ply + 1, -beta, -alpha) : visit(child, ply + 1, -alpha - 1, -alpha);
            if (!first && alpha < -reply && -reply < beta) reply = visit(child, ply + 1, -beta, -alpha);
            first = false;
            if (-reply > best) {
                best = -reply;
                lines_.lead(ply, move);
            }
            alpha = std::max(alpha, best);
            if (alpha >= beta) {
                order_.refuted(ply, move);
                break;
            }
        }
        return best;
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Order<Words>& order_;
    Watch& watch_;
    Lines lines_;
};

}  // namespace plyground
