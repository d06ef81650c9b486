// Checks that positions with the same state of their lines have the same value, and that whoever has no line left does
// not win: on all positions of a board, or on those that follow from random openings. Values are from plain minimax.
//
//   check_lines COLUMNS ROWS [OPENING_PLIES GAMES]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../../native/rng.hpp"
#include "../../native/solver/line_hash.hpp"
#include "../../native/solver/rules.hpp"

using namespace plyground::solver;

// The values of positions by their keys. It doubles when half of it is used.
class Values {
public:
    const signed char* find(std::uint64_t key) const {
        const Slot& slot = slots_[place_of(key)];
        return slot.key == key ? &slot.value : nullptr;
    }
    void add(std::uint64_t key, int value) {
        if (2 * ++count_ > slots_.size()) grow();
        slots_[place_of(key)] = {key, static_cast<signed char>(value)};
    }

private:
    struct Slot {
        std::uint64_t key = ~std::uint64_t{0};  // that of no position
        signed char value = 0;
    };

    std::size_t place_of(std::uint64_t key) const {
        std::size_t place = key * 0x9E3779B97F4A7C15 >> 20 & (slots_.size() - 1);
        while (slots_[place].key != key && slots_[place].key != Slot().key) place = (place + 1) & (slots_.size() - 1);
        return place;
    }
    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        for (const Slot& slot : before)
            if (slot.key != Slot().key) slots_[place_of(slot.key)] = slot;
    }

    std::size_t count_ = 0;
    std::vector<Slot> slots_ = std::vector<Slot>(1 << 16);
};

struct Checker {
    // What the table knows of a state, and in its lowest bits the value of the position that it was met in.
    struct Met {
        std::uint64_t first, second;

        bool operator<(const Met& other) const {
            return first != other.first ? first < other.first : second < other.second;
        }
        bool is_same_state(const Met& other) const { return first == other.first && (second ^ other.second) < 1 << 24; }
    };

    GravityRules<AnyBoard> rules;
    Values values{};
    std::vector<Met> met{};
    long lost_lines = 0;

    // Plain minimax over everything, by the rules of the game alone.
    int value(const Position& at) {
        const Layout& board = rules.layout;
        if (at.discs == board.cells) return 0;
        if (const signed char* const found = values.find(key_of(at))) return *found;
        int best = -99;
        for (int column = 0; column < board.columns; ++column) {
            const Bitboard cell = (at.taken + (Bitboard{1} << column * board.stride)) & board.column(column);
            if (!cell) continue;
            const bool wins = has_line(board, at.own | cell);
            best = std::max(best, wins ? value_of_win(board, at.discs) : -value(at.after(cell)));
        }
        values.add(key_of(at), best);
        meet(at, best);
        return best;
    }

    void meet(const Position& at, int value) {
        const Layout& board = rules.layout;
        const Bitboard empty = board.all_cells & ~at.taken;
        const Sides stones{at.own, at.other()};
        const Sides wins{rules.threats(at.own, at.taken), rules.threats(at.other(), at.taken)};
        const Lines lines = lines_of(board, stones, empty, wins);
        const LineHash hash = hash_of(board, lines, at.taken, dead_columns(board, lines, empty, wins));
        met.push_back({hash.first, hash.second >> 24 << 24 | static_cast<std::uint64_t>(value + 64)});
        const Sides living = lines.any();
        if ((!living[0] && value > 0) || (!living[1] && value < 0)) fail("a side without a line wins");
        lost_lines += !living[0] || !living[1];
    }

    // How many positions shared a state that was met before, and agreed.
    long compare() {
        long shared = 0;
        std::sort(met.begin(), met.end());
        for (std::size_t i = 1; i < met.size(); ++i) {
            if (!met[i].is_same_state(met[i - 1])) continue;
            if (met[i].second != met[i - 1].second) fail("the same state of the lines, but another value");
            ++shared;
        }
        return shared;
    }

    [[noreturn]] static void fail(const char* what) {
        std::printf("WRONG %s\n", what);
        std::exit(1);
    }

    // Everything that follows from so many random moves, if the game does not end in them.
    void play_on(plyground::SplitMix64& random, int plies) {
        Position at{0, 0, 0};
        for (int ply = 0; ply < plies; ++ply) {
            Bitboard open = rules.playable(at.taken) & ~rules.threats(at.own, at.taken);
            if (!open) return;
            for (auto skip = random.below(static_cast<std::uint64_t>(std::popcount(open))); skip > 0; --skip)
                open = without_lowest_cell(open);
            at = at.after(lowest_cell(open));
        }
        value(at);
    }
};

int main(int count, char** words) {
    if (count != 3 && count != 5) return 2;
    const Layout board(std::atoi(words[1]), std::atoi(words[2]), 4);
    Checker checker{GravityRules<AnyBoard>(AnyBoard{board})};
    plyground::SplitMix64 random(48);
    if (count == 3) checker.value({0, 0, 0});
    else
        for (int game = 0; game < std::atoi(words[4]); ++game) checker.play_on(random, std::atoi(words[3]));
    const long shared = checker.compare();
    std::printf("positions %zu, shared %ld, without %ld\n", checker.met.size(), shared, checker.lost_lines);
}
