// Exact values: asks the search one null window after the other until the bounds of a value meet.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "book.hpp"
#include "budget.hpp"
#include "forced.hpp"
#include "keyed_tables.hpp"
#include "parallel.hpp"
#include "position.hpp"
#include "rules.hpp"
#include "search.hpp"
#include "table.hpp"

namespace plyground::solver {

// Whether bounds answer a question: the value itself, or only its sign if a `weak` answer is wanted.
constexpr bool is_decided(const Bounds& bounds, bool weak) {
    return bounds.low >= bounds.high || (weak && (bounds.low > 0 || bounds.high < 0));
}

struct SolvedBounds {
    Bounds bounds;  // for the side to move
    bool from_book = false;
};

// How the table may tell positions apart: by the state of their lines where that pays, or always by their discs.
enum class Keys { lines, exact };

// Solves positions of one game. Its table remembers what it learned until `forget`.
template <class Rules, int KeyBits>
class Solver {
public:
    // `book` may be null; else it must outlive the solver.
    Solver(Rules rules, std::size_t table_bytes, int threads, const Book* book, Keys keys = Keys::lines)
        : rules_(rules),
          centre_first_(rules.layout, Rules::has_gravity),
          buckets_(table_bytes, ExactTable<KeyBits>::least_bits(rules.key_bits())),
          exact_table_(buckets_, rules.key_bits()),
          line_table_(buckets_, rules.key_bits()),
          may_use_lines_(keys == Keys::lines && Rules::has_gravity && rules.layout.k == 4),
          threads_(threads),
          book_(book) {
        forget();
    }

    void forget() {
        exact_table_.clear();
        uses_lines_ = false;
    }
    std::uint64_t nodes() const { return nodes_; }
    std::size_t table_bytes() const { return uses_lines_ ? line_table_.bytes() : exact_table_.bytes(); }

    // The bounds of a position's value; the game must not be over in it. They are decided (see is_decided) unless the
    // budget ended: then they are what was proved until then.
    SolvedBounds value(const Position& root, bool weak, const Budget& budget) {
        return solve(root, [&](const Situation& quiet, Bounds known) { return close_in(quiet, known, weak, budget); });
    }

    // Whether a position is worth more than alpha; nothing if the budget ended first.
    std::optional<bool> exceeds(const Position& root, int alpha, const Budget& budget) {
        const Bounds possible = {-value_of_win(rules_.layout, root.discs + 1), value_of_win(rules_.layout, root.discs)};
        if (alpha >= possible.high) return false;
        if (alpha < possible.low) return true;
        const Bounds found = solve(root, [&](const Situation& quiet, Bounds known) {
            return ask_once(quiet, known, quiet.sign > 0 ? alpha : -alpha - 1, budget);
        }).bounds;
        if (found.low > alpha) return true;
        if (found.high <= alpha) return false;
        return std::nullopt;
    }

private:
    // Answers from the book, by the rules or by forced play. Where these do not decide, calls `search` with the quiet
    // situation that they lead to and what is known of its value; `search` returns better bounds.
    template <class Search>
    SolvedBounds solve(const Position& root, Search search) {
        if (const auto value = book_ ? book_->find(root) : std::nullopt) return {{*value, *value}, true};
        const Bitboard own_threats = rules_.threats(root.own, root.taken);
        const Bitboard threats = rules_.threats(root.other(), root.taken);
        if (own_threats & rules_.playable(root.taken)) {
            const int win = value_of_win(rules_.layout, root.discs);
            return {{win, win}};
        }
        rules_.set_root(root);
        const auto [quiet, value] = play_forced(rules_, Situation{root, own_threats, threats, 1});
        if (value) return {{*value, *value}};
        return {for_side(search(quiet, known_bounds(root, quiet)), quiet.sign)};
    }

    // What is known of a quiet situation that forced play from the root led to.
    Bounds known_bounds(const Position& root, const Situation& quiet) const {
        Bounds root_bounds = for_side(quiet_bounds(rules_.layout, quiet.position.discs), quiet.sign);
        if (const auto lower = book_ ? book_->lower_bound(root) : std::nullopt)
            root_bounds.low = std::max(root_bounds.low, *lower);
        return for_side(root_bounds, quiet.sign);
    }

    // Asks until the bounds are decided. Far windows come first: it takes little to show that nobody wins soon, and
    // what that leaves in the table helps later. Near to zero, the next window is where the last answer points.
    Bounds close_in(const Situation& quiet, Bounds bounds, bool weak, const Budget& budget) {
        const auto is_open = [&] { return !is_decided(bounds, weak); };
        const auto ask = [&](int alpha) { bounds = narrowed(bounds, alpha, search_window(quiet, alpha, budget)); };
        try {
            budget.poll(nodes_);
            while (is_open() && (bounds.high > near || bounds.low < -near)) {
                if (bounds.high > near) ask(std::max(bounds.high - step, bounds.low));
                if (is_open() && bounds.low < -near) ask(std::min(bounds.low + step - 1, bounds.high - 1));
                if (bounds.low > near || bounds.high < -near) break;
            }
            for (int guess = quiet.position.discs % 2 ? 0 : 1; is_open();) {
                if (weak) guess = bounds.high > 0 ? 1 : 0;
                guess = std::clamp(guess, bounds.low, bounds.high);
                ask(guess == bounds.low ? guess : guess - 1);
                guess = guess <= bounds.low ? bounds.low : bounds.high;
            }
        } catch (const BudgetEnded&) {  // the bounds are what was proved until now
        }
        return bounds;
    }

    Bounds ask_once(const Situation& quiet, Bounds bounds, int alpha, const Budget& budget) {
        try {
            budget.poll(nodes_);
            if (bounds.low <= alpha && alpha < bounds.high)
                bounds = narrowed(bounds, alpha, search_window(quiet, alpha, budget));
        } catch (const BudgetEnded&) {
        }
        return bounds;
    }

    // The bounds after the answer to a null window: above alpha it is a lower bound, else an upper bound.
    static Bounds narrowed(const Bounds& bounds, int alpha, int answer) {
        if (answer > alpha) return {std::max(bounds.low, answer), bounds.high};
        return {bounds.low, std::min(bounds.high, answer)};
    }

    // One null window. Both tables use the same memory: when the lines take over, what was learned is forgotten.
    int search_window(const Situation& quiet, int alpha, const Budget& budget) {
        if constexpr (Rules::has_gravity) {
            if (!uses_lines_ && is_worth_lines(quiet, alpha)) {
                line_table_.clear();
                uses_lines_ = true;
            }
            if (uses_lines_) return search_window_alone(line_table_, quiet, alpha, budget);
        }
        return search_window_alone(exact_table_, quiet, alpha, budget);
    }

    // Lines take a third more time for a node, and save half of the nodes or more where a search is long.
    bool is_worth_lines(const Situation& quiet, int alpha) const {
        constexpr int min_empty_cells = 27;
        const bool is_near = -near <= alpha + 1 && alpha <= near;
        return may_use_lines_ && is_near && rules_.layout.cells - quiet.position.discs >= min_empty_cells;
    }

    struct NeedsThreads {};

    // By one thread at first, because most are small.
    template <class Table>
    int search_window_alone(Table& table, const Situation& quiet, int alpha, const Budget& budget) {
        constexpr std::uint64_t max_nodes_alone = 50'000;  // about 10 ms: for less, threads do not pay
        const auto poll = [&](std::uint64_t nodes) {
            budget.poll(nodes_ + nodes);
            if (threads_ > 1 && nodes > max_nodes_alone) throw NeedsThreads{};
            return budget.nodes_before_poll(nodes_ + nodes);
        };
        NullWindowSearch search(rules_, centre_first_, table, poll, budget.nodes_before_poll(nodes_));
        try {
            const int bound = search.value(quiet, alpha);
            nodes_ += search.nodes();
            return bound;
        } catch (const NeedsThreads&) {
            nodes_ += search.nodes();
            return search_window_together(table, quiet, alpha, budget);
        } catch (...) {
            nodes_ += search.nodes();
            throw;
        }
    }

    template <class Table>
    int search_window_together(Table& table, const Situation& quiet, int alpha, const Budget& budget) {
        const SharedTable shared(table, budget, nodes_);
        ParallelSearch search(rules_, centre_first_, table);
        try {
            const int bound = search.value(quiet, alpha, threads_, budget, nodes_);
            nodes_ += search.nodes();
            return bound;
        } catch (...) {
            nodes_ += search.nodes();
            throw;
        }
    }

    // Windows farther than `near` from zero are asked first, `step` by step: the best of those that were tried, see
    // docs/why/solver.md.
    static constexpr int near = 7, step = 2;

    Rules rules_;
    CentreFirst centre_first_;
    Buckets buckets_;
    ExactTable<KeyBits> exact_table_;
    LineTable line_table_;
    bool may_use_lines_, uses_lines_ = false;
    int threads_;
    const Book* book_;
    std::uint64_t nodes_ = 0;
};

}  // namespace plyground::solver
