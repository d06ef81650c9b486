// src/plyground/searchers/proof.py: who wins, by proof-number search of either method.
#pragma once

#include <cstdint>

#include "df_pn.hpp"
#include "proof_number.hpp"
#include "types.hpp"

namespace plyground {

template <int Words>
class ProofNumber {
public:
    ProofNumber(const LineGame<Words>& game, const LinePosition<Words>& root, bool best_first, std::uint64_t size,
                const Limits& limits, Interrupt* interrupt)
        : tree_(game), root_(tree_.root(root)), watch_(limits, interrupt), is_best_first_(best_first),
          best_first_(tree_, watch_), depth_first_(tree_, size, watch_) {}

    // Can the side to move win, and if not, can it hold a draw?
    SearchResult search() {
        const char* stopped = nullptr;
        int score = 0, move = Proof::no_move;
        try {
            const Proof wins = prove({root_.to_move, false});
            score = wins.reached ? win : 0;
            move = wins.move;
            if (!wins.reached) {
                const Proof holds = prove({root_.to_move, true});
                score = holds.reached ? 0 : -win;
                move = holds.move;
            }
        } catch (const Stopped& stop) {
            stopped = stop.reason;
        }
        Line line;
        if (root_.ending == Ending::none)
            line.push_back(static_cast<std::uint8_t>(move == Proof::no_move ? safe_move() : move));
        return {{score, line}, !stopped, stopped, watch_.nodes(), watch_.depth(), 0, watch_.seconds()};
    }

    bool is_large() const { return watch_.has_counted_many(); }

private:
    Proof prove(const Goal& goal) {
        return is_best_first_ ? best_first_.prove(root_, goal) : depth_first_.prove(root_, goal);
    }

    // What to play where nothing is proven: a win at once, else a move that does not allow one.
    int safe_move() const {
        const Moves<Words> moves = tree_.moves(root_);
        for (int move : moves)
            if (tree_.after(root_, move).ending == won_by(root_.to_move)) return move;
        for (int move : moves)
            if (!allows_win(tree_.after(root_, move))) return move;
        return moves[0];
    }

    bool allows_win(const Node<Words>& node) const {
        for (int reply : tree_.moves(node))
            if (tree_.after(node, reply).ending == won_by(node.to_move)) return true;
        return false;
    }

    Tree<Words> tree_;
    Node<Words> root_;
    Watch watch_;
    bool is_best_first_;
    ProofNumberSearch<Words> best_first_;
    DfPn<Words> depth_first_;
};

}  // namespace plyground
