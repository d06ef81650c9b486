// src/plyground/trainers/trainer.py: learning the numbers of tables by self-play or from labelled positions, in
// whole numbers alone, so that the same seed gives the same tables everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "attributes.hpp"
#include "interrupt.hpp"
#include "rng.hpp"
#include "tuple_index.hpp"
#include "zeroed_array.hpp"

namespace plyground {

// The units: a game won is worth 2^15, a weight of 1 is 2^24, a step size of 1 is 2^16, a rate of coherence 2^8.
struct TrainerUnits {
    static constexpr int one = 1 << 15;
    static constexpr int squash_bits = 17;       // of a sum, between two numbers of the squash table
    static constexpr int step_bits = 16 + 8 + 15 - 24;
    static constexpr int max_weight = 1 << 29;   // 32.0
    static constexpr int max_coherence = 1 << 23;
};

struct TrainerOptions {
    std::vector<int> squash;  // from a sum to a value: tanh at 0, 1/128, 2/128 …
    std::vector<int> rate;    // of a weight's step, by how far its errors agree, from 0 to 256
};

// Where the errors of a weight have led, and how far they would have led if all had the same sign (Beal & Smith).
struct Coherence {
    std::int32_t net, sum;
};

// The same thing for each side to move, side by side: a stone changes what both see, and one look at memory finds it.
template <class Thing>
struct BothSides {
    Thing side[2];
};

// What some games of self-play were like.
struct TrainerTally {
    std::uint64_t moves = 0, updates = 0, error = 0;
    std::uint64_t won = 0, drawn = 0, lost = 0;  // by the first player
};

template <int Words>
class Trainer {
public:
    Trainer(const LineGame<Words>& game, std::vector<std::vector<int>> tuples, int states,
            std::vector<std::uint32_t> offsets, std::uint32_t size, TrainerOptions options, std::uint64_t seed)
        : game_(game), index_(game, std::move(tuples), states), offsets_(std::move(offsets)), size_(size),
          options_(std::move(options)), chance_(seed), weights_(std::max(size, 1u)), coherence_(std::max(size, 1u)),
          places_(index_.size()), start_(index_.size()), present_(index_.size()) {
        if (offsets_.size() != index_.size()) throw std::invalid_argument("every tuple has a table");
        for (std::size_t tuple = 0; tuple < index_.size(); ++tuple)
            if (offsets_[tuple] > size || index_.indices(tuple) > size - offsets_[tuple])
                throw std::invalid_argument("a table lies beyond the weights");
        if (options_.squash.size() < 2 || options_.rate.size() != 257) throw std::invalid_argument("bad option tables");
        read(LinePosition<Words>{}, start_);
    }

    // Plays games against itself and learns from each. Step size and explored moves are in 1/65536, the trace in 1/256.
    TrainerTally self_play(std::uint64_t games, int step, int explore, int trace, Interrupt& interrupt) {
        TrainerTally tally;
        for (std::uint64_t game = 0; game < games; ++game) {
            interrupt.step();
            play(explore, tally);
            backup(trace);
            replay(step, tally);
        }
        return tally;
    }

    // Learns the value of a position for the side to move, in 1/32768.
    int fit(const LinePosition<Words>& position, int target, int step) {
        read(position, places_);
        return update(position.to_move, target, step);
    }

    // The best move one ply ahead, the first of equals.
    int best_move(const LinePosition<Words>& position) {
        read(position, places_);
        look_up_all();
        return choose(position, game_.moves(position)).move;
    }

    // All weights are counted: those for the first player to move, then those for the second.
    std::size_t count() const { return 2 * std::size_t{size_}; }
    std::int32_t& weight(std::size_t number) { return weights_[number % size_].side[number / size_]; }
    Coherence& coherence(std::size_t number) { return coherence_[number % size_].side[number / size_]; }
    SplitMix64& chance() { return chance_; }

private:
    // A move that was made, and what the side that made it thought of it.
    struct Ply {
        int move;
        std::int64_t best;  // the sum for the best move
        std::int64_t made;  // the sum for the move made
        bool explored;      // it was another than the best
        int target = 0;
    };

    static constexpr std::int64_t won = std::numeric_limits<std::int64_t>::max() / 4;

    int squash(std::int64_t sum) const {
        const std::uint64_t size = static_cast<std::uint64_t>(sum < 0 ? -sum : sum);
        const std::uint64_t place = size >> TrainerUnits::squash_bits;
        int value = options_.squash.back();
        if (size >= won)
            value = TrainerUnits::one;
        else if (place + 1 < options_.squash.size()) {
            const int low = options_.squash[place], high = options_.squash[place + 1];
            const auto rest = static_cast<std::int64_t>(size & ((1u << TrainerUnits::squash_bits) - 1));
            value = low + static_cast<int>((high - low) * rest >> TrainerUnits::squash_bits);
        }
        return sum < 0 ? -value : value;
    }

    // For each tuple, the place of the weights that a position looks up.
    void read(const LinePosition<Words>& position, std::vector<std::uint32_t>& places) const {
        index_.read(position, places);
        for (std::size_t tuple = 0; tuple < places.size(); ++tuple) places[tuple] += offsets_[tuple];
    }

    void play(int explore, TrainerTally& tally) {
        LinePosition<Words> position;
        places_ = start_;
        look_up_all();
        plies_.clear();
        while (true) {
            const Moves<Words> moves = game_.moves(position);
            Ply ply = choose(position, moves);
            if (chance_.next() >> 48 < static_cast<std::uint64_t>(explore)) {
                const auto any = static_cast<int>(chance_.below(static_cast<std::uint64_t>(moves.size())));
                ply.explored = moves[any] != ply.move;
                ply.move = moves[any];
                ply.made = worths_[static_cast<std::size_t>(any)];
            }
            plies_.push_back(ply);
            ++tally.moves;
            const int mover = position.to_move;
            position = game_.after(position, ply.move);
            if (ply.made == won) {
                ++(mover == 0 ? tally.won : tally.lost);
                return;
            }
            if (position.occupied() == game_.board) {
                ++tally.drawn;
                return;
            }
            look_up(mover, ply.move);
        }
    }

    // The best move by the tables one ply ahead, the first of equals. `worths_` has what all moves are worth.
    Ply choose(const LinePosition<Words>& position, const Moves<Words>& moves) {
        const bool last = position.occupied().count() + 1 == game_.cells;
        Ply ply{moves[0], -won, -won, false};
        worths_.clear();
        for (int move : moves) {
            worths_.push_back(worth(position, move, last));
            if (worths_.back() > ply.best) {
                ply.best = ply.made = worths_.back();
                ply.move = move;
            }
        }
        return ply;
    }

    // What a move is worth to who makes it: the sum of the tables for the other side, turned.
    std::int64_t worth(const LinePosition<Words>& position, int move, bool last) const {
        if (game_.has_line(position.own | Bits<Words>::of(move), move)) return won;
        if (last) return 0;
        const int mover = position.to_move, other = 1 - mover;
        std::int64_t sum = sums_[other];
        for (const auto& change : index_.changes(move)) {
            const std::uint32_t place = places_[change.tuple] + static_cast<std::uint32_t>(change.by[mover]);
            sum += weights_[place].side[other] - present_[change.tuple].side[other];
        }
        return -sum;
    }

    // Looks up the weights of the position that `places_` is. While a game is played no weight changes.
    void look_up_all() {
        sums_[0] = sums_[1] = 0;
        for (std::size_t tuple = 0; tuple < places_.size(); ++tuple) {
            present_[tuple] = weights_[places_[tuple]];
            for (int side : {0, 1}) sums_[side] += present_[tuple].side[side];
        }
    }

    // Puts a stone, and looks up only what it changes.
    void look_up(int mover, int move) {
        for (const auto& change : index_.changes(move)) {
            const std::uint32_t place = places_[change.tuple] += static_cast<std::uint32_t>(change.by[mover]);
            const BothSides<std::int32_t> before = std::exchange(present_[change.tuple], weights_[place]);
            for (int side : {0, 1}) sums_[side] += present_[change.tuple].side[side] - before.side[side];
        }
    }

    // The targets of the positions that moves were made in, from the last to the first: the lambda-return, which an
    // explored move cuts off.
    void backup(int trace) {
        int later = 0;
        for (std::size_t at = plies_.size(); at-- > 0;) {
            Ply& ply = plies_[at];
            const int best = squash(ply.best);
            const bool goes_on = at + 1 < plies_.size() && !ply.explored;
            ply.target = goes_on ? best + ((-later - best) * trace >> 8) : best;
            later = ply.target;
        }
    }

    // Goes through the game again, and moves the value of each of its positions towards its target.
    void replay(int step, TrainerTally& tally) {
        places_ = start_;
        int mover = 0;
        for (const Ply& ply : plies_) {
            tally.error += static_cast<std::uint64_t>(std::abs(update(mover, ply.target, step)));
            ++tally.updates;
            for (const auto& change : index_.changes(ply.move))
                prefetch(&coherence_[places_[change.tuple] += static_cast<std::uint32_t>(change.by[mover])]);
            mover = 1 - mover;
        }
    }

    // Moves the weights of the position that `places_` is towards a target; returns the error there was.
    int update(int to_move, int target, int step) {
        std::int64_t sum = 0;
        for (const std::uint32_t place : places_) sum += weights_[place].side[to_move];
        const int error = target - squash(sum);
        const std::int64_t change = std::int64_t{step} * error;
        for (const std::uint32_t place : places_) {
            std::int32_t& weight = weights_[place].side[to_move];
            Coherence& known = coherence_[place].side[to_move];
            const int rate =
                known.sum ? options_.rate[(static_cast<std::uint32_t>(std::abs(known.net)) << 8) /
                                          static_cast<std::uint32_t>(known.sum)]
                          : options_.rate[256];
            const std::int64_t moved =
                weight + ((change * rate + (1 << (TrainerUnits::step_bits - 1))) >> TrainerUnits::step_bits);
            weight = static_cast<std::int32_t>(
                std::clamp<std::int64_t>(moved, -TrainerUnits::max_weight, TrainerUnits::max_weight));
            known.net += error;
            known.sum += std::abs(error);
            if (known.sum > TrainerUnits::max_coherence) {
                known.net /= 2;
                known.sum /= 2;
            }
        }
        return error;
    }

    const LineGame<Words>& game_;
    TupleIndex<Words> index_;
    std::vector<std::uint32_t> offsets_;  // for each tuple, where its table begins
    std::uint32_t size_;                  // of the tables for one side to move
    TrainerOptions options_;
    SplitMix64 chance_;
    ZeroedArray<BothSides<std::int32_t>> weights_;
    ZeroedArray<BothSides<Coherence>> coherence_;
    std::vector<std::uint32_t> places_, start_;
    std::vector<BothSides<std::int32_t>> present_;  // for each tuple, the weights at its place
    std::int64_t sums_[2] = {0, 0};                 // of them, for each side to move
    std::vector<std::int64_t> worths_;              // for each move, what it is worth
    std::vector<Ply> plies_;
};

}  // namespace plyground
