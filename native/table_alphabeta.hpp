// src/plyground/searchers/table_alphabeta.py: alpha-beta with a transposition table of bounds.
#pragma once

#include <algorithm>
#include <utility>

#include "leaf.hpp"
#include "order.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace plyground {

template <int Words>
class AlphaBetaWithTable {
public:
    AlphaBetaWithTable(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order,
                       TranspositionTable<Words>& table, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), order_(order), table_(table), watch_(watch) {}

    Scored operator()(const Node<Words>& root) { return visit(root, 0, -infinity, infinity).scored(); }

    ScoredPv visit(const Node<Words>& node, int ply, int alpha, int beta) {
        return watch_.node(node.move, ply, alpha, beta, ReadScoredPv(), [&] { return value(node, ply, alpha, beta); });
    }

private:
    // value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    // value ≥ beta: a lower bound.
    ScoredPv value(const Node<Words>& node, int ply, int alpha, int beta) {
        if (ply == depth_ || node.ending != Ending::none) return {leaf_(node, ply), {}};
        const int alpha_orig = alpha, beta_orig = beta;
        auto known = table_.find(node, ply);
        if (known) {
            if (known->bound == Bound::exact) return {known->value, std::move(known->line)};
            if (known->bound == Bound::lower)
                alpha = std::max(alpha, known->value);
            else
                beta = std::min(beta, known->value);
            if (alpha >= beta) return {known->value, std::move(known->line)};
        }
        int best = -infinity;
        SharedPv line;
        if (known && alpha > alpha_orig) {  // the known move is worth alpha: only a better one replaces it
            best = alpha;
            line = table_.pvs.first_move(known->line);
        }
        const OnBoard<Words> here(tree_, node);
        for (int move : order_(node, ply)) {
            ScoredPv reply = visit(tree_.after(node, move), ply + 1, -beta, -alpha);
            if (-reply.value > best) {
                best = -reply.value;
                line = table_.pvs.join(move, std::move(reply.line));
            }
            alpha = std::max(alpha, best);
            if (alpha >= beta) {
                order_.refuted(ply, move);
                break;
            }
        }
        const Bound bound = best <= alpha_orig ? Bound::upper : best >= beta_orig ? Bound::lower : Bound::exact;
        table_.store(node, ply, best, bound, line);
        return {best, std::move(line)};
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Order<Words>& order_;
    TranspositionTable<Words>& table_;
    Watch& watch_;
};

}  // namespace plyground
