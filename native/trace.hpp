// A search recorded as rows, one a node, as in src/plyground/searchers/trace.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plyground {

struct TraceRow {
    std::int64_t parent;  // -1 at a root
    int move, alpha, beta;
    int value = 0;
    bool known = false;   // the node has returned its value
    bool end = false;     // the game was over here, or the depth reached
    bool capped = false;  // some of its children were not recorded
};

class Trace {
public:
    Trace(std::size_t most_rows, int most_plies) : most_rows_(most_rows), most_plies_(most_plies) {}

    // The rows recorded since the last call, and how many nodes were left out.
    std::pair<std::vector<TraceRow>, std::uint64_t> take() {
        taken_ += rows_.size();
        return {std::exchange(rows_, {}), std::exchange(left_out_, 0)};
    }

    void enter(int move, int ply, int alpha, int beta) {
        const std::int64_t parent = open_.empty() ? no_row : open_.back();
        const bool hidden = !open_.empty() && parent == no_row;
        if (hidden || taken_ + rows_.size() >= most_rows_ || ply > most_plies_) {
            ++left_out_;
            if (parent != no_row) rows_[static_cast<std::size_t>(parent)].capped = true;
            open_.push_back(no_row);
            return;
        }
        rows_.push_back({parent, move, alpha, beta});
        open_.push_back(static_cast<std::int64_t>(rows_.size()) - 1);
    }

    void leave(int value, bool end) {
        const std::int64_t row = open_.back();
        open_.pop_back();
        if (row == no_row) return;
        TraceRow& written = rows_[static_cast<std::size_t>(row)];
        written.value = value;
        written.known = true;
        written.end = end;
    }

private:
    static constexpr std::int64_t no_row = -1;

    std::size_t most_rows_;
    int most_plies_;
    std::vector<TraceRow> rows_;
    std::size_t taken_ = 0;
    std::uint64_t left_out_ = 0;
    std::vector<std::int64_t> open_;
};

}  // namespace plyground
