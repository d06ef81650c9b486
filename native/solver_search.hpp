// Is a position worth more than alpha? A search with a null window that resolves every child before it
// searches any, and returns a bound that is as good as it could learn (fail-soft).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>

#include "solver_quiet.hpp"
#include "solver_rules.hpp"
#include "solver_table.hpp"

namespace plyground::solver {

struct Stopped {};

// What the threads of one search share: which positions are being searched just now.
class Busy {
public:
    bool is(std::uint64_t hash) const { return slot(hash).load(std::memory_order_relaxed) == hash; }
    void enter(std::uint64_t hash) { slot(hash).store(hash, std::memory_order_relaxed); }
    void leave(std::uint64_t hash) { slot(hash).store(~std::uint64_t{0}, std::memory_order_relaxed); }

private:
    static constexpr std::size_t size = 1 << 12;

    std::atomic<std::uint64_t>& slot(std::uint64_t hash) { return slots_[hash % size]; }
    const std::atomic<std::uint64_t>& slot(std::uint64_t hash) const { return slots_[hash % size]; }

    std::array<std::atomic<std::uint64_t>, size> slots_{};
};

// Which moves to look at first where threats do not tell: those in the middle.
struct Order {
    std::array<int, 64> rank{};     // of a cell
    std::array<int, 64> columns{};  // from the middle

    Order(const Measures& board, bool falls) {
        const auto nearness = [](int index, int count) { return (count - std::abs(2 * index + 1 - count)) / 2; };
        for (int column = 0; column < board.columns; ++column) {
            columns[column] = column;
            for (int row = 0; row < board.rows; ++row)
                rank[column * board.stride + row] =
                    8 * nearness(column, board.columns) + (falls ? row : nearness(row, board.rows));
        }
        std::stable_sort(columns.begin(), columns.begin() + board.columns, [&](int one, int other) {
            return nearness(one, board.columns) > nearness(other, board.columns);
        });
    }
};

// `Look` is called every thousand nodes, and throws Stopped to end the search.
template <class Rules, class Table, class Look>
class Search {
public:
    Search(const Rules& rules, const Order& order, Table& table, Look look, Busy* busy = nullptr)
        : rules_(rules), order_(order), mix_{rules.key_bits()}, table_(table), look_(look), busy_(busy) {}

    std::uint64_t nodes() const { return nodes_; }

    PLYGROUND_HOT std::uint64_t hash(const Place& at) const { return mix_(rules_.key(at)); }

    // More than alpha: a lower bound of the value; else an upper bound.
    int value(const Quiet& quiet, int alpha, std::uint64_t hash) {
        if ((++nodes_ & 1023) == 0) [[unlikely]]
            look_(nodes_);
        const std::uint64_t before = nodes_;
        const int cells = rules_.b().cells, discs = quiet.at.discs;
        const Bounds possible = {-win_now(cells, discs + 3), win_now(cells, discs + 2)};
        if (possible.high <= alpha) return possible.high;
        if (possible.low > alpha) return possible.low;

        const auto more = [&](int bound) {
            table_.store(hash, {bound, possible.high}, nodes_ - before + 1);
            return bound;
        };
        Children children;
        int upper = possible.low;
        if (const int bound = resolve(quiet, alpha, children, upper); bound > alpha) return more(bound);
        if (const int bound = probe(alpha, children, upper); bound > alpha) return more(bound);
        if (const int bound = deepen(alpha, children, upper); bound > alpha) return more(bound);
        table_.store(hash, {possible.low, upper}, nodes_ - before + 1);
        return upper;
    }

private:
    static constexpr int most_children = 32;

    struct Child {
        Quiet quiet;
        std::uint64_t hash;
        int order;
    };
    struct Children {
        int count = 0;
        std::array<Child, most_children> child;
    };

    // Plays every move and what is forced after it. A child that rules or strategy decide against alpha is done
    // with; one that is better than alpha ends the node.
    PLYGROUND_HOT int resolve(const Quiet& quiet, int alpha, Children& children, int& upper) {
        const int cells = rules_.b().cells;
        const Cells open = rules_.playable(quiet.at.taken) & ~rules_.below(quiet.threats);
        const auto resolved = [&](Cells cell) {
            Quiet next{quiet.at, 0, 1};
            play(rules_, next, cell);
            const Cells threats = next.threats, replies = rules_.playable(next.at.taken);
            const int order = (8 * std::popcount(threats) + 8 * std::popcount(threats & replies << 1) +
                           std::popcount(threats & replies)) * 128 + order_.rank[std::countr_zero(cell)];
            int value;
            if (settles(rules_, next, value)) {
                upper = std::max(upper, value);
                return value;
            }
            const auto& [at, theirs, side] = next;
            const int most = std::min(win_now(cells, at.discs + 2), rules_.at_most(at, theirs));
            const int least = std::max(-win_now(cells, at.discs + 3), rules_.at_least(at, theirs));
            const Bounds bounds = side > 0 ? Bounds{least, most} : Bounds{-most, -least};
            if (bounds.low > alpha) return bounds.low;
            if (bounds.high <= alpha) {
                upper = std::max(upper, bounds.high);
                return alpha;
            }
            const std::uint64_t name = hash(at);
            table_.prefetch(name);
            children.child[children.count++] = {next, name, order};
            return alpha;
        };
        if constexpr (Rules::falls) {
            for (int i = 0; i < rules_.b().columns; ++i)
                if (const Cells cell = open & rules_.b().column(order_.columns[i]))
                    if (const int bound = resolved(cell); bound > alpha) return bound;
        } else {
            for (Cells left = open; left; left &= left - 1)
                if (const int bound = resolved(lowest(left)); bound > alpha) return bound;
        }
        return alpha;
    }

    // Asks the table about every child before any is searched.
    PLYGROUND_HOT int probe(int alpha, Children& children, int& upper) const {
        int left = 0;
        for (int i = 0; i < children.count; ++i) {
            const Child& child = children.child[i];
            const Bounds known = table_.find(child.hash, {-unproven, unproven});
            const Bounds bounds = child.quiet.side > 0 ? known : Bounds{-known.high, -known.low};
            if (bounds.low > alpha) return bounds.low;
            if (bounds.high <= alpha) upper = std::max(upper, bounds.high);
            else if (left++ != i) children.child[left - 1] = child;
        }
        children.count = left;
        return alpha;
    }

    int deepen(int alpha, Children& children, int& upper) {
        std::array<const Child*, most_children> order;
        for (int i = 0; i < children.count; ++i) {
            const Child* const child = &children.child[i];
            int at = i;
            for (; at > 0 && order[at - 1]->order < child->order; --at) order[at] = order[at - 1];
            order[at] = child;
        }
        const auto searched = [&](const Child& child) {
            const auto& [quiet, hash, _] = child;
            return quiet.side > 0 ? value(quiet, alpha, hash) : -value(quiet, -alpha - 1, hash);
        };
        const bool in_company = busy_ && children.count > 1 && large(children.child[0].quiet.at);
        int put_off = 0;
        for (int i = 0; i < children.count; ++i) {
            if (in_company && i > 0 && busy_->is(order[i]->hash)) {
                order[put_off++] = order[i];  // another thread is at it: it may be known when we come back
                continue;
            }
            if (in_company) busy_->enter(order[i]->hash);
            const int bound = searched(*order[i]);
            if (in_company) busy_->leave(order[i]->hash);
            if (bound > alpha) return bound;
            upper = std::max(upper, bound);
        }
        if (put_off == 0) return alpha;
        Children rest;
        for (; rest.count < put_off; ++rest.count) rest.child[rest.count] = *order[rest.count];
        if (const int bound = probe(alpha, rest, upper); bound > alpha) return bound;
        for (int i = 0; i < rest.count; ++i) {
            const int bound = searched(rest.child[i]);
            if (bound > alpha) return bound;
            upper = std::max(upper, bound);
        }
        return alpha;
    }

    // Worth telling other threads about.
    bool large(const Place& at) const { return at.discs + 16 < rules_.b().cells; }

    const Rules& rules_;
    const Order& order_;
    Mixer mix_;
    Table& table_;
    Look look_;
    Busy* busy_;
    std::uint64_t nodes_ = 0;
};

}  // namespace plyground::solver
