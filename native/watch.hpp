// Counting and stopping, from outside: a node is one call of `node`, as in src/plyground/searchers/watch.py.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "attributes.hpp"
#include "interrupt.hpp"
#include "score.hpp"
#include "trace.hpp"
#include "types.hpp"
#include "zeroed_array.hpp"

namespace plyground {

class Watch {
public:
    Watch(const Limits& limits, Interrupt* interrupt, Trace* trace = nullptr)
        : limits_(limits), interrupt_(interrupt), trace_(trace) {
        constexpr double a_century = 3e9;
        if (limits.seconds < a_century)
            deadline_ = started_ + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(limits.seconds));
    }

    std::uint64_t nodes() const { return nodes_; }
    bool has_counted_many() const { return nodes_ > 20'000; }  // and so may have filled much memory
    int depth() const { return depth_; }
    Pages pages() const { return deadline_ == Clock::time_point::max() ? Pages::huge : Pages::small; }
    double seconds() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }

    // Calls a value function as a node: counts it, records it in the trace, and keeps results near the root.
    // `read` gives the score of a result and its line: a PvTable or a ReadScoredPv.
    template <class Read, class Value>
    PLYGROUND_HOT auto node(int move, int ply, int alpha, int beta, const Read& read, Value value) {
        count(ply);
        if (trace_) [[unlikely]]
            enter(move, ply, alpha, beta);
        auto result = value();
        if (trace_ || ply < 2) [[unlikely]]
            leave(move, ply, read, result);
        return result;
    }

    // Counts a node of a search that has neither windows nor lines.
    PLYGROUND_HOT void count(int ply) {
        if (nodes_ >= look_at_) [[unlikely]]
            look();
        ++nodes_;
        depth_ = std::max(depth_, ply);
    }

    // Stops if a limit is reached; else decides when to look again.
    PLYGROUND_COLD void look() {
        pace();
        look_at_ = nodes_ + every_;
        if (nodes_ >= limits_.nodes) throw Stopped{"nodes"};
        look_at_ = std::min(look_at_, limits_.nodes);
        look_at_clock();
    }

    // A watch for work that does not count: it stops after so many nodes, and has the deadline of this one.
    Watch uncounted(std::uint64_t max_nodes) const {
        Watch other({max_nodes}, interrupt_);
        other.deadline_ = deadline_;
        return other;
    }

    void look_at_clock() {
        if (!interrupt_) return;
        const auto now = Clock::now();
        if (now >= deadline_) throw Stopped{"seconds"};
        if (interrupt_->look(now, deadline_)) throw Stopped{"stop"};
    }

    // The result of the last finished call at the root, and the best of the root's replies finished since then.
    std::optional<Scored> answer, best_reply;

private:
    PLYGROUND_COLD void enter(int move, int ply, int alpha, int beta) { trace_->enter(move, ply, alpha, beta); }

    template <class Read, class Result>
    PLYGROUND_COLD void leave(int move, int ply, const Read& read, const Result& result) {
        if (trace_) trace_->leave(Read::score(result), read.empty(ply, result));
        if (ply < 2) keep(move, ply, {Read::score(result), read.line(ply, result)});
    }

    // Looks at the clock about every 0.2 ms. A node can take long: a whole random game, or sorting the moves of a
    // large board.
    void pace() {
        const auto now = Clock::now();
        const auto passed = now - looked_;
        looked_ = now;
        if (passed > std::chrono::microseconds(200)) every_ = std::max<std::uint64_t>(1, every_ / 2);
        if (passed < std::chrono::microseconds(100)) every_ = std::min<std::uint64_t>(4096, every_ * 2);
    }

    void keep(int move, int ply, Scored result) {
        if (ply == 0) {
            answer = std::move(result);
            best_reply.reset();
        } else if (!best_reply || -result.score > best_reply->score) {
            best_reply = Scored{-result.score, {static_cast<std::uint8_t>(move)}};
            best_reply->line.insert(best_reply->line.end(), result.line.begin(), result.line.end());
        }
    }

    Limits limits_;
    Interrupt* interrupt_;
    Trace* trace_;
    Clock::time_point started_ = Clock::now(), looked_ = started_;
    std::uint64_t every_ = 16;  // nodes between looks
    Clock::time_point deadline_ = Clock::time_point::max();
    std::uint64_t nodes_ = 0, look_at_ = 0;
    int depth_ = 0;
};

}  // namespace plyground
