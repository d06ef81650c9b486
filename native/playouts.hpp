// Games of random moves, drawn as src/plyground/searchers/playouts.py draws them.
#pragma once

#include <array>
#include <cstdint>

#include "line_game.hpp"
#include "interrupt.hpp"
#include "rng.hpp"
#include "score.hpp"

namespace plyground {

// One of the legal moves of a game that is not over.
template <int Words>
int random_move(const LineGame<Words>& game, const LinePosition<Words>& position, SplitMix64& chance) {
    Bits<Words> open = game.playable(position.occupied());  // where discs fall: one cell a column
    int index = static_cast<int>(chance.below(static_cast<std::uint64_t>(open.count())));
    return game.gravity ? game.landing(open, index) : open.cell(index);
}

// How a game of random moves ends.
template <int Words>
Ending playout(const LineGame<Words>& game, LinePosition<Words> position, SplitMix64& chance) {
    while (true) {
        const int move = random_move(game, position, chance);
        position = game.after(position, move);
        const Ending ending = game.ending_by(move, position);
        if (ending != Ending::none) return ending;
    }
}

using Playouts = std::array<std::uint64_t, 3>;  // won by the side to move, drawn, lost

template <int Words>
Playouts playouts(const LineGame<Words>& game, const LinePosition<Words>& root, std::uint64_t games,
                  std::uint64_t seed, Interrupt& interrupt) {
    const Ending ended = game.ending(root);
    Playouts counts{};
    SplitMix64 chance(seed);
    for (std::uint64_t played = 0; played < games; ++played) {
        if (played % 64 == 0) interrupt.stop_if_asked();
        const Ending ending = ended == Ending::none ? playout(game, root, chance) : ended;
        ++counts[ending == Ending::drawn ? 1 : ending == won_by(root.to_move) ? 0 : 2];
    }
    return counts;
}

// The moves of one random game, at most so many.
template <int Words>
Line random_line(const LineGame<Words>& game, LinePosition<Words> position, int plies, std::uint64_t seed) {
    SplitMix64 chance(seed);
    Line line;
    Ending ending = game.ending(position);
    while (ending == Ending::none && static_cast<int>(line.size()) < plies) {
        const int move = random_move(game, position, chance);
        line.push_back(static_cast<std::uint8_t>(move));
        position = game.after(position, move);
        ending = game.ending_by(move, position);
    }
    return line;
}

}  // namespace plyground
