// src/plyground/searchers/alphabeta.py: minimax that skips the replies the opponent would never allow.
#pragma once

#include <algorithm>

#include "leaf.hpp"
#include "order.hpp"
#include "pv.hpp"
#include "watch.hpp"

namespace plyground {

template <int Words>
class AlphaBeta {
public:
    AlphaBeta(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order, Watch& watch, bool strict,
              bool fail_hard)
        : tree_(tree),
          depth_(depth),
          leaf_(leaf),
          order_(order),
          watch_(watch),
          strict_(strict),
          fail_hard_(fail_hard),
          pv_(std::min(depth, tree.game.cells)) {}

    Scored operator()(const Node<Words>& root) {
        const int score = visit(root, 0, -infinity, infinity);
        return {score, pv_.line(0, score)};
    }

private:
    PLYGROUND_HOT int visit(const Node<Words>& node, int ply, int alpha, int beta) {
        return watch_.node(node.move, ply, alpha, beta, pv_, [&] {
            const bool leaf = ply == depth_ || node.ending != Ending::none;
            return leaf ? leaf_(node, ply, pv_) : value(node, ply, alpha, beta);
        });
    }

    // value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    // value ≥ beta: a lower bound. Fail-hard: a value outside the window becomes its edge.
    int value(const Node<Words>& node, int ply, int alpha, int beta) {
        const OnBoard<Words> here(tree_, node);
        const int entry_alpha = alpha;
        int best = -infinity;
        for (int move : order_(node, ply)) {
            const int reply = visit(tree_.after(node, move), ply + 1, -beta, -alpha);
            if (-reply > best) {
                best = -reply;
                pv_.update(ply, move);
            }
            alpha = std::max(alpha, best);
            if (crossed(alpha, beta)) {
                order_.refuted(ply, move);
                break;
            }
        }
        return fail_hard_ ? std::max(entry_alpha, std::min(best, beta)) : best;
    }

    bool crossed(int alpha, int beta) const { return strict_ ? alpha > beta : alpha >= beta; }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Order<Words>& order_;
    Watch& watch_;
    bool strict_;
    bool fail_hard_;
    PvTable pv_;
};

}  // namespace plyground
