// src/plyground/searchers/mtdf.py: close in on the value with empty windows alone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "table_alphabeta.hpp"

namespace plyground {

template <int Words>
class MTDf {
public:
    MTDf(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order, TranspositionTable<Words>& table,
         bool plain, Watch& watch)
        : tree_(tree), depth_(depth), table_(table), plain_(plain), watch_(watch),
          search_(tree, depth, leaf, order, table, watch) {}

    Scored operator()(const Node<Words>& root, int guess) {
        const Scored found = value(root, guess);
        return {found.score, extend_line(root, found)};
    }

private:
    // The value by a row of tests, each from the bound that the last one gave, and a last search for the line.
    Scored value(const Node<Words>& root, int guess) {
        int lower = -infinity, upper = infinity;
        while (lower < upper) {
            const int beta = std::max(guess, lower + 1);
            guess = search_.visit(root, 0, beta - 1, beta).value;
            if (guess < beta)
                upper = guess;
            else
                lower = guess;
        }
        return search_.visit(root, 0, guess - 1, guess + 1).scored();
    }

    // The line to its end, from what the table knows: `extend_line` of mtdf.py. Its nodes and hits do not count.
    Line extend_line(const Node<Words>& root, const Scored& found) {
        const std::uint64_t hits = table_.hits;
        Leaf<Words> leaf(tree_, plain_);
        Order<Words> order(tree_, {}, nullptr);
        Watch uncounted = watch_.uncounted(max_nodes_to_extend);
        AlphaBetaWithTable<Words> search(tree_, depth_, leaf, order, table_, uncounted);

        Line line = found.line;
        Node<Words> node = tree_.root(root);
        for (int move : line) node = tree_.root(tree_.game.after(node, move));
        int ply = static_cast<int>(line.size()), value = ply % 2 ? -found.score : found.score;
        const auto is_best = [&](int move) {
            return -search.visit(tree_.after(node, move), ply + 1, -value - 1, -value + 1).value == value;
        };
        try {
            while (ply < depth_) {
                const Moves<Words> moves = tree_.moves(node);
                const auto move = std::find_if(moves.begin(), moves.end(), is_best);
                if (move == moves.end()) break;  // the game is over, or the table has lost too many entries
                line.push_back(*move);
                node = tree_.root(tree_.game.after(node, *move));
                ++ply;
                value = -value;
            }
        } catch (const Stopped&) {  // the table has lost so much that this has become a search
        }
        table_.hits = hits;
        tree_.root(root);
        return line;
    }

    static constexpr std::uint64_t max_nodes_to_extend = 20'000;

    Tree<Words>& tree_;
    int depth_;
    TranspositionTable<Words>& table_;
    bool plain_;
    Watch& watch_;
    AlphaBetaWithTable<Words> search_;
};

}  // namespace plyground
