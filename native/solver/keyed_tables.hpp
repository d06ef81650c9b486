// The two tables of a search, which name positions in different ways. Both hold what is proved; they differ in which
// positions share an entry, and in what that costs.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "forced.hpp"
#include "lines.hpp"
#include "rules.hpp"
#include "table.hpp"

namespace plyground::solver {

// What the table calls a quiet situation, and what was learned on the way.
template <class Hash>
struct Named {
    Hash hash;
    bool own_can_win, other_can_win;  // false only if no line is left
    int promise;                      // how well the side `sign` stands; 0 where that was not looked at
};

// By all its discs, exactly: nothing is cheaper.
template <int KeyBits>
class ExactTable : public BoundsTable<ExactEntries<KeyBits>> {
public:
    ExactTable(const Buckets& buckets, int key_bits)
        : BoundsTable<ExactEntries<KeyBits>>(buckets, key_bits), mix_{key_bits} {}

    template <class Rules>
    PLYGROUND_HOT Named<std::uint64_t> name(const Rules& rules, const Situation& quiet) const {
        return {mix_(rules.key(quiet.position)), true, true, 0};
    }

private:
    ReversibleHash mix_;
};

// By the state of its lines: positions that must have the same value share an entry.
class LineTable : public BoundsTable<LineEntries> {
public:
    using BoundsTable<LineEntries>::BoundsTable;

    template <class Rules>
    PLYGROUND_HOT Named<LineHash> name(const Rules& rules, const Situation& quiet) const {
        const Layout& layout = rules.layout;
        Bitboard own = quiet.position.own, taken = quiet.position.taken;
        Bitboard own_wins = quiet.own_threats, wins_of_other = quiet.threats;
        if (rules.is_better_mirrored(quiet.position))
            for (Bitboard* const cells : {&own, &taken, &own_wins, &wins_of_other}) *cells = mirror(layout, *cells);
        const Bitboard empty = layout.all_cells & ~taken;
        const Sides stones{own, own ^ taken}, wins{own_wins, wins_of_other};
        const Lines lines = lines_of(layout, stones, empty, wins);
        const Sides living = lines.any();
        return {hash_of(layout, lines, taken, dead_columns(layout, lines, empty, wins)), living[0] != 0, living[1] != 0,
                count_lines(layout, lines_with_two_discs(layout, lines, stones), quiet.sign > 0)};
    }
};

}  // namespace plyground::solver
