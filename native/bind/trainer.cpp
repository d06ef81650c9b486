// Learning as Python sees it; src/plyground/trainers/native.py is its typed face.

#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "../any_line_game.hpp"
#include "../python_interrupt.hpp"
#include "../trainer.hpp"
#include "parts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

// Numbers of 32 bits, the lowest byte first, on every machine.
void append(std::string& bytes, std::int32_t number) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes.push_back(static_cast<char>(static_cast<std::uint32_t>(number) >> shift & 0xFF));
}

std::int32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t byte = 0; byte < 4; ++byte)
        number |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + byte])) << (8 * byte);
    return static_cast<std::int32_t>(number);
}

std::string_view view(const nb::bytes& given) { return {given.c_str(), given.size()}; }

// An example: 32 bytes of X, 32 bytes of O, who moves, and the value to learn as four bytes.
constexpr std::size_t example_bytes = 2 * board_bytes + 1 + 4;

template <int Words>
Bits<Words> bits_at(std::string_view bytes, std::size_t at, const LineGame<Words>& game) {
    Bits<Words> bits;
    for (int byte = 0; byte < board_bytes; ++byte) {
        const auto eight = static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(byte)]);
        if (eight && byte >= 8 * Words) throw std::invalid_argument("a stone lies beside the board");
        if (eight) bits.word[byte / 8] |= std::uint64_t{eight} << (byte % 8 * 8);
    }
    if (bits.without(game.board)) throw std::invalid_argument("a stone lies beside the board");
    return bits;
}

using TallyTuple = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>;

// A trainer of a game of any size; one thread may use it at a time.
class PyTrainer {
public:
    PyTrainer(const LineRules& rules, std::vector<std::vector<int>> tuples, int states, std::vector<std::uint32_t> offsets,
              std::uint32_t size, std::vector<int> squash, std::vector<int> rate, std::uint64_t seed)
        : rules_(rules) {
        rules.with_game([&](const auto& game) {
            constexpr int words = decltype(words_of(game))::value;
            TrainerOptions options{std::move(squash), std::move(rate)};
            trainer_ = std::make_unique<Trainer<words>>(game, std::move(tuples), states, std::move(offsets), size,
                                                        std::move(options), seed);
        });
    }

    TallyTuple self_play(std::uint64_t games, int step, int explore, int trace) {
        Interrupt interrupt = python_interrupt();
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        const TrainerTally tally = std::visit(
            [&](auto& trainer) { return trainer->self_play(games, step, explore, trace, interrupt); }, trainer_);
        return {tally.moves, tally.updates, tally.error, tally.won, tally.drawn, tally.lost};
    }

    std::uint64_t fit(nb::bytes examples, const std::vector<std::uint32_t>& order, int step) {
        std::uint64_t error = 0;
        each_example(examples, order, [&](auto& trainer, const auto& position, int target) {
            error += static_cast<std::uint64_t>(std::abs(trainer.fit(position, target, step)));
        });
        return error;
    }

    std::vector<int> best_moves(nb::bytes examples) {
        std::vector<std::uint32_t> order(examples.size() / example_bytes);
        std::iota(order.begin(), order.end(), 0u);
        std::vector<int> moves;
        each_example(examples, order, [&](auto& trainer, const auto& position, int) {
            moves.push_back(trainer.best_move(position));
        });
        return moves;
    }

    nb::bytes weights() {
        return packed([](auto& trainer, std::string& bytes) {
            for (std::size_t at = 0; at < trainer.count(); ++at) append(bytes, trainer.weight(at));
        });
    }

    nb::bytes coherence() {
        return packed([](auto& trainer, std::string& bytes) {
            for (std::size_t at = 0; at < trainer.count(); ++at) {
                append(bytes, trainer.coherence(at).net);
                append(bytes, trainer.coherence(at).sum);
            }
        });
    }

    // A thread waits for another without the GIL: the other may need it to hear signals.
    std::uint64_t chance() {
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        return std::visit([](auto& trainer) { return trainer->chance().state(); }, trainer_);
    }

    void restore(nb::bytes given_weights, nb::bytes given_coherence, std::uint64_t chance) {
        const std::string_view weights = view(given_weights), coherence = view(given_coherence);
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        std::visit(
            [&](auto& trainer) {
                const std::size_t count = trainer->count();
                if (weights.size() != 4 * count || coherence.size() != 8 * count)
                    throw std::invalid_argument("these are not the weights of this trainer");
                for (std::size_t at = 0; at < count; ++at) {
                    trainer->weight(at) = number_at(weights, 4 * at);
                    trainer->coherence(at) = checked(
                        {number_at(coherence, 8 * at), number_at(coherence, 8 * at + 4)});
                }
                trainer->chance() = SplitMix64(chance);
            },
            trainer_);
    }

private:
    static Coherence checked(Coherence known) {
        if (known.sum < 0 || known.sum > TrainerUnits::max_coherence || std::abs(std::int64_t{known.net}) > known.sum)
            throw std::invalid_argument("errors agree more than they can");
        return known;
    }

    // Calls `visit` with the trainer, the position of each example and its value.
    template <class Visit>
    void each_example(const nb::bytes& examples, const std::vector<std::uint32_t>& order, Visit visit) {
        Interrupt interrupt = python_interrupt();
        const std::string_view bytes = view(examples);
        for (const auto place : order)
            if (place >= bytes.size() / example_bytes) throw std::invalid_argument("no such example");
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        rules_.with_game([&](const auto& game) {
            constexpr int words = decltype(words_of(game))::value;
            auto& trainer = *std::get<std::unique_ptr<Trainer<words>>>(trainer_);
            for (const auto place : order) {
                interrupt.step();
                const std::size_t at = place * example_bytes, rest = at + 2 * board_bytes;
                const auto position = LinePosition<words>::of(
                    bits_at(bytes, at, game), bits_at(bytes, at + board_bytes, game), bytes[rest] ? 1 : 0);
                if (position.occupied() == game.board) throw std::invalid_argument("a board is full");
                visit(trainer, position, number_at(bytes, rest + 1));
            }
        });
    }

    template <class Pack>
    nb::bytes packed(Pack pack) {
        std::string bytes;
        {
            const ReleasedGil released;
            std::lock_guard locked(mutex_);
            std::visit([&](auto& trainer) { pack(*trainer, bytes); }, trainer_);
        }
        return nb::bytes(bytes.data(), bytes.size());
    }

    const LineRules& rules_;
    std::variant<std::unique_ptr<Trainer<1>>, std::unique_ptr<Trainer<4>>> trainer_;
    std::mutex mutex_;
};

}  // namespace

void bind_trainer(nb::module_& module) {
    nb::class_<PyTrainer>(module, "Trainer", "Learns the numbers of tables, by self-play or from examples.")
        .def(nb::init<const LineRules&, std::vector<std::vector<int>>, int, std::vector<std::uint32_t>, std::uint32_t,
                      std::vector<int>, std::vector<int>, std::uint64_t>(),
             "rules"_a, "tuples"_a, "states"_a, "offsets"_a, "size"_a, "squash"_a, "rate"_a, "seed"_a,
             nb::keep_alive<1, 2>())
        .def("self_play", &PyTrainer::self_play, "games"_a, "step"_a, "explore"_a, "trace"_a,
             "Play games and learn from them: moves, updates, the sum of the errors, won, drawn and lost by the first.")
        .def("fit", &PyTrainer::fit, "examples"_a, "order"_a, "step"_a,
             "Learn examples of 69 bytes in an order; the sum of the errors.")
        .def("best_moves", &PyTrainer::best_moves, "examples"_a, "The best move one ply ahead in each example.")
        .def("weights", &PyTrainer::weights, "The weights, four bytes each.")
        .def("coherence", &PyTrainer::coherence, "Where the errors of each weight have led, and how far in all.")
        .def("chance", &PyTrainer::chance, "The state of the generator.")
        .def("restore", &PyTrainer::restore, "weights"_a, "coherence"_a, "chance"_a, "Go on from a state.");
}

}  // namespace plyground
