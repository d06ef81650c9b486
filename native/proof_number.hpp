// src/plyground/searchers/proof_number.py: expand the leaf that needs the fewest further proofs.
#pragma once

#include <algorithm>
#include <cstdint>

#include "node.hpp"
#include "stable_vector.hpp"
#include "watch.hpp"

namespace plyground {

// The two numbers of a node, from its side to move: φ leaves must be shown to prove its goal, δ to refute it.
struct ProofNumbers {
    using Number = std::int64_t;

    static constexpr Number infinite = Number{1} << 40;  // ∞: more leaves than any search has

    Number phi, delta;

    bool decided() const { return phi == 0 || delta == 0; }

    // φ of a parent is the least δ of its children, and δ the sum of their φ. A sum is ∞ only if a child's φ is:
    // a large sum is no proof.
    static ProofNumbers without_children() { return {infinite, 0}; }
    void add_child(const ProofNumbers& child) {
        phi = std::min(phi, child.delta);
        if (delta == infinite || child.phi == infinite)
            delta = infinite;
        else
            delta = std::min(delta + child.phi, infinite - 1);
    }
};

// What the side to move at the root tries to prove: that it wins, or that it does not lose.
struct Goal {
    int attacker;
    bool draw_is_enough;

    bool reached(Ending ending) const {
        return draw_is_enough ? ending != won_by(1 - attacker) : ending == won_by(attacker);
    }

    // The numbers of a leaf, from its side to move.
    template <int Words>
    ProofNumbers leaf(const Node<Words>& node) const {
        if (node.ending == Ending::none) return {1, 1};
        const bool proven = reached(node.ending) == (node.to_move == attacker);
        return proven ? ProofNumbers{0, ProofNumbers::infinite} : ProofNumbers{ProofNumbers::infinite, 0};
    }
};

// Whether the goal can be forced, and a move that does it.
struct Proof {
    static constexpr int no_move = -1;

    bool reached = false;
    int move = no_move;
};

// Best-first, on a tree in memory.
template <int Words>
class ProofNumberSearch {
public:
    ProofNumberSearch(const Tree<Words>& tree, Watch& watch) : tree_(tree), watch_(watch) {}

    Proof prove(const Node<Words>& root, const Goal& goal) {
        goal_ = goal;
        nodes_ = {};
        ProofNode& top = nodes_[nodes_.make()];
        top.numbers = goal.leaf(root);
        while (!top.numbers.decided()) develop(top, root, 0);
        Proof proof{top.numbers.phi == 0};
        for (Index child = top.count; child-- > 0;)
            if (nodes_[top.children + child].numbers.delta == 0) proof.move = nodes_[top.children + child].move;
        return proof;
    }

private:
    using Index = StableVector<int>::Index;

    struct ProofNode {
        ProofNumbers numbers;
        Index children;  // the first of them; the others follow it
        std::uint16_t count;
        std::uint8_t move;
    };

    // Goes down to the most-proving leaf, expands it, and updates its ancestors on the way back.
    void develop(ProofNode& node, const Node<Words>& position, int ply) {
        watch_.count(ply);
        if (node.count) {
            ProofNode& child = most_proving(node);
            develop(child, tree_.after(position, child.move), ply + 1);
        } else {
            expand(node, position);
        }
        update(node);
    }

    ProofNode& most_proving(ProofNode& node) {
        ProofNode* best = &nodes_[node.children];
        for (Index child = 1; child < node.count; ++child) {
            ProofNode& other = nodes_[node.children + child];
            if (other.numbers.delta < best->numbers.delta) best = &other;
        }
        return *best;
    }

    void expand(ProofNode& node, const Node<Words>& position) {
        const Moves<Words> moves = tree_.moves(position);
        node.count = static_cast<std::uint16_t>(moves.size());
        node.children = nodes_.make(node.count);
        Index at = node.children;
        for (int move : moves) {
            ProofNode& child = nodes_[at++];
            child.move = static_cast<std::uint8_t>(move);
            child.numbers = goal_.leaf(tree_.after(position, move));
        }
    }

    void update(ProofNode& node) {
        node.numbers = ProofNumbers::without_children();
        for (Index child = 0; child < node.count; ++child)
            node.numbers.add_child(nodes_[node.children + child].numbers);
    }

    const Tree<Words>& tree_;
    Watch& watch_;
    Goal goal_{};
    StableVector<ProofNode> nodes_;
};

}  // namespace plyground
