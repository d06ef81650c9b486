// The counting of src/plyground/perft.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "line.hpp"
#include "pulse.hpp"

namespace plyground {

using Tally = std::array<std::uint64_t, 4>;  // all; over: won by the first, by the second, drawn

// Every sequence of moves from a position that is not over, one ply deeper than `ply`.
template <int Words>
void count_sequences(const LineGame<Words>& game, const LinePosition<Words>& position, std::size_t ply,
                     std::vector<Tally>& tallies, Pulse& pulse) {
    pulse.step();
    game.each_move(position, [&](int move) {
        const auto child = game.after(position, move);
        const Ending ending = game.ending(child, move);
        Tally& tally = tallies[ply + 1];
        ++tally[0];
        if (ending != Ending::none)
            ++tally[static_cast<std::size_t>(ending)];
        else if (ply + 2 < tallies.size())
            count_sequences(game, child, ply + 1, tallies, pulse);
    });
}

template <int Words>
std::vector<Tally> perft(const LineGame<Words>& game, const LinePosition<Words>& root, int depth) {
    std::vector<Tally> tallies(static_cast<std::size_t>(depth) + 1);
    tallies[0][0] = 1;
    const Ending ending = game.ending(root);
    if (ending != Ending::none)
        ++tallies[0][static_cast<std::size_t>(ending)];
    else if (depth > 0) {
        Pulse pulse;
        count_sequences(game, root, 0, tallies, pulse);
    }
    return tallies;
}

// The positions of one ply, each with the number of sequences that lead to it.
template <int Words>
class Frontier {
public:
    using Position = LinePosition<Words>;

    Frontier(const LineGame<Words>& game, const Position& root) : game_(game), to_move_(root.to_move) {
        slots_.resize(64);
        add(slots_, size_, root, 1, game.ending(root));
    }

    Tally sequences() const { return total(true); }
    Tally positions() const { return total(false); }

    void advance() {
        Pulse pulse;
        std::vector<Slot> ahead(64);
        std::size_t size = 0;
        for (const Slot& slot : slots_) {
            if (!slot.ways || slot.ending != Ending::none) continue;
            pulse.step();
            const Position position{{slot.first, slot.second}, to_move_};
            game_.each_move(position, [&](int move) {
                const Position child = game_.after(position, move);
                add(ahead, size, child, slot.ways, game_.ending(child, move));
            });
        }
        slots_ = std::move(ahead);
        size_ = size;
        to_move_ = 1 - to_move_;
    }

private:
    struct Slot {
        Bits<Words> first, second;
        std::uint64_t ways = 0;  // 0 marks an empty slot: a position is there because a way leads to it
        Ending ending = Ending::none;
    };

    static std::size_t hash(const Bits<Words>& first, const Bits<Words>& second) {
        std::uint64_t mixed = 0;
        for (const Bits<Words>* stones : {&first, &second})
            for (std::uint64_t word : stones->word) {
                mixed = (mixed ^ word) * 0x9E3779B97F4A7C15u;
                mixed ^= mixed >> 32;
            }
        return static_cast<std::size_t>(mixed);
    }

    static Slot& find(std::vector<Slot>& slots, const Bits<Words>& first, const Bits<Words>& second) {
        std::size_t at = hash(first, second) & (slots.size() - 1);
        while (slots[at].ways && !(slots[at].first == first && slots[at].second == second))
            at = (at + 1) & (slots.size() - 1);
        return slots[at];
    }

    static void add(std::vector<Slot>& slots, std::size_t& size, const Position& position,
                    std::uint64_t ways, Ending ending) {
        Slot& slot = find(slots, position.stones[0], position.stones[1]);
        if (slot.ways) {
            slot.ways += ways;
            return;
        }
        slot = {position.stones[0], position.stones[1], ways, ending};
        if (++size * 4 > slots.size() * 3) grow(slots);
    }

    static void grow(std::vector<Slot>& slots) {
        std::vector<Slot> larger(slots.size() * 2);
        for (const Slot& slot : slots)
            if (slot.ways) find(larger, slot.first, slot.second) = slot;
        slots = std::move(larger);
    }

    Tally total(bool by_sequence) const {
        Tally tally{};
        for (const Slot& slot : slots_) {
            if (!slot.ways) continue;
            const std::uint64_t counted = by_sequence ? slot.ways : 1;
            tally[0] += counted;
            if (slot.ending != Ending::none) tally[static_cast<std::size_t>(slot.ending)] += counted;
        }
        return tally;
    }

    LineGame<Words> game_;
    int to_move_;
    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace plyground
