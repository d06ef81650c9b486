// The counting of src/plyground/perft.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "line.hpp"
#include "memory.hpp"
#include "pulse.hpp"

namespace plyground {

using Tally = std::array<std::uint64_t, 4>;  // all; over: won by the first, by the second, drawn

inline std::uint64_t sum(std::uint64_t a, std::uint64_t b) {
    if (a + b < a) throw std::overflow_error("more sequences than 64 bits count: the python core counts on");
    return a + b;
}

// Every sequence of moves from a position that is not over, one ply deeper than `ply`.
template <int Words>
void count_sequences(const LineGame<Words>& game, const LinePosition<Words>& position, std::size_t ply,
                     std::vector<Tally>& tallies, Pulse& pulse) {
    pulse.step();
    game.each_move(position, [&](int move) {
        const auto child = game.after(position, move);
        const Ending ending = game.ending_by(move, child);
        Tally& tally = tallies[ply + 1];
        ++tally[0];
        if (ending != Ending::none)
            ++tally[static_cast<std::size_t>(ending)];
        else if (ply + 2 < tallies.size())
            count_sequences(game, child, ply + 1, tallies, pulse);
    });
}

template <int Words>
std::vector<Tally> perft(const LineGame<Words>& game, const LinePosition<Words>& root, int depth, Pulse& pulse) {
    std::vector<Tally> tallies(static_cast<std::size_t>(depth) + 1);
    tallies[0][0] = 1;
    const Ending ending = game.ending(root);
    if (ending != Ending::none)
        ++tallies[0][static_cast<std::size_t>(ending)];
    else if (depth > 0)
        count_sequences(game, root, 0, tallies, pulse);
    return tallies;
}

// The positions of one ply, each with the number of sequences that lead to it: a hash table with open
// addressing.
template <int Words>
class Frontier {
public:
    using Position = LinePosition<Words>;

    Frontier(const LineGame<Words>& game, const Position& root) : game_(game), to_move_(root.to_move) {
        Pulse unused;
        table_.add(root, 1, game.ending(root), unused);
    }

    // The tally of the sequences, and that of the positions.
    std::pair<Tally, Tally> tally(Pulse& pulse) const {
        std::pair<Tally, Tally> tallies{};
        table_.each(pulse, [&](const Slot& slot) {
            const auto column = static_cast<std::size_t>(slot.ending);
            tallies.first[0] = sum(tallies.first[0], slot.ways);
            tallies.second[0] += 1;
            if (slot.ending == Ending::none) return;
            tallies.first[column] += slot.ways;
            tallies.second[column] += 1;
        });
        return tallies;
    }

    void advance(Pulse& pulse) {
        Table ahead;
        table_.each(pulse, [&](const Slot& slot) {
            if (slot.ending != Ending::none) return;
            const Position position{slot.own, slot.other, to_move_};
            game_.each_move(position, [&](int move) {
                const Position child = game_.after(position, move);
                ahead.add(child, slot.ways, game_.ending_by(move, child), pulse);
            });
        });
        table_ = std::move(ahead);
        to_move_ = 1 - to_move_;
    }

private:
    struct Slot {
        Bits<Words> own, other;
        std::uint64_t ways;  // 0 marks an empty slot: a position is there because a way leads to it
        Ending ending;
    };

    class Table {
    public:
        Table() : Table(64) {}

        template <class Visit>
        void each(Pulse& pulse, Visit visit) const {
            for (std::size_t at = 0; at < slots_.size(); ++at) {
                pulse.step();
                if (slots_[at].ways) visit(slots_[at]);
            }
        }

        void add(const Position& position, std::uint64_t ways, Ending ending, Pulse& pulse) {
            Slot& slot = find(position.own, position.other);
            if (slot.ways) {
                slot.ways = sum(slot.ways, ways);
                return;
            }
            slot = {position.own, position.other, ways, ending};
            if (++size_ * 4 > slots_.size() * 3) grow(pulse);
        }

    private:
        explicit Table(std::size_t capacity) : slots_(capacity) {}

        Slot& find(const Bits<Words>& own, const Bits<Words>& other) {
            std::size_t at = Position{own, other}.key(Bits<Words>::capacity) & (slots_.size() - 1);
            while (slots_[at].ways && !(slots_[at].own == own && slots_[at].other == other))
                at = (at + 1) & (slots_.size() - 1);
            return slots_[at];
        }

        void grow(Pulse& pulse) {
            Table larger(slots_.size() * 2);
            each(pulse, [&](const Slot& slot) { larger.find(slot.own, slot.other) = slot; });
            larger.size_ = size_;
            *this = std::move(larger);
        }

        ZeroedArray<Slot> slots_;
        std::size_t size_ = 0;
    };

    LineGame<Words> game_;
    int to_move_;
    Table table_;
};

}  // namespace plyground
