// src/plyground/searchers/memo.py: minimax with a transposition table; each position is worked out once.
#pragma once

#include <utility>

#include "leaf.hpp"
#include "table.hpp"
#include "watch.hpp"

namespace plyground {

template <int Words>
class MemoMinimax {
public:
    MemoMinimax(Tree<Words>& tree, int depth, Leaf<Words>& leaf, TranspositionTable<Words>& table, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), table_(table), watch_(watch) {}

    Scored operator()(const Node<Words>& root) { return visit(root, 0).scored(); }

private:
    ScoredPv visit(const Node<Words>& node, int ply) {
        return watch_.node(node.move, ply, -infinity, infinity, ReadScoredPv(), [&] { return value(node, ply); });
    }

    ScoredPv value(const Node<Words>& node, int ply) {
        if (ply == depth_ || node.ending != Ending::none) return {leaf_(node, ply), {}};
        if (auto known = table_.find(node, ply)) return {known->value, std::move(known->line)};
        const OnBoard<Words> here(tree_, node);
        int best = -infinity;
        SharedPv line;
        for (int move : tree_.moves(node)) {
            ScoredPv reply = visit(tree_.after(node, move), ply + 1);
            if (-reply.value > best) {
                best = -reply.value;
                line = table_.pvs.join(move, std::move(reply.line));
            }
        }
        table_.store(node, ply, best, Bound::exact, line);
        return {best, std::move(line)};
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    TranspositionTable<Words>& table_;
    Watch& watch_;
};

}  // namespace plyground
