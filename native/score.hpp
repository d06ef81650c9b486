// Scores as in src/plyground/score.py: from the side to move, a win at ply n is win - n.
#pragma once

#include <cstdint>
#include <vector>

#include "line_game.hpp"

namespace plyground {

constexpr int win = 1'000'000;
constexpr int longest = 1'000;  // plies
constexpr int heuristic = win - longest - 1;
constexpr int infinity = 2 * win;
constexpr int to_the_end = longest + 1;  // a depth that no game reaches

// What the end of a game at a ply is worth to a side.
inline int payoff(Ending ending, int side, int ply) {
    if (ending == Ending::drawn) return 0;
    return ending == won_by(side) ? win - ply : ply - win;
}

using Line = std::vector<std::uint8_t>;  // moves

// The value of a position for the side to move, and the line of play that leads to it.
struct Scored {
    int score;
    Line line;
};

inline int sign(int score) { return (score > 0) - (score < 0); }

}  // namespace plyground
