// The searchers of the tree by their options, under limits: `TreeSearcher.search` of
// src/plyground/search/searcher.py, and what iterative deepening repeats.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "alphabeta.hpp"
#include "memo.hpp"
#include "minimax.hpp"
#include "mtdf.hpp"
#include "pvs.hpp"
#include "searcher.hpp"
#include "table_alphabeta.hpp"

namespace plyground {

enum class Algorithm : std::uint8_t { minimax, alphabeta, pvs, memo, table_alphabeta, mtdf };

struct TreeOptions {
    Algorithm algorithm = Algorithm::minimax;
    std::optional<Weights> weights;  // none: every unfinished position is worth 0
    bool plain = false;
    std::vector<Rank> order;
    std::uint64_t size = 0;  // of the table; 0: as many entries as memory holds
    bool keep_deeper = false;
    bool symmetry = false;

    bool tabled() const { return algorithm >= Algorithm::memo; }
};

// One search, or one row of searches to greater depths that learn from each other.
template <int Words>
class TreeSearch {
public:
    TreeSearch(const LineGame<Words>& game, const Symmetries<Words>* symmetries, const TreeOptions& options,
               const LinePosition<Words>& root, const Limits& limits, Pulse* pulse, Trace* trace)
        : options_(options), tree_(game, options.weights), root_(tree_.begin(root)), watch_(limits, pulse, trace) {
        if (options.tabled())
            table_.emplace(game, options.size, options.keep_deeper, options.symmetry ? symmetries : nullptr,
                           options.plain, watch_);
        order_.emplace(tree_, options.order, table_ ? &*table_ : nullptr);
    }

    // The answer to a depth, or what there is of one when a limit stops the search.
    Answer search(int depth) {
        Leaf<Words> leaf(tree_, options_.plain);
        try {
            return answer(explore(depth, leaf), leaf, nullptr);
        } catch (const Stopped& stop) {
            return answer(best_so_far(tree_, root_, leaf, watch_), leaf, stop.reason);
        }
    }

    bool is_large() const { return table_ && watch_.has_counted_many(); }

    // Remembers an answer for the search that goes one ply deeper.
    void next_depth(const Scored& best) {
        guess_ = best.score;
        order_->follow(root_, best.line);
        if (table_) table_->next_generation();
    }

private:
    // The value of the root to a depth, and the line of play.
    Scored explore(int depth, Leaf<Words>& leaf) {
        if (table_) table_->aim(depth);
        switch (options_.algorithm) {
            case Algorithm::minimax: return Minimax<Words>(tree_, depth, leaf, watch_)(root_);
            case Algorithm::alphabeta: return AlphaBeta<Words>(tree_, depth, leaf, *order_, watch_)(root_);
            case Algorithm::pvs: return PVS<Words>(tree_, depth, leaf, *order_, watch_)(root_);
            case Algorithm::memo: return MemoMinimax<Words>(tree_, depth, leaf, *table_, watch_)(root_);
            default: return with_table(depth, leaf);
        }
    }

    Scored with_table(int depth, Leaf<Words>& leaf) {
        WithTable<Words> value(tree_, depth, leaf, *order_, *table_, watch_);
        Scored found;
        if (options_.algorithm == Algorithm::mtdf) {
            found = mtdf(root_, guess_, value);
        } else {
            const Found whole = value.visit(root_, 0, -infinity, infinity);
            found = {whole.value, whole.line.whole()};
        }
        found.line = completed(found, tree_, root_, depth, options_.plain, *table_, watch_);
        return found;
    }

    Answer answer(const Scored& best, const Leaf<Words>& leaf, const char* stopped) const {
        return answer_of(best, leaf, table_ ? table_->hits : 0, watch_, stopped);
    }

    TreeOptions options_;
    Tree<Words> tree_;
    Place<Words> root_;
    Watch watch_;
    std::optional<Table<Words>> table_;
    std::optional<Order<Words>> order_;
    int guess_ = 0;
};

}  // namespace plyground
