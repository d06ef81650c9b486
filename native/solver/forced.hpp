// Forced play: where a side has only one sensible reply, it is played at once and costs no node.
#pragma once

#include <optional>

#include "position.hpp"
#include "rules.hpp"

namespace plyground::solver {

// A position in which the side to move cannot win at once. It is *quiet* if that side has a choice of replies.
struct Situation {
    Position position;
    Bitboard own_threats;  // cells where the side to move completes a line: none is playable
    Bitboard threats;      // cells where the other side does
    int sign;              // +1 if the side to move is the one that was to move at first, else -1
};

template <class Rules>
PLYGROUND_HOT Situation play(const Rules& rules, const Situation& now, Bitboard cell) {
    const Position& before = now.position;
    return {before.after(cell), now.threats & ~cell, rules.threats(before.own | cell, before.taken | cell), -now.sign};
}

// Where forced play ends: in a quiet situation, or with the value of the game.
struct ForcedPlay {
    Situation end;
    std::optional<int> value;  // for the side that was to move at first; none if `end` is quiet
};

// Plays on while the side to move has only one reply that does not lose at once.
template <class Rules>
PLYGROUND_HOT ForcedPlay play_forced(const Rules& rules, Situation now) {
    const Layout& layout = rules.layout;
    while (true) {
        const int discs = now.position.discs;
        const Bitboard playable = rules.playable(now.position.taken), forced = playable & now.threats;
        const Bitboard answers = has_several(forced) ? 0 : forced ? forced : playable;
        const Bitboard replies = answers & ~rules.cells_that_open(now.threats);
        if (!replies && discs < layout.cells) return {now, -now.sign * value_of_win(layout, discs + 1)};
        if (discs >= layout.cells - 2) return {now, 0};  // two cells are left, and nobody wins with them
        if (has_several(replies)) return {now, std::nullopt};
        now = play(rules, now, replies);
    }
}

}  // namespace plyground::solver
