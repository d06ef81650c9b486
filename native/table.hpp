// The transposition table of src/plyground/searchers/table.py: what is known of positions that can be reached
// in several ways.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "hash_table.hpp"
#include "node.hpp"
#include "score.hpp"
#include "shared_pv.hpp"
#include "symmetry.hpp"
#include "watch.hpp"

namespace plyground {

enum class Bound : std::uint8_t { exact, lower, upper };

// What a finished search of a position found, its value as seen from the root.
struct TableEntry {
    int value;
    Bound bound;
    SharedPv line;
};

template <int Words>
class TranspositionTable {
public:
    std::uint64_t hits = 0;
    SharedPvPool pvs;

    // A table of `size` entries (0: as many as memory holds). While it grows, the limits of the watch are kept.
    TranspositionTable(const LineGame<Words>& game, std::uint64_t size, bool keep_deeper,
                       const Symmetries<Words>* symmetries, bool plain, Watch& watch)
        : game_(game), size_(size), keep_deeper_(keep_deeper), symmetries_(symmetries), plain_(plain),
          watch_(watch), table_(watch.pages()) {}

    // Begins a search to a depth. Stored values are reused only at equal remaining depth.
    void begin_search(int depth) { depth_ = depth; }

    // From now on use the moves of the present entries, and no longer their values.
    void next_generation() { ++generation_; }

    std::optional<TableEntry> find(const Node<Words>& node, int ply) {
        Stored& stored = at(node);
        if (!stored.used || stored.generation != generation_ || !same(stored, node)) return std::nullopt;
        if (stored.remaining != depth_ - ply && depth_ < to_the_end) return std::nullopt;
        ++hits;
        return TableEntry{shifted(stored.value, -ply), stored.bound, line_of(stored, node)};
    }

    // The move that was best when the position was last searched, to whatever depth; or -1.
    int best(const Node<Words>& node) {
        const Stored& stored = at(node);
        if (!stored.used || !stored.line || !same(stored, node)) return -1;
        const int move = pvs.move(stored.line);
        return symmetries_ ? (*symmetries_->between(position_of(stored, node), node))(move) : move;
    }

    void store(const Node<Words>& node, int ply, int value, Bound bound, const SharedPv& line) {
        table_.make_room([&] { watch_.look_at_clock(); });
        Stored& stored = at(node);
        const int remaining = depth_ - ply;
        if (stored.used) {
            if (keep_deeper_ && stored.generation == generation_ && stored.remaining > remaining) return;
            pvs.drop(stored.line);
        } else {
            table_.count_used();
        }
        stored = {node.own, node.other, slot(node), shifted(value, ply), pvs.keep(line.index()),
                  static_cast<std::int16_t>(remaining), generation_, bound, true};
    }

private:
    // An entry as it is stored: its value as seen from its own position.
    struct Stored {
        Bits<Words> own, other;
        std::uint64_t slot;
        std::int32_t value;
        SharedPvPool::Index line;
        std::int16_t remaining;  // how deep below the position the search looked
        std::uint16_t generation;
        Bound bound;
        bool used;
    };

    std::uint64_t slot(const Node<Words>& node) const {
        const std::uint64_t key =
            symmetries_ ? symmetries_->canonical(node).key(game_.cells) : node.key(game_.cells);
        return size_ ? key % size_ : key;
    }

    // The entry where a position belongs: in a table of a fixed size another position may be there.
    Stored& at(const Node<Words>& node) {
        return table_.find(slot(node), [&](const Stored& stored) { return size_ || same(stored, node); });
    }

    // The side to move is not stored. It follows from the stones: in one tree the sides take turns.
    static LinePosition<Words> position_of(const Stored& stored, const Node<Words>& node) {
        return {stored.own, stored.other, node.to_move};
    }

    bool same(const Stored& stored, const Node<Words>& node) const {
        if (stored.own == node.own && stored.other == node.other) return true;
        return symmetries_ && symmetries_->between(position_of(stored, node), node);
    }

    SharedPv line_of(const Stored& stored, const Node<Words>& node) {
        if (stored.own == node.own && stored.other == node.other) return {pvs, pvs.keep(stored.line)};
        const Symmetry<Words>& image = *symmetries_->between(position_of(stored, node), node);
        const Line moves = pvs.line(stored.line);
        SharedPv mapped;
        for (auto move = moves.rbegin(); move != moves.rend(); ++move) mapped = pvs.join(image(*move), std::move(mapped));
        return mapped;
    }

    // A win counted from the root as one counted from a position `ply` plies below it, or back.
    int shifted(int value, int ply) const {
        if (plain_ || (-heuristic <= value && value <= heuristic)) return value;
        return value > 0 ? value + ply : value - ply;
    }

    const LineGame<Words>& game_;
    std::uint64_t size_;
    bool keep_deeper_;
    const Symmetries<Words>* symmetries_;
    bool plain_;
    Watch& watch_;
    int depth_ = 0;
    std::uint16_t generation_ = 0;
    HashTable<Stored> table_;
};

}  // namespace plyground
