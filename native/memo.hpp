// src/plyground/search/memo.py: minimax with a transposition table; each position is worked out once.
#pragma once

#include <utility>

#include "searcher.hpp"
#include "table.hpp"

namespace plyground {

// A value, and the line that leads to it, shared with a table.
struct Found {
    int value;
    SharedLine line;
};

// Tells a watch what a result holds.
struct FoundLines {
    static int score(const Found& found) { return found.value; }
    bool empty(int, const Found& found) const { return found.line.empty(); }
    Line whole(int, const Found& found) const { return found.line.whole(); }
};

template <int Words>
class MemoMinimax {
public:
    MemoMinimax(Tree<Words>& tree, int depth, Leaf<Words>& leaf, Table<Words>& table, Watch& watch)
        : tree_(tree), depth_(depth), leaf_(leaf), table_(table), watch_(watch) {}

    Scored operator()(const Place<Words>& root) {
        const Found found = visit(root, 0);
        return {found.value, found.line.whole()};
    }

private:
    Found visit(const Place<Words>& place, int ply) {
        return watch_.node(place.move, ply, -infinity, infinity, FoundLines(), [&] { return value(place, ply); });
    }

    Found value(const Place<Words>& place, int ply) {
        if (ply == depth_ || place.ending != Ending::none) return {leaf_(place, ply), {}};
        if (auto known = table_.find(place, ply)) return {known->value, std::move(known->line)};
        const Standing<Words> here(tree_, place);
        int best = -infinity;
        SharedLine line;
        for (int move : tree_.moves(place)) {
            Found reply = visit(tree_.after(place, move), ply + 1);
            if (-reply.value > best) {
                best = -reply.value;
                line = {table_.lines, table_.lines.lead(move, reply.line.release())};
            }
        }
        table_.store(place, ply, best, Bound::exact, line);
        return {best, std::move(line)};
    }

    Tree<Words>& tree_;
    int depth_;
    Leaf<Words>& leaf_;
    Table<Words>& table_;
    Watch& watch_;
};

}  // namespace plyground
