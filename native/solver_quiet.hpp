// Forced play: what happens while a side has no choice is no matter of searching.
#pragma once

#include "solver_rules.hpp"

namespace plyground::solver {

// A position where nobody is about to win and the side to move has a choice.
struct Quiet {
    Place at;
    Cells threats;  // of the side that is not to move
    int side;       // +1 if the side to move is the one that was to move at the start, else -1
};

template <class Rules>
PLYGROUND_HOT void play(const Rules& rules, Quiet& quiet, Cells cell) {
    const Place& at = quiet.at;
    const Cells mover = at.own | cell;
    quiet.at = {at.other(), at.taken | cell, at.discs + 1};
    quiet.threats = rules.threats(mover, quiet.at.taken);
    quiet.side = -quiet.side;
}

// Plays on while the side to move, which cannot win at once, has one reply only. True if that decides the game:
// `value` is then what it is worth to the side that was to move at the start.
template <class Rules>
PLYGROUND_HOT bool settles(const Rules& rules, Quiet& quiet, int& value) {
    const int cells = rules.b().cells;
    while (true) {
        const int discs = quiet.at.discs;
        const Cells replies = rules.playable(quiet.at.taken), forced = replies & quiet.threats;
        const Cells open = (several(forced) ? 0 : forced ? forced : replies) & ~rules.below(quiet.threats);
        if (!open && discs < cells) {
            value = -quiet.side * win_now(cells, discs + 1);
            return true;
        }
        if (discs >= cells - 2) {
            value = 0;
            return true;
        }
        if (several(open)) return false;
        play(rules, quiet, open);
    }
}

}  // namespace plyground::solver
