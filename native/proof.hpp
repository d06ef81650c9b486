// src/plyground/search/proof.py: who wins, by always looking where the least is left to be shown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "place.hpp"
#include "pool.hpp"
#include "searcher.hpp"
#include "slots.hpp"

namespace plyground {

template <int Words>
class ProofNumber {
public:
    ProofNumber(const LineGame<Words>& game, const LinePosition<Words>& root, bool best_first, std::uint64_t size,
                const Limits& limits, Pulse* pulse)
        : tree_(game, {}), root_(tree_.begin(root)), best_first_(best_first), size_(size),
          watch_(limits, pulse) {}

    // Can the side to move win, and if not, can it hold a draw?
    Answer search() {
        const char* stopped = nullptr;
        int score = 0;
        Shown shown{false, no_move};
        try {
            shown = prove(Aim::win);
            score = shown.reached ? win : 0;
            if (!shown.reached) {
                shown = prove(Aim::draw);
                score = shown.reached ? 0 : -win;
            }
        } catch (const Stopped& stop) {
            stopped = stop.reason;
        }
        Line line;
        if (root_.ending == Ending::none)
            line.push_back(static_cast<std::uint8_t>(shown.move == no_move ? careful() : shown.move));
        return {{score, line}, !stopped, stopped, watch_.nodes(), watch_.depth(), 0, watch_.seconds()};
    }

    bool is_large() const { return watch_.has_counted_many(); }

private:
    using Number = std::int64_t;
    using Index = Pool<int>::Index;

    static constexpr int no_move = -1;
    static constexpr Number never = Number{1} << 40;  // more leaves than any search has: cannot be shown

    enum class Aim { win, draw };  // of the side to move at the root

    struct Shown {
        bool reached;
        int move;
    };

    struct Numbers {
        Number own, other;
    };

    Shown prove(Aim aim) {
        aim_ = aim;
        return best_first_ ? best_first() : depth_first();
    }

    // -------------------------------------------------- on a tree in memory

    struct Node {
        Numbers number;
        Index children;
        std::uint16_t count;
        std::uint8_t move;
    };

    Shown best_first() {
        nodes_ = {};
        const Index top = nodes_.make();
        nodes_[top].number = numbers_of(root_);
        while (nodes_[top].number.own && nodes_[top].number.other) develop(nodes_[top], root_, 0);
        Shown shown{nodes_[top].number.own == 0, no_move};
        for (Index child = nodes_[top].count; child-- > 0;)
            if (nodes_[nodes_[top].children + child].number.other == 0)
                shown.move = nodes_[nodes_[top].children + child].move;
        return shown;
    }

    void develop(Node& node, const Place<Words>& place, int ply) {
        watch_.count(ply);
        if (node.count) {
            Node& child = most_proving(node);
            develop(child, tree_.after(place, child.move), ply + 1);
        } else {
            expand(node, place);
        }
        node.number = {never, 0};
        for (Index child = 0; child < node.count; ++child)
            add(node.number, nodes_[node.children + child].number);
    }

    void expand(Node& node, const Place<Words>& place) {
        const Moves<Words> moves = tree_.moves(place);
        node.count = static_cast<std::uint16_t>(moves.size());
        node.children = nodes_.make(node.count);
        Index at = node.children;
        for (int move : moves) {
            Node& child = nodes_[at++];
            child.move = static_cast<std::uint8_t>(move);
            child.number = numbers_of(tree_.after(place, move));
        }
    }

    Node& most_proving(Node& node) {
        Node* best = &nodes_[node.children];
        for (Index child = 1; child < node.count; ++child) {
            Node& other = nodes_[node.children + child];
            if (other.number.other < best->number.other) best = &other;
        }
        return *best;
    }

    // -------------------------------------------------- with a table of bounded size (df-pn)

    struct Entry {
        Bits<Words> own, other;
        std::uint64_t slot;
        Numbers number;
        bool used;
    };

    Shown depth_first() {
        if (root_.ending != Ending::none) return {reached(root_.ending), no_move};
        table_ = Slots<Entry>(watch_.pages());
        int move = no_move;
        const Numbers numbers = develop(root_, 0, {never, never}, &move);
        return {numbers.own == 0, move};
    }

    Numbers develop(const Place<Words>& place, int ply, Numbers limit, int* shown) {
        watch_.count(ply);
        const Moves<Words> moves = tree_.moves(place);
        std::vector<Numbers> known;
        for (int move : moves) known.push_back(numbers(tree_.after(place, move)));
        while (true) {
            Numbers sum{never, 0};
            for (const Numbers& child : known) add(sum, child);
            if (sum.own >= limit.own || sum.other >= limit.other || sum.own == 0 || sum.other == 0) {
                remember(place, sum);
                for (int i = moves.size(); shown && i-- > 0;)
                    if (known[i].other == 0) *shown = moves[i];
                return sum;
            }
            const int best = least(known, -1);
            const int second = least(known, best);
            const Number next_own = std::min(never, limit.other + known[best].own - sum.other);
            const Number next_other = std::min(limit.own, (second < 0 ? never : known[second].other) + 1);
            known[best] = develop(tree_.after(place, moves[best]), ply + 1, {next_own, next_other}, nullptr);
        }
    }

    // The first child of the least `other`, but for one that is left out; -1 if there is none.
    static int least(const std::vector<Numbers>& known, int left_out) {
        int best = -1;
        for (int i = 0; i < static_cast<int>(known.size()); ++i)
            if (i != left_out && (best < 0 || known[i].other < known[best].other)) best = i;
        return best;
    }

    Numbers numbers(const Place<Words>& place) {
        if (place.ending != Ending::none) return numbers_of(place);
        const Entry& entry = at(place);
        const bool same = entry.used && entry.own == place.own && entry.other == place.other;
        return same ? entry.number : Numbers{1, 1};
    }

    void remember(const Place<Words>& place, Numbers number) {
        table_.make_room([&] { watch_.look_at_clock(); });
        Entry& entry = at(place);
        if (!entry.used) table_.count_used();
        entry = {place.own, place.other, place.key(tree_.game.cells) % size_, number, true};
    }

    Entry& at(const Place<Words>& place) {
        return table_.find(place.key(tree_.game.cells) % size_, [](const Entry&) { return true; });
    }

    // -------------------------------------------------- both

    // Adds a child to the numbers of its parent; `never` only if a child has it, or a large sum would be
    // taken for a proof.
    static void add(Numbers& sum, const Numbers& child) {
        sum.own = std::min(sum.own, child.other);
        if (sum.other == never || child.own == never)
            sum.other = never;
        else
            sum.other = std::min(sum.other + child.own, never - 1);
    }

    // The two numbers of a leaf, from its side to move.
    Numbers numbers_of(const Place<Words>& place) const {
        if (place.ending == Ending::none) return {1, 1};
        return reached(place.ending) == (place.to_move == root_.to_move) ? Numbers{0, never} : Numbers{never, 0};
    }

    bool reached(Ending ending) const {
        return aim_ == Aim::win ? ending == won_by(root_.to_move) : ending != won_by(1 - root_.to_move);
    }

    // What to play where nothing is shown: a win at once, else a move that does not allow one.
    int careful() const {
        const Moves<Words> moves = tree_.moves(root_);
        for (int move : moves)
            if (tree_.after(root_, move).ending == won_by(root_.to_move)) return move;
        for (int move : moves)
            if (!allows_win(tree_.after(root_, move))) return move;
        return moves[0];
    }

    bool allows_win(const Place<Words>& place) const {
        for (int reply : tree_.moves(place))
            if (tree_.after(place, reply).ending == won_by(place.to_move)) return true;
        return false;
    }

    Tree<Words> tree_;
    Place<Words> root_;
    bool best_first_;
    std::uint64_t size_;
    Watch watch_;
    Aim aim_ = Aim::win;
    Pool<Node> nodes_;
    Slots<Entry> table_;
};

}  // namespace plyground
