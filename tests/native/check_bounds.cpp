// Checks what the solver claims to know without searching against plain minimax: forced play and every bound,
// on all positions of a board, or on those that follow from random openings.
//
//   check_bounds COLUMNS ROWS K [OPENING_PLIES GAMES]

#include <cstdio>
#include <cstdlib>
#include <optional>
#include <unordered_map>

#include "../../native/rng.hpp"
#include "../../native/solver/forced.hpp"
#include "../../native/solver/rules.hpp"

using namespace plyground::solver;

constexpr int unproven = 99;  // more than any value

struct Checker {
    GravityRules<AnyBoard> rules{AnyBoard{{4, 4, 4}}};
    std::unordered_map<std::uint64_t, int> values;
    long positions = 0, settled = 0, claimeven = 0, odd_threat = 0, exact = 0;

    // Plain minimax over everything, by the rules of the game alone.
    int value(const Position& at) {
        const Layout& board = rules.layout;
        if (at.discs == board.cells) return 0;
        const std::uint64_t key = key_of(at);
        if (const auto found = values.find(key); found != values.end()) return found->second;
        int best = -99;
        bool wins = false;
        for (int column = 0; column < board.columns; ++column) {
            const Bitboard cell = (at.taken + (Bitboard{1} << column * board.stride)) & board.column(column);
            if (!cell) continue;
            if (has_line(board, at.own | cell)) {
                best = std::max(best, (board.cells + 1 - at.discs) / 2);
                wins = true;
            } else {
                best = std::max(best, -value(at.after(cell)));
            }
        }
        values.emplace(key, best);
        ++positions;
        check(at, best, wins);
        return best;
    }

    void check(const Position& at, int value, bool wins) {
        const Bitboard mine = rules.threats(at.own, at.taken) & rules.playable(at.taken);
        if ((mine != 0) != wins) fail("a win in one", at, value, mine != 0);
        if (wins) return;
        const auto [quiet, decided] = play_forced(
            rules, {at, rules.threats(at.own, at.taken), rules.threats(at.other(), at.taken), 1});
        if (decided) {
            ++settled;
            if (*decided != value) fail("forced play", at, value, *decided);
            return;
        }
        const int here = quiet.sign * value;  // for the side to move where the choice begins
        const int discs = quiet.position.discs;
        const Bounds possible = quiet_bounds(rules.layout, discs);
        if (here > possible.high) fail("no win before the next disc but one", at, here, discs);
        if (here < possible.low) fail("no loss before the next disc but one", at, here, discs);
        const int most = rules.upper_bound(quiet.position, quiet.threats, unproven);
        if (here > most) fail(discs % 2 ? "odd threat" : "claimeven", at, here, most);
        if (most == unproven) return;
        ++(discs % 2 ? odd_threat : claimeven);
        exact += here == most;
    }

    [[noreturn]] void fail(const char* claim, const Position& at, int value, int claimed) {
        std::printf("WRONG %s: value %d, claimed %d; own %llx taken %llx discs %d\n", claim, value, claimed,
                    static_cast<unsigned long long>(at.own), static_cast<unsigned long long>(at.taken), at.discs);
        std::exit(1);
    }

    // A position after so many random moves, none of which ends the game; nothing if there is no such move.
    std::optional<Position> opening(plyground::SplitMix64& random, int plies) const {
        Position at{0, 0, 0};
        for (int ply = 0; ply < plies; ++ply) {
            const Bitboard open = rules.playable(at.taken) & ~rules.threats(at.own, at.taken);
            if (!open) return std::nullopt;
            Bitboard cell = open;
            for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(open))); skip > 0; --skip) cell &= cell - 1;
            at = at.after(lowest_cell(cell));
        }
        return at;
    }
};

int main(int count, char** words) {
    if (count != 4 && count != 6) return 2;
    Checker checker;
    checker.rules = GravityRules<AnyBoard>(AnyBoard{{std::atoi(words[1]), std::atoi(words[2]), std::atoi(words[3])}});
    if (count == 4) {
        checker.value({0, 0, 0});
    } else {
        plyground::SplitMix64 random(2026);
        for (int game = 0; game < std::atoi(words[5]); ++game) {
            if (const auto at = checker.opening(random, std::atoi(words[4]))) checker.value(*at);
            if (checker.values.size() > 20'000'000) checker.values.clear();
        }
    }
    std::printf("%ld positions, %ld settled, %ld claimeven, %ld odd threat, %ld exact\n", checker.positions,
                checker.settled, checker.claimeven, checker.odd_threat, checker.exact);
}
