// In which order moves are tried, as src/plyground/search/order.py says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "place.hpp"
#include "slots.hpp"
#include "table.hpp"

namespace plyground {

enum class Rank : std::uint8_t { centre, best, killers, history };

template <int Words>
class Order {
public:
    // By the first rank, then by the next where that leaves a tie; at last, and with none, as the rules do.
    Order(const Tree<Words>& tree, std::vector<Rank> ranks, Table<Words>* table)
        : tree_(tree), ranks_(std::move(ranks)), table_(table), killers_(tree.game.cells + 1),
          history_(tree.game.cells) {}

    Moves<Words> operator()(const Place<Words>& place, int ply) {
        Moves<Words> moves = tree_.moves(place);
        for (auto rank = ranks_.rbegin(); rank != ranks_.rend(); ++rank) sort(moves, *rank, place, ply);
        return moves;
    }

    // Learns that a move at a ply was too good for the opponent to allow.
    void refuted(int ply, int move) {
        if (ranks_.empty()) return;  // it would not be asked
        ++history_[move];
        Killers& killers = killers_[ply];
        if (move == killers.last || move == killers.before) return;
        killers = {move, killers.last};
    }

    // Learns a line of best play.
    void follow(Place<Words> place, const Line& line) {
        for (int move : line) {
            best_.make_room([] {});
            Best& best = best_at(place);
            if (!best.used) best_.count_used();
            best = {place.own, place.other, place.key(tree_.game.cells), move, true};
            place.LinePosition<Words>::operator=(tree_.game.after(place, move));
        }
    }

private:
    struct Killers {
        int last = -1, before = -1;
    };

    struct Best {
        Bits<Words> own, other;
        std::uint64_t slot;
        int move;
        bool used;
    };

    void sort(Moves<Words>& moves, Rank rank, const Place<Words>& place, int ply) {
        switch (rank) {
            case Rank::centre: return by(moves, [&](int move) { return from_centre(move); });
            case Rank::history: return by(moves, [&](int move) { return -history_[move]; });
            case Rank::killers: {
                const Killers killers = killers_[ply];
                return by(moves, [=](int move) { return move != killers.last && move != killers.before; });
            }
            case Rank::best: {
                const int best = best_move(place);
                if (best >= 0) by(moves, [=](int move) { return move != best; });
            }
        }
    }

    // Sorts by a number for each move, the lowest first, and leaves equals as they are.
    template <class Number>
    static void by(Moves<Words>& moves, Number number) {
        const auto less = [&](int one, int other) { return number(one) < number(other); };
        if (moves.size() > 32) return std::stable_sort(moves.begin(), moves.end(), less);
        for (std::uint8_t* end = moves.begin(); end != moves.end(); ++end)
            for (std::uint8_t* at = end; at != moves.begin() && less(*at, at[-1]); --at) std::swap(*at, at[-1]);
    }

    // How far a cell is from the middle; where discs fall, only columns count.
    int from_centre(int cell) const {
        const auto& game = tree_.game;
        const int upward = game.gravity ? 0 : std::abs(2 * (cell / game.columns) - game.rows + 1);
        return std::abs(2 * (cell % game.columns) - game.columns + 1) + upward;
    }

    int best_move(const Place<Words>& place) {
        const int known = table_ ? table_->best(place) : -1;
        if (known >= 0) return known;
        const Best& best = best_at(place);
        return best.used ? best.move : -1;
    }

    Best& best_at(const Place<Words>& place) {
        return best_.find(place.key(tree_.game.cells), [&](const Best& best) {
            return best.own == place.own && best.other == place.other;
        });
    }

    const Tree<Words>& tree_;
    std::vector<Rank> ranks_;
    Table<Words>* table_;
    std::vector<Killers> killers_;
    std::vector<std::int64_t> history_;
    Slots<Best> best_;
};

}  // namespace plyground
