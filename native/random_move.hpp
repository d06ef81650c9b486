// src/plyground/searchers/random_move.py: any legal move, each equally likely.
#pragma once

#include <chrono>
#include <cstdint>

#include "interrupt.hpp"
#include "node.hpp"
#include "rng.hpp"
#include "types.hpp"

namespace plyground {

template <int Words>
SearchResult random(const LineGame<Words>& game, const LinePosition<Words>& root, std::uint64_t seed) {
    const auto started = Clock::now();
    Tree<Words> tree(game);
    const Moves<Words> moves = tree.moves(tree.root(root));
    SplitMix64 chance(seed ^ root.key(game.cells));  // the seed alone would play the same square all game long
    Line line;
    if (moves.size()) line.push_back(moves.begin()[chance.below(static_cast<std::uint64_t>(moves.size()))]);
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return {{0, line}, false, nullptr, 1, 0, 0, seconds};
}

}  // namespace plyground
