// The value of a position where a search goes no deeper: `Leaf` of src/plyground/searchers/searcher.py.
#pragma once

#include <algorithm>
#include <cstdint>

#include "node.hpp"
#include "pv.hpp"
#include "score.hpp"

namespace plyground {

// Counts its estimates: an answer that needed none is proven.
template <int Words>
class Leaf {
public:
    std::uint64_t estimates = 0;

    Leaf(const Tree<Words>& tree, bool plain) : tree_(tree), plain_(plain) {}

    PLYGROUND_HOT int operator()(const Node<Words>& node, int ply) {
        if (node.ending != Ending::none) return payoff(node.ending, node.to_move, plain_ ? 0 : ply);
        ++estimates;
        return std::clamp(tree_.estimate(node), -heuristic, heuristic);
    }

    // The same, and no line goes on from here.
    PLYGROUND_HOT int operator()(const Node<Words>& node, int ply, PvTable& pv) {
        pv.clear(ply);
        return (*this)(node, ply);
    }

private:
    const Tree<Words>& tree_;
    bool plain_;
};

}  // namespace plyground
