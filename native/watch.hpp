// Counting and stopping, from outside: a node is one call of `node`, as in src/plyground/search/watch.py.
#pragma once

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "inline.hpp"
#include "limits.hpp"
#include "memory.hpp"
#include "pulse.hpp"
#include "score.hpp"
#include "trace.hpp"

namespace plyground {

class Watch {
public:
    Watch(const Limits& limits, Pulse* pulse, Trace* trace = nullptr)
        : limits_(limits), pulse_(pulse), trace_(trace) {
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

    // Calls a value function as a node: counts it, writes it down, and keeps what comes back near the root.
    // `lines` knows the line that belongs to a result.
    template <class Lines, class Value>
    PLYGROUND_HOT auto node(int move, int ply, int alpha, int beta, const Lines& lines, Value value) {
        count(ply);
        if (trace_) [[unlikely]]
            enter(move, ply, alpha, beta);
        auto result = value();
        if (trace_ || ply < 2) [[unlikely]]
            leave(move, ply, lines, result);
        return result;
    }

    // The same for what has neither windows nor lines.
    PLYGROUND_HOT void count(int ply) {
        if (nodes_ >= look_at_) [[unlikely]]
            look();
        ++nodes_;
        depth_ = std::max(depth_, ply);
    }

    // Stops if a limit is reached; else says when to look again.
    PLYGROUND_COLD void look() {
        pace();
        look_at_ = nodes_ + every_;
        if (nodes_ >= limits_.nodes) throw Stopped{"nodes"};
        look_at_ = std::min(look_at_, limits_.nodes);
        look_at_clock();
    }

    // A watch that counts for nobody, stops after so many nodes, and keeps the time of this one.
    Watch apart(std::uint64_t most_nodes) const {
        Watch other({most_nodes}, pulse_);
        other.deadline_ = deadline_;
        return other;
    }

    void look_at_clock() {
        if (!pulse_) return;
        const auto now = Clock::now();
        if (now >= deadline_) throw Stopped{"seconds"};
        if (pulse_->look(now, deadline_)) throw Stopped{"stop"};
    }

    // Of the last call at the root that came back, and the best of the root's replies that came back since.
    std::optional<Scored> answer, best_reply;

private:
    PLYGROUND_COLD void enter(int move, int ply, int alpha, int beta) { trace_->enter(move, ply, alpha, beta); }

    template <class Lines, class Result>
    PLYGROUND_COLD void leave(int move, int ply, const Lines& lines, const Result& result) {
        if (trace_) trace_->leave(Lines::score(result), lines.empty(ply, result));
        if (ply < 2) keep(move, ply, {Lines::score(result), lines.whole(ply, result)});
    }

    // Looks at the clock about every 0.2 ms, however long a node takes: it may be a whole game, or a large
    // board's moves in order.
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
    Pulse* pulse_;
    Trace* trace_;
    Clock::time_point started_ = Clock::now(), looked_ = started_;
    std::uint64_t every_ = 16;  // nodes between looks
    Clock::time_point deadline_ = Clock::time_point::max();
    std::uint64_t nodes_ = 0, look_at_ = 0;
    int depth_ = 0;
};

}  // namespace plyground
