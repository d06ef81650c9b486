// The searchers of the tree by their options, under limits: `TreeSearcher` of src/plyground/searchers/searcher.py,
// and what iterative deepening repeats.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "alphabeta.hpp"
#include "leaf.hpp"
#include "memo.hpp"
#include "minimax.hpp"
#include "mtdf.hpp"
#include "pvs.hpp"
#include "table_alphabeta.hpp"
#include "types.hpp"

namespace plyground {

enum class Algorithm : std::uint8_t { minimax, alphabeta, pvs, memo, table_alphabeta, mtdf };

struct TreeOptions {
    Algorithm algorithm = Algorithm::minimax;
    std::optional<LineWeights> weights;            // neither these nor tables: every unfinished position is worth 0
    std::shared_ptr<const AnyTupleTables> tables;  // of the game that is searched
    bool plain = false;
    std::vector<Rank> order;
    std::uint64_t size = 0;  // of the table; 0: as many entries as memory holds
    bool keep_deeper = false;
    bool symmetry = false;
    bool strict = false;     // whether alpha-beta goes on where alpha and beta are equal
    bool fail_hard = false;  // and keeps its values in the window

    bool has_table() const { return algorithm >= Algorithm::memo; }
};

// One search, or several to greater and greater depths that learn from each other.
template <int Words>
class TreeSearch {
public:
    TreeSearch(const LineGame<Words>& game, const Symmetries<Words>* symmetries, const TreeOptions& options,
               const LinePosition<Words>& root, const Limits& limits, Interrupt* interrupt, Trace* trace)
        : options_(options), tree_(game, options.weights, options.tables.get()), root_(tree_.root(root)), watch_(limits, interrupt, trace) {
        if (options.has_table())
            table_.emplace(game, options.size, options.keep_deeper, options.symmetry ? symmetries : nullptr,
                           options.plain, watch_);
        order_.emplace(tree_, options.order, table_ ? &*table_ : nullptr);
    }

    // The answer to a depth, or what there is of one when a limit stops the search.
    SearchResult search(int depth) {
        Leaf<Words> leaf(tree_, options_.plain);
        try {
            return result(explore(depth, leaf), leaf, nullptr);
        } catch (const Stopped& stop) {
            return result(best_so_far(leaf), leaf, stop.reason);
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
        if (table_) table_->begin_search(depth);
        switch (options_.algorithm) {
            case Algorithm::minimax: return Minimax<Words>(tree_, depth, leaf, watch_)(root_);
            case Algorithm::alphabeta: return explore_alphabeta(depth, leaf);
            case Algorithm::pvs: return PVS<Words>(tree_, depth, leaf, *order_, watch_)(root_);
            case Algorithm::memo: return MemoMinimax<Words>(tree_, depth, leaf, *table_, watch_)(root_);
            case Algorithm::table_alphabeta:
                return AlphaBetaWithTable<Words>(tree_, depth, leaf, *order_, *table_, watch_)(root_);
            default: return MTDf<Words>(tree_, depth, leaf, *order_, *table_, options_.plain, watch_)(root_, guess_);
        }
    }

    Scored explore_alphabeta(int depth, Leaf<Words>& leaf) {
        return AlphaBeta<Words>(tree_, depth, leaf, *order_, watch_, options_.strict, options_.fail_hard)(root_);
    }

    // The answer of a search that was stopped: the best reply that came back, else the first move.
    Scored best_so_far(Leaf<Words>& leaf) {
        if (watch_.answer) return *watch_.answer;
        if (watch_.best_reply) return *watch_.best_reply;
        const Moves<Words> moves = tree_.moves(root_);
        return {leaf(root_, 0), Line(moves.begin(), moves.begin() + (moves.size() > 0))};
    }

    // The answer is proven if nothing in it is an estimate, or if it is a win or a loss. A search that was
    // stopped has finished no depth, however deep it has looked.
    SearchResult result(const Scored& best, const Leaf<Words>& leaf, const char* stopped) const {
        const bool proven = !stopped && (leaf.estimates == 0 || std::abs(best.score) > heuristic);
        const int depth = stopped ? 0 : watch_.depth();
        return {best, proven, stopped, watch_.nodes(), depth, table_ ? table_->hits : 0, watch_.seconds()};
    }

    TreeOptions options_;
    Tree<Words> tree_;
    Node<Words> root_;
    Watch watch_;
    std::optional<TranspositionTable<Words>> table_;
    std::optional<Order<Words>> order_;
    int guess_ = 0;
};

}  // namespace plyground
