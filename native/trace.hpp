// A search written down as rows, one a node: what src/plyground/search/trace.py records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace plyground {

struct Row {
    std::int64_t parent;  // -1 at a root
    int move, alpha, beta;
    int value = 0;
    bool known = false;   // the value came back
    bool end = false;     // the game was over here, or the depth reached
    bool capped = false;  // some of its children were not written down
};

class Trace {
public:
    Trace(std::size_t most_rows, int most_plies) : most_rows_(most_rows), most_plies_(most_plies) {}

    // What was written down and left out since the last time: whole trees, if no limit stopped the search.
    std::pair<std::vector<Row>, std::uint64_t> take() {
        taken_ += rows_.size();
        return {std::exchange(rows_, {}), std::exchange(left_out_, 0)};
    }

    void enter(int move, int ply, int alpha, int beta) {
        const std::int64_t parent = open_.empty() ? nobody : open_.back();
        const bool hidden = !open_.empty() && parent == nobody;
        if (hidden || taken_ + rows_.size() >= most_rows_ || ply > most_plies_) {
            ++left_out_;
            if (parent != nobody) rows_[static_cast<std::size_t>(parent)].capped = true;
            open_.push_back(nobody);
            return;
        }
        rows_.push_back({parent, move, alpha, beta});
        open_.push_back(static_cast<std::int64_t>(rows_.size()) - 1);
    }

    void leave(int value, bool end) {
        const std::int64_t row = open_.back();
        open_.pop_back();
        if (row == nobody) return;
        Row& written = rows_[static_cast<std::size_t>(row)];
        written.value = value;
        written.known = true;
        written.end = end;
    }

private:
    static constexpr std::int64_t nobody = -1;

    std::size_t most_rows_;
    int most_plies_;
    std::vector<Row> rows_;
    std::size_t taken_ = 0;
    std::uint64_t left_out_ = 0;
    std::vector<std::int64_t> open_;
};

}  // namespace plyground
