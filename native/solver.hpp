// Exact values: asks the search one null window after the other until the bounds meet.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <limits>
#include <optional>
#include <thread>
#include <vector>

#include "pulse.hpp"
#include "solver_book.hpp"
#include "solver_rules.hpp"
#include "solver_search.hpp"
#include "solver_table.hpp"

namespace plyground::solver {

// When to stop: asked now and then by the thread that began.
struct Patience {
    Pulse* pulse = nullptr;
    Clock::time_point deadline = Clock::time_point::max();
    std::uint64_t most_nodes = std::numeric_limits<std::uint64_t>::max();  // since the solver was made

    void look(std::uint64_t nodes) const {
        const auto now = Clock::now();
        if (nodes >= most_nodes || now >= deadline || (pulse && pulse->look(now, deadline))) throw Stopped{};
    }
};

// What is known of a position: bounds of its value for the side to move.
struct Answer {
    Bounds bounds;
    bool from_book = false;

    // Of a weak answer only the sign counts.
    bool known(bool weak) const {
        return bounds.low >= bounds.high || (weak && (bounds.low > 0 || bounds.high < 0));
    }
};

template <class Rules, int KeyBits>
class Solver {
public:
    Solver(Rules rules, std::size_t table_bytes, int threads, const Book* book)
        : rules_(rules), order_(rules.b(), Rules::falls), table_(table_bytes, rules.key_bits()), threads_(threads), book_(book) {}

    void forget() { table_.clear(); }
    std::uint64_t nodes() const { return nodes_; }
    std::size_t table_bytes() const { return table_.bytes(); }

    // The value of a position in which the game is not over; of a `weak` answer only the sign counts. What was
    // proved before patience ended is in the bounds.
    Answer value(const Place& root, bool weak, const Patience& patience) {
        return asked(root, patience,
                     [&](const Quiet& quiet, Bounds& bounds) { close_in(quiet, bounds, weak, patience); });
    }

    // Whether a position is worth more than alpha; nothing if patience ended first.
    std::optional<bool> exceeds(const Place& root, int alpha, const Patience& patience) {
        const Bounds widest_bounds = widest(root);
        if (alpha >= widest_bounds.high) return false;
        if (alpha < widest_bounds.low) return true;
        const Bounds found = asked(root, patience, [&](const Quiet& quiet, Bounds& bounds) {
            const int wanted = quiet.side > 0 ? alpha : -alpha - 1;
            if (bounds.low <= wanted && wanted < bounds.high) ask(quiet, wanted, bounds, patience);
        }).bounds;
        if (found.low > alpha) return true;
        if (found.high <= alpha) return false;
        return std::nullopt;
    }

    Bounds widest(const Place& root) const {
        return {-win_now(rules_.b().cells, root.discs + 1), win_now(rules_.b().cells, root.discs)};
    }

private:
    struct TooLong {};

    static Answer exactly(int value) { return {{value, value}}; }

    static bool is_known(const Bounds& bounds, bool weak) { return Answer{bounds}.known(weak); }

    // What rules and book know of a position; if that is not all, `ask` is to narrow its bounds.
    template <class Ask>
    Answer asked(const Place& root, const Patience& patience, Ask ask) {
        const int cells = rules_.b().cells;
        if (book_) {
            if (const auto value = book_->find(root)) return {{*value, *value}, true};
        }
        if (rules_.threats(root.own, root.taken) & rules_.playable(root.taken))
            return exactly(win_now(cells, root.discs));
        rules_.search_from(root);
        Quiet quiet{root, rules_.threats(root.other(), root.taken), 1};
        int settled;
        if (settles(rules_, quiet, settled)) return exactly(settled);
        Bounds bounds = {-win_now(cells, quiet.at.discs + 3), win_now(cells, quiet.at.discs + 2)};
        if (book_) {
            const int least = book_->at_least(root);
            if (quiet.side > 0) bounds.low = std::max(bounds.low, least);
            else bounds.high = std::min(bounds.high, -least);
        }
        try {
            patience.look(nodes_);
            ask(quiet, bounds);
        } catch (const Stopped&) {
        }
        return {quiet.side > 0 ? bounds : Bounds{-bounds.high, -bounds.low}};
    }

    // Far windows first: to show that nobody wins soon takes little, and what it leaves in the table helps.
    // Near to the middle the guess goes where the last answer pointed.
    void close_in(const Quiet& quiet, Bounds& bounds, bool weak, const Patience& patience) {
        constexpr int near = 7, step = 2;
        const auto ask_more = [&](int alpha) {
            ask(quiet, alpha, bounds, patience);
            return !is_known(bounds, weak);
        };
        while (!is_known(bounds, weak) && (bounds.high > near || bounds.low < -near)) {
            if (bounds.high > near && !ask_more(std::max(bounds.high - step, bounds.low))) return;
            if (bounds.low < -near && !ask_more(std::min(bounds.low + step - 1, bounds.high - 1))) return;
            if (bounds.low > near || bounds.high < -near) break;
        }
        for (int guess = quiet.at.discs % 2 ? 0 : 1; !is_known(bounds, weak);) {
            if (weak) guess = bounds.high > 0 ? 1 : 0;
            guess = std::clamp(guess, bounds.low, bounds.high);
            ask_more(guess == bounds.low ? guess : guess - 1);
            guess = guess <= bounds.low ? bounds.low : bounds.high;
        }
    }

    void ask(const Quiet& quiet, int alpha, Bounds& bounds, const Patience& patience) {
        const int found = test(quiet, alpha, patience);
        if (found > alpha) bounds.low = std::max(bounds.low, found);
        else bounds.high = std::min(bounds.high, found);
    }

    // One null window: alone at first, because most are small; then in company.
    int test(const Quiet& quiet, int alpha, const Patience& patience) {
        constexpr std::uint64_t worth_company = 50'000;
        const auto look = [&](std::uint64_t nodes) {
            patience.look(nodes_ + nodes);
            if (threads_ > 1 && nodes > worth_company) throw TooLong{};
        };
        Search search(rules_, order_, table_, look);
        try {
            const int found = search.value(quiet, alpha, search.hash(quiet.at));
            nodes_ += search.nodes();
            return found;
        } catch (const TooLong&) {
            nodes_ += search.nodes();
            return test_in_company(quiet, alpha, patience);
        } catch (...) {
            nodes_ += search.nodes();
            throw;
        }
    }

    int test_in_company(const Quiet& quiet, int alpha, const Patience& patience) {
        const Fixed fixed(table_, [&] { patience.look(nodes_); });
        Company company;
        std::vector<std::thread> helpers;
        std::exception_ptr raised;
        try {
            helpers.reserve(static_cast<std::size_t>(threads_));
            for (int i = 1; i < threads_; ++i)
                helpers.emplace_back([&] { join_in(company, quiet, alpha, [](std::uint64_t) {}); });
        } catch (const std::exception&) {  // the system has no more threads: fewer will do
        }
        try {
            join_in(company, quiet, alpha, [&](std::uint64_t nodes) {
                patience.look(nodes_ + nodes * static_cast<std::uint64_t>(threads_));
            });
        } catch (...) {  // what a signal handler raised
            raised = std::current_exception();
        }
        company.over = true;
        for (std::thread& helper : helpers) helper.join();
        nodes_ += company.nodes;
        if (raised) std::rethrow_exception(raised);
        if (!company.found) throw Stopped{};
        return *company.found;
    }

    // What the threads at one question share.
    struct Company {
        std::atomic<bool> over{false}, claimed{false};
        std::atomic<std::uint64_t> nodes{0};
        std::optional<int> found;  // written by the one that claimed it
        Busy busy;
    };

    // Keeps the table at its size while threads share it: larger than it was, because it cannot grow then.
    class Fixed {
    public:
        template <class Look>
        Fixed(Table<KeyBits>& table, Look look) : table_(table) {
            constexpr int doublings = 6;
            for (int i = 0; i < doublings && table_.may_grow(); ++i) {
                look();
                table_.grow();
            }
            table_.fix(true);
        }
        ~Fixed() { table_.fix(false); }
        Fixed(const Fixed&) = delete;

    private:
        Table<KeyBits>& table_;
    };

    template <class Look>
    void join_in(Company& company, const Quiet& quiet, int alpha, Look look) {
        const auto look_up = [&](std::uint64_t nodes) {
            if (company.over.load(std::memory_order_relaxed)) throw Stopped{};
            look(nodes);
        };
        Search search(rules_, order_, table_, look_up, &company.busy);
        try {
            const int value = search.value(quiet, alpha, search.hash(quiet.at));
            if (!company.claimed.exchange(true)) company.found = value;
        } catch (const Stopped&) {
        } catch (...) {
            company.nodes += search.nodes();
            throw;
        }
        company.over = true;
        company.nodes += search.nodes();
    }

    Rules rules_;
    Order order_;
    Table<KeyBits> table_;
    int threads_;
    const Book* book_;
    std::uint64_t nodes_ = 0;
};

}  // namespace plyground::solver
