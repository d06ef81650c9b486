// A node of a search: a position with the move that led to it, how the game ended, and what it is worth.
#pragma once

#include <cstdint>
#include <optional>

#include "attributes.hpp"
#include "line_game.hpp"
#include "line_weights.hpp"

namespace plyground {

template <int Words>
struct Node : LinePosition<Words> {
    Ending ending = Ending::none;
    std::int16_t move = -1;  // that led here; -1 where the search began
    Views views;
};

// The tree that the rules span below a root, with an evaluation of its positions if one was given. With
// one, a search goes on only from the node that it stands on: see OnBoard.
template <int Words>
class Tree {
public:
    const LineGame<Words>& game;

    Tree(const LineGame<Words>& game, const std::optional<LineWeights>& weights) : game(game) {
        if (weights) counts_.emplace(game, *weights);
    }

    // Begins at a position, and puts its stones on the board.
    Node<Words> root(const LinePosition<Words>& position) {
        return {position, game.ending(position), -1, counts_ ? counts_->count(position) : Views()};
    }

    PLYGROUND_HOT Moves<Words> moves(const Node<Words>& node) const {
        return node.ending == Ending::none ? game.moves(node) : Moves<Words>();
    }

    PLYGROUND_HOT Node<Words> after(const Node<Words>& node, int move) const {
        Node<Words> next{game.after(node, move), Ending::none, static_cast<std::int16_t>(move), node.views};
        if (!counts_)
            next.ending = game.ending_by(move, next);
        else if (counts_->add(node.to_move, move, next.views))
            next.ending = won_by(node.to_move);
        else if (next.occupied() == game.board)
            next.ending = Ending::drawn;
        return next;
    }

    // The estimate of a position for the side to move: 0 without an evaluation.
    int estimate(const Node<Words>& node) const { return node.views.of(node.to_move); }

private:
    template <int>
    friend class OnBoard;

    std::optional<LineCounts<Words>> counts_;
};

// While it lives, the stone that led to a node is on the board: it is counted on the lines through its cell.
// Most nodes are leaves, whose stones need not be counted.
template <int Words>
class OnBoard {
public:
    PLYGROUND_HOT OnBoard(Tree<Words>& tree, const Node<Words>& node) : tree_(tree), node_(node) {
        if (moved()) tree.counts_->put(1 - node.to_move, node.move);
    }

    PLYGROUND_HOT ~OnBoard() {
        if (moved()) tree_.counts_->take_back(1 - node_.to_move, node_.move);
    }

    OnBoard(const OnBoard&) = delete;

private:
    bool moved() const { return tree_.counts_ && node_.move >= 0; }

    Tree<Words>& tree_;
    const Node<Words>& node_;
};

}  // namespace plyground
