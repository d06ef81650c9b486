// How much work a solver may do for one question.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "../interrupt.hpp"

namespace plyground::solver {

// Thrown when the budget is used up; the solver catches it.
struct BudgetEnded {};

// How often a search polls: often enough for a deadline in milliseconds, too seldom to cost time.
inline constexpr std::uint64_t nodes_between_polls = 1'024;

struct Budget {
    Interrupt* interrupt = nullptr;
    Clock::time_point deadline = Clock::time_point::max();
    std::uint64_t max_nodes = std::numeric_limits<std::uint64_t>::max();  // since the solver was made

    // Only the thread that asked the question may call this: the interrupt may run Python.
    void poll(std::uint64_t nodes) const {
        const auto now = Clock::now();
        if (nodes >= max_nodes || now >= deadline || (interrupt && interrupt->look(now, deadline))) throw BudgetEnded{};
    }

    // How many nodes may be searched, after so many, before the next poll.
    std::uint64_t nodes_before_poll(std::uint64_t nodes) const {
        return nodes < max_nodes ? std::min(nodes_between_polls, max_nodes - nodes) : 0;
    }
};

}  // namespace plyground::solver
