// The transposition table of src/plyground/search/table.py: what is known of positions that can be reached
// in several ways.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "place.hpp"
#include "score.hpp"
#include "shared_line.hpp"
#include "slots.hpp"
#include "symmetry.hpp"
#include "watch.hpp"

namespace plyground {

enum class Bound : std::uint8_t { exact, lower, upper };

// What a finished search of a position found, its value as seen from the root.
struct Known {
    int value;
    Bound bound;
    SharedLine line;
};

template <int Words>
class Table {
public:
    std::uint64_t hits = 0;
    SharedLines lines;

    // Of `size` entries (0: as many as memory holds); growing it keeps the limits of the watch.
    Table(const LineGame<Words>& game, std::uint64_t size, bool keep_deeper, const Symmetries<Words>* symmetries,
          bool plain, Watch& watch)
        : game_(game), size_(size), keep_deeper_(keep_deeper), symmetries_(symmetries), plain_(plain),
          watch_(watch), slots_(watch.pages()) {}

    // Says how deep the coming search goes: a value is good only for the same depth below it.
    void aim(int depth) { depth_ = depth; }

    // From now on use the moves of the present entries, and no longer their values.
    void next_generation() { ++generation_; }

    std::optional<Known> find(const Place<Words>& place, int ply) {
        Entry& entry = at(place);
        if (!entry.used || entry.generation != generation_ || !same(entry, place)) return std::nullopt;
        if (entry.remaining != depth_ - ply && depth_ < to_the_end) return std::nullopt;
        ++hits;
        return Known{shifted(entry.value, -ply), entry.bound, line_of(entry, place)};
    }

    // The move that was best when the position was last searched, to whatever depth; or -1.
    int best(const Place<Words>& place) {
        const Entry& entry = at(place);
        if (!entry.used || !entry.line || !same(entry, place)) return -1;
        const int move = lines.move(entry.line);
        return symmetries_ ? (*symmetries_->between(position_of(entry, place), place))(move) : move;
    }

    void store(const Place<Words>& place, int ply, int value, Bound bound, const SharedLine& line) {
        slots_.make_room([&] { watch_.look_at_clock(); });
        Entry& entry = at(place);
        const int remaining = depth_ - ply;
        if (entry.used) {
            if (keep_deeper_ && entry.generation == generation_ && entry.remaining > remaining) return;
            lines.drop(entry.line);
        } else {
            slots_.count_used();
        }
        entry = {place.own, place.other, slot(place), shifted(value, ply), lines.keep(line.index()),
                 static_cast<std::int16_t>(remaining), generation_, bound, true};
    }

private:
    struct Entry {
        Bits<Words> own, other;
        std::uint64_t slot;
        std::int32_t value;
        SharedLines::Index line;
        std::int16_t remaining;  // how deep below the position the search looked
        std::uint16_t generation;
        Bound bound;
        bool used;
    };

    std::uint64_t slot(const Place<Words>& place) const {
        const std::uint64_t key =
            symmetries_ ? symmetries_->canonical(place).key(game_.cells) : place.key(game_.cells);
        return size_ ? key % size_ : key;
    }

    // The entry where a position belongs: in a table of a fixed size another position may be there.
    Entry& at(const Place<Words>& place) {
        return slots_.find(slot(place), [&](const Entry& entry) { return size_ || same(entry, place); });
    }

    // Who moves follows from the stones: in one tree the sides take turns.
    static LinePosition<Words> position_of(const Entry& entry, const Place<Words>& place) {
        return {entry.own, entry.other, place.to_move};
    }

    bool same(const Entry& entry, const Place<Words>& place) const {
        if (entry.own == place.own && entry.other == place.other) return true;
        return symmetries_ && symmetries_->between(position_of(entry, place), place);
    }

    SharedLine line_of(const Entry& entry, const Place<Words>& place) {
        if (entry.own == place.own && entry.other == place.other)
            return {lines, lines.keep(entry.line)};
        const Symmetry<Words>& carry = *symmetries_->between(position_of(entry, place), place);
        const Line moves = lines.whole(entry.line);
        SharedLines::Index carried = 0;
        for (auto move = moves.rbegin(); move != moves.rend(); ++move) carried = lines.lead(carry(*move), carried);
        return {lines, carried};
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
    Slots<Entry> slots_;
};

}  // namespace plyground
