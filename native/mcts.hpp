// src/plyground/searchers/mcts.py: play many games at random, more of them where they go well.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <tuple>
#include <vector>

#include "node.hpp"
#include "playouts.hpp"
#include "rng.hpp"
#include "stable_vector.hpp"
#include "watch.hpp"

namespace plyground {

template <int Words>
class MCTS {
public:
    MCTS(const LineGame<Words>& game, const LinePosition<Words>& root, double explore, std::uint64_t seed,
         const Limits& limits, Interrupt* interrupt)
        : tree_(game), root_(tree_.root(root)), explore_(explore), chance_(seed), watch_(limits, interrupt) {}

    SearchResult search(std::uint64_t rounds) {
        MctsNode& root = nodes_[nodes_.make()];
        begin(root, root_, 0);
        const char* stopped = nullptr;
        try {
            for (std::uint64_t round = 0; round < rounds && !root.is_proven; ++round) visit(root, root_, 0);
        } catch (const Stopped& stop) {
            stopped = stop.reason;
        }
        return {{score(root), line(root)}, root.is_proven, stopped, watch_.nodes(), watch_.depth(), 0, watch_.seconds()};
    }

    bool is_large() const { return watch_.has_counted_many(); }

    // A move, its visits, their total reward for the other side, and its proven score for the other side.
    using Child = std::tuple<int, std::uint64_t, double, std::optional<int>>;

    // After a search: what is known of each move that was visited.
    std::vector<Child> children() {
        std::vector<Child> found;
        each_child(nodes_[0], [&](const MctsNode& child) {
            found.emplace_back(child.move, child.visits, child.total,
                               child.is_proven ? std::optional<int>(child.proven) : std::nullopt);
        });
        return found;
    }

private:
    using Index = StableVector<int>::Index;

    static constexpr int scale = 1'000;  // a sure win by the playouts is +1000, short of any proven one

    // A position of the tree: the total reward of its visits for the side to move, or its proven score.
    struct MctsNode {
        std::uint64_t visits;
        double total;
        int proven;
        Index children;  // the first of them; the others follow it
        std::uint16_t moves;
        std::uint16_t expanded;  // how many of the children are in the tree
        std::uint8_t move;
        bool is_proven;
    };

    // One round of UCT below a node; the reward, -1 to 1, is for its side to move.
    double visit(MctsNode& node, const Node<Words>& position, int ply) {
        watch_.count(ply);
        double reward;
        if (node.is_proven) {
            reward = sign(node.proven);
        } else if (node.visits == 0) {
            reward = simulate(position);
        } else {
            MctsNode& child = node.expanded < node.moves ? expand(node, position, ply) : select(node);
            reward = -visit(child, tree_.after(position, child.move), ply + 1);
        }
        back_up(node, reward);
        return reward;
    }

    // The child of the highest upper confidence bound (UCB1) for the side to move.
    MctsNode& select(MctsNode& node) {
        const double parent_log = std::log(static_cast<double>(node.visits));
        MctsNode* best = nullptr;
        double highest = 0;
        each_child(node, [&](MctsNode& child) {
            if (child.is_proven) return;
            const auto visits = static_cast<double>(child.visits);
            const double bound = explore_ * std::sqrt(parent_log / visits) - child.total / visits;
            if (best && bound <= highest) return;
            best = &child;
            highest = bound;
        });
        return *best;
    }

    // Puts the next child into the tree.
    MctsNode& expand(MctsNode& node, const Node<Words>& position, int ply) {
        if (node.expanded == 0) {
            node.children = nodes_.make(node.moves);
            Index child = node.children;
            for (int move : tree_.moves(position)) nodes_[child++].move = static_cast<std::uint8_t>(move);
        }
        MctsNode& child = nodes_[node.children + node.expanded++];
        begin(child, tree_.after(position, child.move), ply + 1);
        return child;
    }

    // What a random game brings the side to move.
    double simulate(const Node<Words>& position) {
        return sign(payoff(playout(tree_.game, position, chance_), position.to_move, 0));
    }

    void back_up(MctsNode& node, double reward) {
        ++node.visits;
        node.total += reward;
        if (!node.is_proven) prove(node);
    }

    // A new node; the end of a game is proven.
    void begin(MctsNode& node, const Node<Words>& position, int ply) {
        node.moves = static_cast<std::uint16_t>(tree_.moves(position).size());
        if (position.ending == Ending::none) return;
        node.proven = payoff(position.ending, position.to_move, ply);
        node.is_proven = true;
    }

    // A node is proven if one of its children is a proven win for it, or all of them are proven.
    void prove(MctsNode& node) {
        int known = 0, best = -infinity;
        each_child(node, [&](const MctsNode& child) {
            if (!child.is_proven) return;
            ++known;
            best = std::max(best, -child.proven);
        });
        node.is_proven = known > 0 && (known == node.moves || best > heuristic);
        if (node.is_proven) node.proven = best;
    }

    // The most visited moves; a move that proves the score comes first.
    Line line(MctsNode& root) {
        Line line;
        for (MctsNode* node = &root; node->expanded;) {
            node = &best_child(*node, node->is_proven ? std::optional<int>(node->proven) : std::nullopt);
            line.push_back(node->move);
        }
        const Moves<Words> moves = tree_.moves(root_);
        if (line.empty() && moves.size()) line.push_back(moves.begin()[0]);
        return line;
    }

    int score(MctsNode& root) {
        if (root.is_proven)  // that it is a win is proven, but not that there is no shorter one
            return std::abs(root.proven) <= heuristic ? root.proven : win * sign(root.proven);
        double total = root.total;
        std::uint64_t visits = root.visits;
        if (root.expanded) {
            const MctsNode& best = best_child(root, std::nullopt);
            total = -best.total;
            visits = best.visits;
        }
        return static_cast<int>(std::nearbyint(scale * (total / static_cast<double>(std::max<std::uint64_t>(1, visits)))));
    }

    // The best child for its parent: one that proves the parent's score, a proven win, no proven loss, visits.
    MctsNode& best_child(MctsNode& node, std::optional<int> proven) {
        using Rating = std::tuple<bool, bool, bool, std::uint64_t>;
        MctsNode* best = nullptr;
        Rating highest;
        each_child(node, [&](MctsNode& child) {
            const bool proves = proven && child.is_proven && child.proven == -*proven;
            const bool wins = child.is_proven && child.proven < -heuristic;
            const bool loses = child.is_proven && child.proven > 0;
            const Rating rating{proves, wins, !loses, child.visits};
            if (best && rating <= highest) return;
            best = &child;
            highest = rating;
        });
        return *best;
    }

    template <class Visit>
    void each_child(MctsNode& node, Visit visit) {
        for (Index child = 0; child < node.expanded; ++child) visit(nodes_[node.children + child]);
    }

    Tree<Words> tree_;
    Node<Words> root_;
    double explore_;
    SplitMix64 chance_;
    Watch watch_;
    StableVector<MctsNode> nodes_;
};

}  // namespace plyground
