// Checks what the solver claims to know without searching against plain minimax: forced play and every bound,
// on all positions of a board, or on those that follow from random openings.
//
//   check_bounds COLUMNS ROWS K [OPENING_PLIES GAMES]

#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "../../native/rng.hpp"
#include "../../native/solver_quiet.hpp"
#include "../../native/solver_rules.hpp"

using namespace plyground::solver;

struct Checker {
    Falling<AnyBoard> rules{AnyBoard{{4, 4, 4}}};
    std::unordered_map<Cells, int> values;
    long positions = 0, settled = 0, claimeven = 0, odd_threat = 0, exact = 0;

    // Plain minimax over everything, by the rules of the game alone.
    int value(const Place& at) {
        const Measures& board = rules.b();
        if (at.discs == board.cells) return 0;
        const Cells key = at.own + at.taken;
        if (const auto found = values.find(key); found != values.end()) return found->second;
        int best = -99;
        bool wins = false;
        for (int column = 0; column < board.columns; ++column) {
            const Cells cell = (at.taken + (Cells{1} << column * board.stride)) & board.column(column);
            if (!cell) continue;
            if (has_line(board, at.own | cell)) {
                best = std::max(best, (board.cells + 1 - at.discs) / 2);
                wins = true;
            } else {
                best = std::max(best, -value({at.other(), at.taken | cell, at.discs + 1}));
            }
        }
        values.emplace(key, best);
        ++positions;
        check(at, best, wins);
        return best;
    }

    void check(const Place& at, int value, bool wins) {
        const Cells mine = rules.threats(at.own, at.taken) & rules.playable(at.taken);
        if ((mine != 0) != wins) fail("a win in one", at, value, mine != 0);
        if (wins) return;
        Quiet quiet{at, rules.threats(at.other(), at.taken), 1};
        int found;
        if (settles(rules, quiet, found)) {
            ++settled;
            if (found != value) fail("forced play", at, value, found);
            return;
        }
        const int here = quiet.side * value;  // for whoever is to move where the choice begins
        const int cells = rules.b().cells, discs = quiet.at.discs;
        if (here > win_now(cells, discs + 2)) fail("no win before the next disc but one", at, here, discs);
        if (here < -win_now(cells, discs + 3)) fail("no loss before the next disc but one", at, here, discs);
        const int most = rules.at_most(quiet.at, quiet.threats);
        if (here > most) fail(discs % 2 ? "odd threat" : "claimeven", at, here, most);
        if (most == unproven) return;
        ++(discs % 2 ? odd_threat : claimeven);
        exact += here == most;
    }

    [[noreturn]] void fail(const char* claim, const Place& at, int value, int claimed) {
        std::printf("WRONG %s: value %d, claimed %d; own %llx taken %llx discs %d\n", claim, value, claimed,
                    static_cast<unsigned long long>(at.own), static_cast<unsigned long long>(at.taken), at.discs);
        std::exit(1);
    }

    // A position after so many random moves that end nothing; or none.
    bool opening(plyground::SplitMix64& random, int plies, Place& at) const {
        at = {0, 0, 0};
        for (int ply = 0; ply < plies; ++ply) {
            const Cells open = rules.playable(at.taken) & ~rules.threats(at.own, at.taken);
            if (!open) return false;
            Cells cell = open;
            for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(open))); skip > 0; --skip) cell &= cell - 1;
            at = {at.other(), at.taken | lowest(cell), at.discs + 1};
        }
        return true;
    }
};

int main(int count, char** words) {
    if (count != 4 && count != 6) return 2;
    Checker checker;
    checker.rules = Falling<AnyBoard>(AnyBoard{{std::atoi(words[1]), std::atoi(words[2]), std::atoi(words[3])}});
    if (count == 4) {
        checker.value({0, 0, 0});
    } else {
        plyground::SplitMix64 random(2026);
        for (int game = 0; game < std::atoi(words[5]); ++game) {
            Place at;
            if (checker.opening(random, std::atoi(words[4]), at)) checker.value(at);
            if (checker.values.size() > 20'000'000) checker.values.clear();
        }
    }
    std::printf("%ld positions, %ld settled, %ld claimeven, %ld odd threat, %ld exact\n", checker.positions,
                checker.settled, checker.claimeven, checker.odd_threat, checker.exact);
}
