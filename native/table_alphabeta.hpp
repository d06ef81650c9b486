// src/plyground/search/table_alphabeta.py: alpha-beta with a transposition table of bounds.
#pragma once

#include <algorithm>
#include <utility>

#include "memo.hpp"
#include "order.hpp"
#include "searcher.hpp"
#include "table.hpp"

namespace plyground {

template <int Words>
class WithTable {
public:
    WithTable(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Order<Words>& order, Table<Words>& table,
              Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), order_(order), table_(table), watch_(watch) {}

    Found visit(const Place<Words>& place, int ply, int alpha, int beta) {
        return watch_.node(place.move, ply, alpha, beta, FoundLines(), [&] { return value(place, ply, alpha, beta); });
    }

private:
    // value ≤ alpha: an upper bound of the true value; alpha < value < beta: the true value;
    // value ≥ beta: a lower bound.
    Found value(const Place<Words>& place, int ply, int alpha, int beta) {
        if (ply == depth_ || place.ending != Ending::none) return {leaf_(place, ply), {}};
        const int floor = alpha, ceiling = beta;
        auto known = table_.find(place, ply);
        if (known) {
            if (known->bound != Bound::upper) alpha = std::max(alpha, known->value);
            if (known->bound != Bound::lower) beta = std::min(beta, known->value);
            if (alpha >= beta) return {known->value, std::move(known->line)};
        }
        const int least = alpha;
        const Standing<Words> here(tree_, place);
        int best = -infinity;
        SharedLine line;
        for (int move : order_(place, ply)) {
            Found reply = visit(tree_.after(place, move), ply + 1, -beta, -alpha);
            if (-reply.value > best) {
                best = -reply.value;
                line = lead(move, std::move(reply.line));
            }
            alpha = std::max(alpha, best);
            if (alpha >= beta) {
                order_.refuted(ply, move);
                break;
            }
        }
        const Bound bound = best <= floor ? Bound::upper : best >= ceiling ? Bound::lower : Bound::exact;
        if (known && floor < best && best <= least)  // nothing beats the known move, which is worth just that
            line = known->line.empty() ? SharedLine() : lead(table_.lines.move(known->line.index()), {});
        table_.store(place, ply, best, bound, line);
        return {best, std::move(line)};
    }

    SharedLine lead(int move, SharedLine rest) { return {table_.lines, table_.lines.lead(move, rest.release())}; }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Order<Words>& order_;
    Table<Words>& table_;
    Watch& watch_;
};

// The whole principal line, where a table knew a value and not the play that leads to it: `completed` and
// `unwatched` of src/plyground/search/tabled.py.
template <int Words>
Line completed(const Scored& found, Tree<Words>& tree, const Place<Words>& root, int depth, bool plain,
               Table<Words>& table, const Watch& watch) {
    constexpr std::uint64_t most_nodes = 20'000;
    const std::uint64_t hits = table.hits;
    Leaf<Words> leaf(tree, plain);
    Order<Words> order(tree, {}, nullptr);
    Watch unwatched = watch.apart(most_nodes);
    WithTable<Words> value(tree, depth, leaf, order, table, unwatched);

    Line line = found.line;
    Place<Words> place = tree.begin(root);
    for (int move : line) place = tree.begin(tree.game.after(place, move));
    int ply = static_cast<int>(line.size()), worth = ply % 2 ? -found.score : found.score;
    const auto fits = [&](int move) {
        return -value.visit(tree.after(place, move), ply + 1, -worth - 1, -worth + 1).value == worth;
    };
    try {
        while (ply < depth) {
            const Moves<Words> moves = tree.moves(place);
            const auto move = std::find_if(moves.begin(), moves.end(), fits);
            if (move == moves.end()) break;  // play is over, or the table has forgotten too much
            line.push_back(*move);
            place = tree.begin(tree.game.after(place, *move));
            ++ply;
            worth = -worth;
        }
    } catch (const Stopped&) {  // completing a line has become a search
    }
    table.hits = hits;
    tree.begin(root);
    return line;
}

}  // namespace plyground
