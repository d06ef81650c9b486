// src/plyground/searchers/greedy.py: the greedy player F = G − H of one of the papers.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "interrupt.hpp"
#include "node.hpp"
#include "types.hpp"

namespace plyground {

template <int Words>
bool is_diagonal(const Bits<Words>& line, int columns) {
    int first = line.lowest_cell(), last = first;
    for (Bits<Words> rest = line; rest; rest.drop_lowest()) last = rest.lowest_cell();
    return first / columns != last / columns && first % columns != last % columns;
}

// F = G − H of a square, for the side to move; H counts at most so many diagonals.
template <int Words>
int cost(const LineGame<Words>& game, const LinePosition<Words>& position, int square, int most_diagonals) {
    int needed = game.k + 1, open = 0, open_diagonals = 0;
    for (const Bits<Words>& line : game.through(square)) {
        if (line & position.own) continue;
        needed = std::min(needed, game.k - (line & position.other).count());
        ++open;
        open_diagonals += is_diagonal(line, game.columns);
    }
    return needed - (open - std::max(0, open_diagonals - most_diagonals));
}

template <int Words>
SearchResult greedy(const LineGame<Words>& game, const LinePosition<Words>& root, int most_diagonals) {
    const auto started = Clock::now();
    Tree<Words> tree(game);
    const Moves<Words> moves = tree.moves(tree.root(root));
    Scored best{0, {}};
    for (int move : moves) {
        const int score = -cost(game, root, move, most_diagonals);
        if (best.line.empty() || score > best.score) best = {score, {static_cast<std::uint8_t>(move)}};
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - started).count();
    return {best, false, nullptr, 1 + static_cast<std::uint64_t>(moves.size()), 1, 0, seconds};
}

}  // namespace plyground
