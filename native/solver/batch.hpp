// Many positions of one game at once. Each thread solves one position after the other with a solver of its own, whose
// table is emptied in between: so neither the values nor the nodes depend on how many threads there are.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "solver.hpp"

namespace plyground::solver {

// The value of a position in which the game is over; nothing while it goes on.
inline std::optional<int> value_at_end(const Layout& layout, const Position& position) {
    const int win = value_of_win(layout, position.discs - 1);
    if (has_line(layout, position.other())) return -win;
    if (has_line(layout, position.own)) return win;
    if (position.discs == layout.cells) return 0;
    return std::nullopt;
}

// What is asked of every position of a batch.
struct BatchQuestion {
    bool weak = false;                        // only the sign of the value
    std::vector<Bitboard> order;              // if not empty: also the first of these moves that keeps the value
    std::optional<Clock::duration> max_time;  // for each position
    std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();  // for each position
};

// The positions of a batch and their answers. An answer is one word, so that threads can write and read it without a
// lock: discs * 128 + value + 64, or one of those below.
class Batch {
public:
    using Answer = std::uint16_t;
    static constexpr Answer pending = 0xFFFF, unsolved = 0xFFFE;

    void add(const Position& position) { positions_.push_back(position); }
    void add_nothing() { positions_.push_back(nothing); }  // a place that stays unsolved
    void clear() { positions_.clear(), count_ = 0; }

    std::size_t size() const { return positions_.size(); }
    const Position& operator[](std::size_t index) const { return positions_[index]; }
    bool is_nothing(std::size_t index) const { return positions_[index].discs < 0; }

    void begin() {
        count_ = positions_.size();
        answers_ = std::make_unique<std::atomic<Answer>[]>(count_);
        for (std::size_t index = 0; index < count_; ++index) answers_[index].store(pending, std::memory_order_relaxed);
        moves_.assign(count_, 0);
        done_ = 0;
    }

    void answer(std::size_t index, Answer answer, Bitboard move = 0) {
        moves_[index] = move;
        answers_[index].store(answer, std::memory_order_release);
    }

    static Answer answer_of(const Position& position, int value) {
        return static_cast<Answer>(position.discs * 128 + value + 64);
    }

    // How many have been answered, up to the first that has not.
    std::size_t done() {
        while (done_ < count_ && answers_[done_].load(std::memory_order_acquire) != pending) ++done_;
        return done_;
    }

    // For those that are done, and for all when the work has ended.
    Answer answer_at(std::size_t index) const {
        const Answer found = answers_[index].load(std::memory_order_acquire);
        return found == pending ? unsolved : found;
    }
    Bitboard move_at(std::size_t index) const { return moves_[index]; }
    std::size_t answers() const { return count_; }

private:
    static constexpr Position nothing{0, 0, -1};

    std::vector<Position> positions_;
    std::unique_ptr<std::atomic<Answer>[]> answers_;
    std::vector<Bitboard> moves_;  // the empty set if none was asked for or there is none
    std::size_t count_ = 0, done_ = 0;
};

template <class Rules, int KeyBits>
class BatchSolver {
    using OneSolver = Solver<Rules, KeyBits>;

public:
    // Every thread has a table of its own, of `table_bytes` at most. `book` may be null; else it must outlive this.
    BatchSolver(const Rules& rules, std::size_t table_bytes, int threads, const Book* book) : rules_(rules) {
        for (int i = 0; i < threads; ++i)
            solvers_.push_back(std::make_unique<OneSolver>(rules, table_bytes, 1, book));
    }

    std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& solver : solvers_) sum += solver->nodes();
        return sum;
    }

    // Answers the whole batch, or what there is time for until `asked_to_stop`: this is called every 50 ms in the
    // calling thread, which works like the others. It may throw; so does this, then.
    void solve(Batch& batch, const BatchQuestion& question, const std::function<bool()>& asked_to_stop) {
        batch.begin();
        Run run{batch, question, solvers_.size()};
        Interrupt interrupt([&] { return asked_to_stop() ? (run.over = true) : run.over.load(); });
        std::vector<std::thread> helpers = start_helpers(run);
        try {
            work(run, *solvers_[0], interrupt);
            while (!run.wait_for_helpers())
                if (interrupt.look(Clock::now())) run.over = true;
        } catch (...) {
            run.fail(std::current_exception());
        }
        for (std::thread& helper : helpers) helper.join();
        if (run.raised) std::rethrow_exception(run.raised);
    }

private:
    // One call of `solve`, which all threads share.
    struct Run {
        Batch& batch;
        const BatchQuestion& question;
        std::size_t threads;
        std::atomic<std::size_t> next{0};  // the first position that nobody has taken
        std::atomic<bool> over{false};

        std::mutex mutex{};  // of what follows
        std::condition_variable helper_ended{};
        int helpers = 0;
        std::exception_ptr raised{};

        // Takes some positions: many at first, and one at a time at the end, so that all threads end together.
        std::pair<std::size_t, std::size_t> take() {
            constexpr std::size_t max_taken = 32;
            const std::size_t size = batch.size(), left = size - std::min(size, next.load(std::memory_order_relaxed));
            const std::size_t count = std::clamp<std::size_t>(left / (4 * threads), 1, max_taken);
            const std::size_t first = std::min(size, next.fetch_add(count, std::memory_order_relaxed));
            return {first, std::min(size, first + count)};
        }

        void fail(std::exception_ptr what) {
            over = true;
            const std::lock_guard locked(mutex);
            if (!raised) raised = std::move(what);
        }

        // True if all have ended; false if some still work after a short while.
        bool wait_for_helpers() {
            std::unique_lock locked(mutex);
            return helper_ended.wait_for(locked, std::chrono::milliseconds(10), [&] { return helpers == 0; });
        }
    };

    std::vector<std::thread> start_helpers(Run& run) {
        std::vector<std::thread> helpers;
        const std::size_t useful = std::min(solvers_.size(), run.batch.size());
        try {
            helpers.reserve(useful);
            for (std::size_t index = 1; index < useful; ++index) {
                helpers.emplace_back([this, &run, index] { help(run, *solvers_[index]); });
                const std::lock_guard locked(run.mutex);
                ++run.helpers;
            }
        } catch (const std::exception&) {  // the system has no more threads: fewer will do
        }
        return helpers;
    }

    void help(Run& run, OneSolver& solver) {
        try {
            Interrupt interrupt([&] { return run.over.load(); });
            work(run, solver, interrupt);
        } catch (...) {
            run.fail(std::current_exception());
        }
        const std::lock_guard locked(run.mutex);
        --run.helpers;
        run.helper_ended.notify_one();
    }

    // What each thread does. Many positions take no search, and so no look at the clock: hence the one here.
    void work(Run& run, OneSolver& solver, Interrupt& interrupt) {
        for (auto [index, end] = run.take(); index < end; std::tie(index, end) = run.take()) {
            if (interrupt.look(Clock::now())) run.over = true;
            for (; index < end; ++index) {
                if (run.over.load(std::memory_order_relaxed)) return;
                if (run.batch.is_nothing(index)) run.batch.answer(index, Batch::unsolved);
                else answer(run, index, solver, interrupt);
            }
        }
    }

    void answer(Run& run, std::size_t index, OneSolver& solver, Interrupt& interrupt) {
        const Position& position = run.batch[index];
        const BatchQuestion& question = run.question;
        if (const auto value = value_at_end(rules_.layout, position)) {
            const int sign = (*value > 0) - (*value < 0);
            return run.batch.answer(index, Batch::answer_of(position, question.weak ? sign : *value));
        }
        Budget budget{&interrupt};
        if (question.max_time) budget.deadline = Clock::now() + *question.max_time;
        if (question.max_nodes < budget.max_nodes - solver.nodes()) budget.max_nodes = solver.nodes() + question.max_nodes;
        solver.forget();
        const Bounds found = solver.value(position, question.weak, budget).bounds;
        if (!is_decided(found, question.weak)) return run.batch.answer(index, Batch::unsolved);
        const int value = !question.weak ? found.low : found.low > 0 ? 1 : found.high < 0 ? -1 : 0;
        run.batch.answer(index, Batch::answer_of(position, value), best_move(solver, position, value, question, budget));
    }

    // The first move in the order asked for that keeps the value; the empty set if the budget ended before it was found.
    Bitboard best_move(OneSolver& solver, const Position& position, int value, const BatchQuestion& question,
                       const Budget& budget) const {
        for (const Bitboard cell : question.order) {
            if (!(cell & rules_.playable(position.taken))) continue;
            if (question.weak && value < 0) return cell;  // every move loses
            const Position reply = position.after(cell);
            const auto ended = value_at_end(rules_.layout, reply);
            const auto is_worse = ended ? *ended > -value : solver.exceeds(reply, -value, budget);
            if (is_worse == false) return cell;
        }
        return 0;
    }

    Rules rules_;
    std::vector<std::unique_ptr<OneSolver>> solvers_;
};

}  // namespace plyground::solver
