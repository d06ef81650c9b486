// One null window searched by several threads. All of them search the same tree; they share the table and put off what
// another one is searching (see search.hpp). The first that finishes has the answer.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "../attributes.hpp"
#include "budget.hpp"
#include "search.hpp"

namespace plyground::solver {

#if PLYGROUND_THREADS
using Thread = std::thread;
#else
// Stands for a thread where the system has none: it cannot be started.
struct Thread {
    template <class Work>
    explicit Thread(const Work&) {
        throw std::runtime_error("no threads here");
    }
    void join() {}
};
#endif

// Makes the table larger than it was, and keeps its size while threads share it: it cannot grow then.
template <class Table>
class SharedTable {
public:
    SharedTable(Table& table, const Budget& budget, std::uint64_t nodes) : table_(table) {
        constexpr int doublings = 6;  // a search that needs threads stores a lot, but 64 times as much takes long to clear
        for (int i = 0; i < doublings && table_.can_grow(); ++i) {
            budget.poll(nodes);
            table_.grow();
        }
        table_.set_shared(true);
    }
    ~SharedTable() { table_.set_shared(false); }
    SharedTable(const SharedTable&) = delete;

private:
    Table& table_;
};

template <class Rules, class Table>
class ParallelSearch {
public:
    ParallelSearch(const Rules& rules, const CentreFirst& centre_first, Table& table)
        : rules_(rules), centre_first_(centre_first), table_(table) {}

    std::uint64_t nodes() const { return nodes_; }  // of all threads

    // As NullWindowSearch::value. Throws BudgetEnded, or what a signal handler raised. `nodes_before` were searched
    // already, and count for the budget.
    int value(const Situation& quiet, int alpha, int threads, const Budget& budget, std::uint64_t nodes_before) {
        const auto poll_budget = [&](std::uint64_t nodes) {
            budget.poll(nodes_before + nodes * static_cast<std::uint64_t>(threads));  // all get on equally well
        };
        std::vector<Thread> helpers = start_helpers(quiet, alpha, threads - 1);
        std::exception_ptr raised;
        try {
            search(quiet, alpha, poll_budget);
        } catch (...) {
            raised = std::current_exception();
        }
        over_ = true;
        for (Thread& helper : helpers) helper.join();
        if (raised) std::rethrow_exception(raised);
        if (!found_) throw BudgetEnded{};
        return *found_;
    }

private:
    std::vector<Thread> start_helpers(const Situation& quiet, int alpha, int count) {
        std::vector<Thread> helpers;
        try {
            helpers.reserve(static_cast<std::size_t>(count));
            for (int i = 0; i < count; ++i)
                helpers.emplace_back([this, &quiet, alpha] { search(quiet, alpha, [](std::uint64_t) {}); });
        } catch (const std::exception&) {  // the system has no more threads: fewer will do
        }
        return helpers;
    }

    // What each thread does.
    template <class PollBudget>
    void search(const Situation& quiet, int alpha, PollBudget poll_budget) {
        const auto poll = [&](std::uint64_t nodes) {
            if (over_.load(std::memory_order_relaxed)) throw BudgetEnded{};
            poll_budget(nodes);
            return nodes_between_polls;
        };
        NullWindowSearch search(rules_, centre_first_, table_, poll, nodes_between_polls, &busy_);
        try {
            const int bound = search.value(quiet, alpha);
            if (!claimed_.exchange(true)) found_ = bound;
        } catch (const BudgetEnded&) {
        } catch (...) {
            nodes_ += search.nodes();
            throw;
        }
        over_ = true;
        nodes_ += search.nodes();
    }

    const Rules& rules_;
    const CentreFirst& centre_first_;
    Table& table_;
    BusyPositions busy_;
    std::atomic<bool> over_{false}, claimed_{false};
    std::atomic<std::uint64_t> nodes_{0};
    std::optional<int> found_;  // written by the thread that claimed it
};

}  // namespace plyground::solver
