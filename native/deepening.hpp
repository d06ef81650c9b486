// src/plyground/searchers/deepening.py: search to depth 1, 2, 3, … and always have an answer.
#pragma once

#include <optional>

#include "searcher.hpp"

namespace plyground {

template <int Words>
class Deepening {
public:
    Deepening(const LineGame<Words>& game, const Symmetries<Words>* symmetries, const TreeOptions& inner,
              const LinePosition<Words>& root, int deepest, const Limits& limits, Interrupt* interrupt, Trace* trace)
        : search_(game, symmetries, inner, root, limits, interrupt, trace), deepest_(deepest) {}

    // The answer of the next depth. If a limit stops it, the last answer again, with the whole cost; then none.
    std::optional<SearchResult> next() {
        if (over_ || depth_ == deepest_) return std::nullopt;
        SearchResult found = search_.search(depth_ + 1);
        if (found.stopped) {
            over_ = true;
            if (last_) found.best = *last_;
            found.proven = false;
            found.depth = depth_;
            return found;
        }
        found.depth = ++depth_;
        over_ = found.proven;
        last_ = found.best;
        if (!over_) search_.next_depth(found.best);
        return found;
    }

    bool is_large() const { return search_.is_large(); }

private:
    TreeSearch<Words> search_;
    int deepest_;
    int depth_ = 0;
    bool over_ = false;
    std::optional<Scored> last_;
};

}  // namespace plyground
