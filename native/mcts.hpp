// src/plyground/search/mcts.py: play many games at random, more of them where they go well.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <utility>
#include <vector>

#include "place.hpp"
#include "playout.hpp"
#include "pool.hpp"
#include "rng.hpp"
#include "searcher.hpp"

namespace plyground {

template <int Words>
class MCTS {
public:
    MCTS(const LineGame<Words>& game, const LinePosition<Words>& root, double explore, std::uint64_t seed,
         const Limits& limits, Pulse* pulse)
        : tree_(game, {}), root_(tree_.begin(root)), explore_(explore), chance_(seed),
          watch_(limits, pulse) {}

    Answer search(std::uint64_t rounds) {
        const Index root = nodes_.make();
        grow(nodes_[root], root_, 0);
        const char* stopped = nullptr;
        try {
            for (std::uint64_t round = 0; round < rounds && !nodes_[root].is_proven; ++round)
                visit(nodes_[root], root_, 0);
        } catch (const Stopped& stop) {
            stopped = stop.reason;
        }
        return {answer(nodes_[root]), nodes_[root].is_proven, stopped, watch_.nodes(), watch_.depth(), 0,
                watch_.seconds()};
    }

    bool is_large() const { return watch_.has_counted_many(); }

    // After a search: how often each move was looked at.
    std::vector<std::pair<int, std::uint64_t>> visits() {
        std::vector<std::pair<int, std::uint64_t>> counts;
        each_child(nodes_[0], [&](const Node& child) { counts.emplace_back(child.move, child.visits); });
        return counts;
    }

private:
    using Index = Pool<int>::Index;

    static constexpr int scale = 1'000;  // a sure win by the playouts is +1000, short of any proven one

    // A position of the tree: what its playouts brought the side to move, or its proven score.
    struct Node {
        std::uint64_t visits;
        double total;
        int proven;
        Index children;       // the first of them; all the rest follow it
        std::uint16_t moves;  // how many there are, and how many children are grown
        std::uint16_t grown;
        std::uint8_t move;
        bool is_proven;
    };

    // One round of UCT: down the tree to a new node, a random game, and what came of it added on the way.
    double visit(Node& node, const Place<Words>& place, int ply) {
        watch_.count(ply);
        double gained;
        if (node.is_proven) {
            gained = sign(node.proven);
        } else if (node.visits == 0) {
            gained = sign(paid(playout(tree_.game, place, chance_), place.to_move, 0));
        } else {
            Node& child = child_to_visit(node, place, ply);
            gained = -visit(child, tree_.after(place, child.move), ply + 1);
            prove(node);
        }
        ++node.visits;
        node.total += gained;
        return gained;
    }

    Node& child_to_visit(Node& node, const Place<Words>& place, int ply) {
        if (node.grown < node.moves) {
            if (node.grown == 0) make_children(node, place);
            Node& child = nodes_[node.children + node.grown++];
            grow(child, tree_.after(place, child.move), ply + 1);
            return child;
        }
        const double parent_log = std::log(static_cast<double>(node.visits));
        Node* best = nullptr;
        double most = 0;
        each_child(node, [&](Node& child) {
            if (child.is_proven) return;
            const auto visits = static_cast<double>(child.visits);
            const double bound = explore_ * std::sqrt(parent_log / visits) - child.total / visits;
            if (best && bound <= most) return;
            best = &child;
            most = bound;
        });
        return *best;
    }

    void make_children(Node& node, const Place<Words>& place) {
        node.children = nodes_.make(node.moves);
        Index child = node.children;
        for (int move : tree_.moves(place)) nodes_[child++].move = static_cast<std::uint8_t>(move);
    }

    // A new node; a finished game is proven by what it paid.
    void grow(Node& node, const Place<Words>& place, int ply) {
        node.moves = static_cast<std::uint16_t>(tree_.moves(place).size());
        if (place.ending == Ending::none) return;
        node.proven = paid(place.ending, place.to_move, ply);
        node.is_proven = true;
    }

    // A node is proven if its children tell: one that wins, or all of them.
    void prove(Node& node) {
        int known = 0, best = -infinity;
        each_child(node, [&](const Node& child) {
            if (!child.is_proven) return;
            ++known;
            best = std::max(best, -child.proven);
        });
        node.is_proven = known > 0 && (known == node.moves || best > heuristic);
        if (node.is_proven) node.proven = best;
    }

    // The score of the root, and the line of the most visited moves; a proven one goes before all.
    Scored answer(Node& root) {
        Line line;
        for (Node* node = &root; node->grown;) {
            node = &best_child(*node, *node);
            line.push_back(node->move);
        }
        if (line.empty())
            for (int move : tree_.moves(root_))
                if (line.empty()) line.push_back(static_cast<std::uint8_t>(move));
        return {score(root), line};
    }

    int score(Node& root) {
        if (root.is_proven)  // a win is proven, and not that there is no shorter one
            return std::abs(root.proven) <= heuristic ? root.proven : win * sign(root.proven);
        double total = root.total;
        std::uint64_t visits = root.visits;
        if (root.grown) {
            const Node& best = best_child(root, Node{});
            total = -best.total;
            visits = best.visits;
        }
        return static_cast<int>(std::nearbyint(scale * (total / static_cast<double>(std::max<std::uint64_t>(1, visits)))));
    }

    // The best child for its parent: what proves `wanted`, a proven win, no loss, visits.
    Node& best_child(Node& node, const Node& wanted) {
        using Worth = std::tuple<bool, bool, bool, std::uint64_t>;
        Node* best = nullptr;
        Worth most;
        each_child(node, [&](Node& child) {
            const bool proves = wanted.is_proven && child.is_proven && child.proven == -wanted.proven;
            const bool wins = child.is_proven && child.proven < -heuristic;
            const bool loses = child.is_proven && child.proven > 0;
            const Worth worth{proves, wins, !loses, child.visits};
            if (best && worth <= most) return;
            best = &child;
            most = worth;
        });
        return *best;
    }

    template <class Visit>
    void each_child(Node& node, Visit visit) {
        for (Index child = 0; child < node.grown; ++child) visit(nodes_[node.children + child]);
    }

    Tree<Words> tree_;
    Place<Words> root_;
    double explore_;
    SplitMix64 chance_;
    Watch watch_;
    Pool<Node> nodes_;
};

}  // namespace plyground
