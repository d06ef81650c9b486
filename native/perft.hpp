// The counting of src/plyground/perft.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hash_table.hpp"
#include "interrupt.hpp"
#include "line_game.hpp"

namespace plyground {

using Tally = std::array<std::uint64_t, 4>;  // all; over: won by the first, by the second, drawn

inline std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a + b < a) throw std::overflow_error("more sequences than 64 bits count: the python core counts on");
    return a + b;
}

// Every sequence of moves from a position that is not over, one ply deeper than `ply`.
template <int Words>
void count_sequences(const LineGame<Words>& game, const LinePosition<Words>& position, std::size_t ply,
                     std::vector<Tally>& tallies, Interrupt& interrupt) {
    interrupt.step();
    game.each_move(position, [&](int move) {
        const auto child = game.after(position, move);
        const Ending ending = game.ending_by(move, child);
        Tally& tally = tallies[ply + 1];
        ++tally[0];
        if (ending != Ending::none)
            ++tally[static_cast<std::size_t>(ending)];
        else if (ply + 2 < tallies.size())
            count_sequences(game, child, ply + 1, tallies, interrupt);
    });
}

template <int Words>
std::vector<Tally> perft(const LineGame<Words>& game, const LinePosition<Words>& root, int depth, Interrupt& interrupt) {
    std::vector<Tally> tallies(static_cast<std::size_t>(depth) + 1);
    tallies[0][0] = 1;
    const Ending ending = game.ending(root);
    if (ending != Ending::none)
        ++tallies[0][static_cast<std::size_t>(ending)];
    else if (depth > 0)
        count_sequences(game, root, 0, tallies, interrupt);
    return tallies;
}

// The positions of one ply, each with the number of sequences that lead to it.
template <int Words>
class Frontier {
public:
    using Position = LinePosition<Words>;

    Frontier(const LineGame<Words>& game, const Position& root) : game_(game), to_move_(root.to_move) {
        Interrupt unused;
        add(table_, root, 1, game.ending(root), unused);
    }

    // The tally of the sequences, and that of the positions.
    std::pair<Tally, Tally> tally(Interrupt& interrupt) const {
        std::pair<Tally, Tally> tallies{};
        each(interrupt, [&](const Reached& reached) {
            const auto column = static_cast<std::size_t>(reached.ending);
            tallies.first[0] = sum(tallies.first[0], reached.sequences);
            tallies.second[0] += 1;
            if (reached.ending == Ending::none) return;
            tallies.first[column] += reached.sequences;
            tallies.second[column] += 1;
        });
        return tallies;
    }

    void advance(Interrupt& interrupt) {
        HashTable<Reached> next;
        each(interrupt, [&](const Reached& reached) {
            if (reached.ending != Ending::none) return;
            const Position position{reached.own, reached.other, to_move_};
            game_.each_move(position, [&](int move) {
                const Position child = game_.after(position, move);
                add(next, child, reached.sequences, game_.ending_by(move, child), interrupt);
            });
        });
        table_ = std::move(next);
        to_move_ = 1 - to_move_;
    }

private:
    struct Reached {
        Bits<Words> own, other;
        std::uint64_t slot;
        std::uint64_t sequences;
        Ending ending;
        bool used;
    };

    template <class Visit>
    void each(Interrupt& interrupt, Visit visit) const {
        table_.each([&](const Reached& reached) {
            interrupt.step();
            if (reached.used) visit(reached);
        });
    }

    void add(HashTable<Reached>& table, const Position& position, std::uint64_t sequences, Ending ending,
             Interrupt& interrupt) {
        table.make_room([&] { interrupt.stop_if_asked(); });
        const std::uint64_t slot = position.key(game_.cells);
        Reached& reached = table.find(slot, [&](const Reached& other) {
            return other.own == position.own && other.other == position.other;
        });
        if (reached.used) {
            reached.sequences = sum(reached.sequences, sequences);
            return;
        }
        reached = {position.own, position.other, slot, sequences, ending, true};
        table.count_used();
    }

    LineGame<Words> game_;
    int to_move_;
    HashTable<Reached> table_;
};

}  // namespace plyground
