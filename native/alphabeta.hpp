// src/plyground/search/alphabeta.py: minimax that skips the replies the opponent would never allow.
#pragma once

#include <algorithm>

#include "lines.hpp"
#include "order.hpp"
#include "searcher.hpp"

namespace plyground {

template <int Words>
class AlphaBeta {
public:
    AlphaBeta(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order, Watch& watch)
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
        for (int move : order_(place, ply)) {
            const int reply = visit(tree_.after(place, move), ply + 1, -beta, -alpha);
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
