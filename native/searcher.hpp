// What all searches of the tree share: the value of a leaf, and the answer under limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "lines.hpp"
#include "place.hpp"
#include "score.hpp"
#include "watch.hpp"

namespace plyground {

struct Answer {
    Scored best;
    bool proven;
    const char* stopped;  // the name of the limit, or nullptr
    std::uint64_t nodes;
    int depth;
    std::uint64_t hits;
    double seconds;
};

// The value of a position where a search goes no deeper; how many were estimates tells what is proven.
template <int Words>
class Leaf {
public:
    std::uint64_t estimates = 0;

    Leaf(const Tree<Words>& tree, bool plain) : tree_(tree), plain_(plain) {}

    PLYGROUND_HOT int operator()(const Place<Words>& place, int ply) {
        if (place.ending != Ending::none) return paid(place.ending, place.to_move, plain_ ? 0 : ply);
        ++estimates;
        return std::clamp(tree_.estimate(place), -heuristic, heuristic);
    }

    // The same, with the line that ends here.
    PLYGROUND_HOT int operator()(const Place<Words>& place, int ply, Lines& lines) {
        lines.none(ply);
        return (*this)(place, ply);
    }

private:
    const Tree<Words>& tree_;
    bool plain_;
};

// The answer of a search that was stopped: the best reply that came back, else the first move.
template <int Words>
Scored best_so_far(const Tree<Words>& tree, const Place<Words>& root, Leaf<Words>& leaf, const Watch& watch) {
    if (watch.answer) return *watch.answer;
    if (watch.best_reply) return *watch.best_reply;
    Line line;
    for (int move : tree.moves(root))
        if (line.empty()) line.push_back(static_cast<std::uint8_t>(move));
    return {leaf(root, 0), line};
}

// The answer as it stands. It is proven if nothing in it is an estimate, or if it tells an end.
template <int Words>
Answer answer_of(const Scored& best, const Leaf<Words>& leaf, std::uint64_t hits, const Watch& watch,
                 const char* stopped) {
    const bool proven = !stopped && (leaf.estimates == 0 || std::abs(best.score) > heuristic);
    return {best, proven, stopped, watch.nodes(), watch.depth(), hits, watch.seconds()};
}

}  // namespace plyground
