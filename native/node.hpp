// A node of a search: a position with the move that led to it, how the game ended, and what it is worth.
#pragma once

#include <cstdint>
#include <optional>

#include "attributes.hpp"
#include "line_game.hpp"
#include "line_weights.hpp"
#include "tuple_tables.hpp"

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

    explicit Tree(const LineGame<Words>& game) : game(game) {}

    // With weights of lines, or else with tables, if one of them is there.
    Tree(const LineGame<Words>& game, const std::optional<LineWeights>& weights, const AnyTupleTables* tables)
        : game(game) {
        if (weights) counts_.emplace(game, *weights);
        else if (tables) sums_.emplace(std::get<TupleTables<Words>>(*tables));
    }

    // Begins at a position, and puts its stones on the board.
    Node<Words> root(const LinePosition<Words>& position) {
        const Views views = counts_ ? counts_->count(position) : sums_ ? sums_->count(position) : Views();
        return {position, game.ending(position), -1, views};
    }

    PLYGROUND_HOT Moves<Words> moves(const Node<Words>& node) const {
        return node.ending == Ending::none ? game.moves(node) : Moves<Words>();
    }

    PLYGROUND_HOT Node<Words> after(const Node<Words>& node, int move) const {
        Node<Words> next{game.after(node, move), Ending::none, static_cast<std::int16_t>(move), node.views};
        if (!counts_) {
            next.ending = game.ending_by(move, next);
            if (sums_ && next.ending == Ending::none) sums_->add(node.to_move, move, next.views);
        } else if (counts_->add(node.to_move, move, next.views))
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

    void put(const Node<Words>& node) {
        if (counts_) counts_->put(1 - node.to_move, node.move);
        else sums_->put(1 - node.to_move, node.move);
    }

    void take_back(const Node<Words>& node) {
        if (counts_) counts_->take_back(1 - node.to_move, node.move);
        else sums_->take_back(1 - node.to_move, node.move);
    }

    std::optional<LineCounts<Words>> counts_;
    std::optional<TupleSums<Words>> sums_;
};

// While it lives, the stone that led to a node is on the board: it is counted on the lines through its cell.
// Most nodes are leaves, whose stones need not be counted.
template <int Words>
class OnBoard {
public:
    PLYGROUND_HOT OnBoard(Tree<Words>& tree, const Node<Words>& node) : tree_(tree), node_(node) {
        if (moved()) tree.put(node);
    }

    PLYGROUND_HOT ~OnBoard() {
        if (moved()) tree_.take_back(node_);
    }

    OnBoard(const OnBoard&) = delete;

private:
    bool moved() const { return (tree_.counts_ || tree_.sums_) && node_.move >= 0; }

    Tree<Words>& tree_;
    const Node<Words>& node_;
};

}  // namespace plyground
