// In which order moves are tried, as src/plyground/searchers/order.py says.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "hash_table.hpp"
#include "node.hpp"
#include "table.hpp"

namespace plyground {

enum class Rank : std::uint8_t { centre, best, killers, history };

template <int Words>
class Order {
public:
    // Sorts by the first rank, ties by the next. The last ties, or all without ranks, stay in the order of the rules.
    Order(const Tree<Words>& tree, std::vector<Rank> ranks, TranspositionTable<Words>* table)
        : tree_(tree), ranks_(std::move(ranks)), table_(table), killers_(tree.game.cells + 1),
          history_(tree.game.cells) {}

    Moves<Words> operator()(const Node<Words>& node, int ply) {
        Moves<Words> moves = tree_.moves(node);
        for (auto rank = ranks_.rbegin(); rank != ranks_.rend(); ++rank) sort(moves, *rank, node, ply);
        return moves;
    }

    // Learns that a move at a ply was too good for the opponent to allow.
    void refuted(int ply, int move) {
        if (ranks_.empty()) return;  // nobody would ask
        ++history_[move];
        Killers& killers = killers_[ply];
        if (move == killers.last || move == killers.before) return;
        killers = {move, killers.last};
    }

    // Learns a line of best play.
    void follow(Node<Words> node, const Line& line) {
        for (int move : line) {
            best_.make_room([] {});
            Best& best = best_at(node);
            if (!best.used) best_.count_used();
            best = {node.own, node.other, node.key(tree_.game.cells), move, true};
            node.LinePosition<Words>::operator=(tree_.game.after(node, move));
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

    void sort(Moves<Words>& moves, Rank rank, const Node<Words>& node, int ply) {
        switch (rank) {
            case Rank::centre: return by(moves, [&](int move) { return from_centre(move); });
            case Rank::history: return by(moves, [&](int move) { return -history_[move]; });
            case Rank::killers: {
                const Killers killers = killers_[ply];
                return by(moves, [=](int move) { return move != killers.last && move != killers.before; });
            }
            case Rank::best: {
                const int best = best_move(node);
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

    int best_move(const Node<Words>& node) {
        const int known = table_ ? table_->best(node) : -1;
        if (known >= 0) return known;
        const Best& best = best_at(node);
        return best.used ? best.move : -1;
    }

    Best& best_at(const Node<Words>& node) {
        return best_.find(node.key(tree_.game.cells), [&](const Best& best) {
            return best.own == node.own && best.other == node.other;
        });
    }

    const Tree<Words>& tree_;
    std::vector<Rank> ranks_;
    TranspositionTable<Words>* table_;
    std::vector<Killers> killers_;
    std::vector<std::int64_t> history_;
    HashTable<Best> best_;
};

}  // namespace plyground
