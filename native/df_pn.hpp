// src/plyground/searchers/df_pn.py: proof-number search, depth-first, with a table of bounded size.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "hash_table.hpp"
#include "proof_number.hpp"

namespace plyground {

template <int Words>
class DfPn {
public:
    DfPn(const Tree<Words>& tree, std::uint64_t size, Watch& watch) : tree_(tree), size_(size), watch_(watch) {}

    Proof prove(const Node<Words>& root, const Goal& goal) {
        if (root.ending != Ending::none) return {goal.reached(root.ending)};
        goal_ = goal;
        table_ = HashTable<Entry>(watch_.pages());
        Proof proof;
        const ProofNumbers thresholds{ProofNumbers::infinite, ProofNumbers::infinite};
        proof.reached = mid(root, 0, thresholds, &proof.move).phi == 0;
        return proof;
    }

private:
    struct Entry {
        Bits<Words> own, other;
        std::uint64_t slot;
        ProofNumbers numbers;
        bool used;
    };

    // Multiple iterative deepening: searches below a node until φ or δ reaches its threshold, or one is 0.
    // `proving` receives the move that proves the goal.
    ProofNumbers mid(const Node<Words>& node, int ply, const ProofNumbers& threshold, int* proving = nullptr) {
        watch_.count(ply);
        const Moves<Words> moves = tree_.moves(node);
        std::vector<ProofNumbers> children;  // kept here too: the table may forget
        for (int move : moves) children.push_back(look_up(tree_.after(node, move)));
        while (true) {
            ProofNumbers numbers = ProofNumbers::without_children();
            for (const ProofNumbers& child : children) numbers.add_child(child);
            if (numbers.phi >= threshold.phi || numbers.delta >= threshold.delta || numbers.decided()) {
                put_in_table(node, numbers);
                for (int i = moves.size(); proving && i-- > 0;)
                    if (children[i].delta == 0) *proving = moves[i];
                return numbers;
            }
            const int child = least_delta(children);
            const int second = least_delta(children, child);
            const auto delta_2 = second < 0 ? ProofNumbers::infinite : children[second].delta;
            const ProofNumbers child_threshold{
                std::min(ProofNumbers::infinite, threshold.delta + children[child].phi - numbers.delta),
                std::min(threshold.phi, delta_2 + 1)};
            children[child] = mid(tree_.after(node, moves[child]), ply + 1, child_threshold);
        }
    }

    // The first child of the least δ, except one that is left out; -1 if there is none.
    static int least_delta(const std::vector<ProofNumbers>& children, int left_out = -1) {
        int best = -1;
        for (int i = 0; i < static_cast<int>(children.size()); ++i)
            if (i != left_out && (best < 0 || children[i].delta < children[best].delta)) best = i;
        return best;
    }

    ProofNumbers look_up(const Node<Words>& node) {
        if (node.ending != Ending::none) return goal_.leaf(node);
        const Entry& entry = at(node);
        const bool same = entry.used && entry.own == node.own && entry.other == node.other;
        return same ? entry.numbers : ProofNumbers{1, 1};
    }

    void put_in_table(const Node<Words>& node, const ProofNumbers& numbers) {
        table_.make_room([&] { watch_.look_at_clock(); });
        Entry& entry = at(node);
        if (!entry.used) table_.count_used();
        entry = {node.own, node.other, slot(node), numbers, true};
    }

    std::uint64_t slot(const Node<Words>& node) const { return node.key(tree_.game.cells) % size_; }

    Entry& at(const Node<Words>& node) {
        return table_.find(slot(node), [](const Entry&) { return true; });
    }

    const Tree<Words>& tree_;
    std::uint64_t size_;
    Watch& watch_;
    Goal goal_{};
    HashTable<Entry> table_;
};

}  // namespace plyground
