// The search: is the value of a position more than alpha?
//
// It resolves all children of a node before it searches any of them: most are decided by forced play, by a bound, or
// by the table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "forced.hpp"
#include "keyed_tables.hpp"
#include "position.hpp"
#include "rules.hpp"

namespace plyground::solver {

// The positions that the threads of one search are working on. Two positions may share a slot: then one is forgotten,
// which costs time and never correctness.
class BusyPositions {
public:
    bool has(std::uint64_t hash) const { return slot(hash).load(std::memory_order_relaxed) == hash; }
    void enter(std::uint64_t hash) { slot(hash).store(hash, std::memory_order_relaxed); }
    void leave(std::uint64_t hash) { slot(hash).store(~std::uint64_t{0}, std::memory_order_relaxed); }

private:
    static constexpr std::size_t size = 1 << 12;

    std::atomic<std::uint64_t>& slot(std::uint64_t hash) { return slots_[hash % size]; }
    const std::atomic<std::uint64_t>& slot(std::uint64_t hash) const { return slots_[hash % size]; }

    std::array<std::atomic<std::uint64_t>, size> slots_{};
};

// Which moves come first where their threats do not tell: those in the middle of the board.
struct CentreFirst {
    std::array<int, 64> rank{};     // of a cell: higher is earlier
    std::array<int, 64> columns{};  // from the middle outwards

    CentreFirst(const Layout& layout, bool has_gravity) {
        const auto nearness = [](int index, int count) { return (count - std::abs(2 * index + 1 - count)) / 2; };
        for (int column = 0; column < layout.columns; ++column) {
            columns[column] = column;
            for (int row = 0; row < layout.rows; ++row)
                rank[column * layout.stride + row] =
                    column_weight * nearness(column, layout.columns) + (has_gravity ? row : nearness(row, layout.rows));
        }
        std::stable_sort(columns.begin(), columns.begin() + layout.columns, [&](int one, int other) {
            return nearness(one, layout.columns) > nearness(other, layout.columns);
        });
    }

private:
    static constexpr int column_weight = 8;  // the column counts first, then the row
};

// `Poll` is called with the number of nodes so far when the nodes that it allowed last time are used up. It allows
// more, or throws to end the search.
template <class Rules, class Table, class Poll>
class NullWindowSearch {
public:
    NullWindowSearch(const Rules& rules, const CentreFirst& centre_first, Table& table, Poll poll,
                     std::uint64_t allowed_nodes, BusyPositions* busy = nullptr)
        : rules_(rules),
          centre_first_(centre_first),
          table_(table),
          poll_(poll),
          allowed_nodes_(allowed_nodes),
          busy_(busy) {}

    std::uint64_t nodes() const { return nodes_; }

    // Searches a quiet situation with the window [alpha, alpha + 1]:
    // - if its value is at most alpha, returns an upper bound of the value that is at most alpha;
    // - if its value is more than alpha, returns a lower bound of the value that is more than alpha.
    // Both are as good as the search could learn (fail-soft).
    int value(const Situation& quiet, int alpha) { return value(quiet, alpha, table_.name(rules_, quiet).hash); }

private:
    using Hash = typename Table::Hash;

    int value(const Situation& quiet, int alpha, const Hash& hash) {
        if (nodes_ >= allowed_nodes_) [[unlikely]]
            allowed_nodes_ = nodes_ + poll_(nodes_);
        ++nodes_;
        const std::uint64_t nodes_before = nodes_;
        const Bounds possible = quiet_bounds(rules_.layout, quiet.position.discs);
        if (possible.high <= alpha) return possible.high;
        if (possible.low > alpha) return possible.low;

        Node node(alpha, possible.low);
        const bool is_more = resolve(quiet, node) || name(node) || probe(node) || search(node);
        const Bounds proven = is_more ? Bounds{node.best, possible.high} : Bounds{possible.low, node.best};
        table_.store(hash, proven, nodes_ - nodes_before + 1);
        return node.best;
    }

    static constexpr int max_children = Rules::max_moves;

    struct Child {
        Situation quiet;
        Hash hash;
        int priority;
    };

    // A node at work: the children that are not decided yet, and the best bound of those that are.
    struct Node {
        int alpha, best;
        int count = 0;
        std::array<Child, max_children> children;  // not initialized: that would take as long as all the rest

        Node(int alpha_, int best_) : alpha(alpha_), best(best_) {}

        // Takes in the bound of a child. True if it is more than alpha: that decides the node.
        PLYGROUND_HOT bool take(int bound) {
            best = std::max(best, bound);
            return best > alpha;
        }
    };

    // `resolve`, `name`, `probe` and `search` decide children, each with more work than the one before. They return true as
    // soon as a child decides the node.

    // Plays every move, and what is forced after it.
    PLYGROUND_HOT bool resolve(const Situation& quiet, Node& node) {
        const Bitboard moves = rules_.playable(quiet.position.taken) & ~rules_.cells_that_open(quiet.threats);
        if constexpr (Rules::has_gravity) {
            for (int i = 0; i < rules_.layout.columns; ++i)
                if (const Bitboard cell = moves & rules_.layout.column(centre_first_.columns[i]))
                    if (resolve_child(quiet, cell, node)) return true;
        } else {
            for (Bitboard left = moves; left; left = without_lowest_cell(left))
                if (resolve_child(quiet, lowest_cell(left), node)) return true;
        }
        return false;
    }

    bool resolve_child(const Situation& quiet, Bitboard cell, Node& node) {
        const Situation next = play(rules_, {quiet.position, 0, quiet.threats, 1}, cell);
        const ForcedPlay forced = play_forced(rules_, next);
        if (forced.value) return node.take(*forced.value);
        const Bounds bounds = strategic_bounds(forced.end);
        if (bounds.low > node.alpha) return node.take(bounds.low);
        if (bounds.high <= node.alpha) return node.take(bounds.high);
        node.children[node.count++] = {forced.end, {}, priority(next, cell)};
        return false;
    }

    // The bounds of a quiet situation that rules and strategies prove, for the side that was to move at first.
    PLYGROUND_HOT Bounds strategic_bounds(const Situation& quiet) const {
        const Bounds possible = quiet_bounds(rules_.layout, quiet.position.discs);
        const Bounds bounds = {rules_.lower_bound(quiet.position, possible.low),
                               rules_.upper_bound(quiet.position, quiet.threats, possible.high)};
        return for_side(bounds, quiet.sign);
    }

    // How early a child is searched: by the threats right after the move, then by the promise that its name shows and
    // by nearness to the middle. A threat right above a playable cell counts twice, because the opponent must not play
    // there.
    PLYGROUND_HOT int priority(const Situation& next, Bitboard cell) const {
        constexpr int per_threat = 8, per_playable_threat = 1;
        constexpr int rank_range = 1'024;  // more than what else counts comes to
        const Bitboard replies = rules_.playable(next.position.taken);
        const int threats = per_threat * (std::popcount(next.threats) + std::popcount(next.threats & replies << 1)) +
                            per_playable_threat * std::popcount(next.threats & replies);
        return threats * rank_range + centre_first_.rank[std::countr_zero(cell)];
    }

    // Looks up what the table calls each child. Whoever has no line left cannot win.
    PLYGROUND_HOT bool name(Node& node) const {
        constexpr int per_promise = 8;
        int left = 0;
        for (int i = 0; i < node.count; ++i) {
            Child& child = node.children[i];
            const auto named = table_.name(rules_, child.quiet);
            const bool is_ours = child.quiet.sign > 0;
            const bool can_win = is_ours ? named.own_can_win : named.other_can_win;
            const bool can_lose = is_ours ? named.other_can_win : named.own_can_win;
            if (!can_lose && node.alpha < 0) return node.take(0);
            if (!can_win && node.alpha >= 0) {
                node.take(0);
                continue;
            }
            table_.prefetch(named.hash);
            child.hash = named.hash;
            child.priority += per_promise * named.promise;
            if (left++ != i) node.children[left - 1] = child;
        }
        node.count = left;
        return false;
    }

    // Asks the table about every child before any is searched.
    PLYGROUND_HOT bool probe(Node& node) const {
        int left = 0;
        for (int i = 0; i < node.count; ++i) {
            const Child& child = node.children[i];
            if (const auto known = table_.find(child.hash)) {
                const Bounds bounds = for_side(*known, child.quiet.sign);
                if (bounds.low > node.alpha) return node.take(bounds.low);
                if (bounds.high <= node.alpha) {
                    node.take(bounds.high);
                    continue;
                }
            }
            if (left++ != i) node.children[left - 1] = child;
        }
        node.count = left;
        return false;
    }

    // Searches the children, the most promising first.
    bool search(Node& node) {
        if (busy_ && node.count > 1 && is_worth_sharing(node)) return search_in_company(node);
        return search_alone(node);
    }

    bool search_alone(Node& node) {
        const SortedChildren sorted = sorted_children(node);
        for (int i = 0; i < node.count; ++i)
            if (node.take(search_child(*sorted[i], node.alpha))) return true;
        return false;
    }

    // Puts off what another thread is searching just now: it may be in the table when we come back.
    bool search_in_company(Node& node) {
        const SortedChildren sorted = sorted_children(node);
        Node put_off(node.alpha, node.best);
        for (int i = 0; i < node.count; ++i) {
            const Child& child = *sorted[i];
            if (i > 0 && busy_->has(word_of(child.hash))) {
                put_off.children[put_off.count++] = child;
                continue;
            }
            busy_->enter(word_of(child.hash));
            const int bound = search_child(child, node.alpha);
            busy_->leave(word_of(child.hash));
            if (node.take(bound)) return true;
        }
        if (!probe(put_off)) search_alone(put_off);
        return node.take(put_off.best);
    }

    // The bound of a child's value, for the side to move in its parent; see `value`.
    int search_child(const Child& child, int alpha) {
        const Situation& quiet = child.quiet;
        return quiet.sign > 0 ? value(quiet, alpha, child.hash) : -value(quiet, -alpha - 1, child.hash);
    }

    using SortedChildren = std::array<const Child*, max_children>;

    // By priority; of equal ones the first stays first. Insertion sort, because there are few.
    PLYGROUND_HOT static SortedChildren sorted_children(const Node& node) {
        SortedChildren sorted;
        for (int i = 0; i < node.count; ++i) {
            const Child* const child = &node.children[i];
            int place = i;
            for (; place > 0 && sorted[place - 1]->priority < child->priority; --place) sorted[place] = sorted[place - 1];
            sorted[place] = child;
        }
        return sorted;
    }

    static std::uint64_t word_of(std::uint64_t hash) { return hash; }
    static std::uint64_t word_of(const LineHash& hash) { return hash.first; }

    // Other threads need not know of small subtrees: to tell them would take longer than the search.
    bool is_worth_sharing(const Node& node) const {
        constexpr int min_empty_cells = 17;
        return rules_.layout.cells - node.children[0].quiet.position.discs >= min_empty_cells;
    }

    const Rules& rules_;
    const CentreFirst& centre_first_;
    Table& table_;
    Poll poll_;
    std::uint64_t allowed_nodes_;
    BusyPositions* busy_;
    std::uint64_t nodes_ = 0;
};

}  // namespace plyground::solver
