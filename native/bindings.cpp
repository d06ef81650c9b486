// What Python sees of the compiled core; src/plyground/native.py is its typed face.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <variant>

#include "line.hpp"
#include "perft.hpp"
#include "rng.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

constexpr int most_cells = 256;
constexpr int board_bytes = most_cells / 8;

using AnyGame = std::variant<LineGame<1>, LineGame<2>, LineGame<4>>;
using AnyFrontier = std::variant<Frontier<1>, Frontier<2>, Frontier<4>>;

template <int Words>
Bits<Words> stones(const nb::bytes& given, const LineGame<Words>& game) {
    if (given.size() != board_bytes) throw std::invalid_argument("stones are 32 bytes");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given.c_str());
    Bits<Words> bits;
    for (int cell = 0; cell < most_cells; ++cell) {
        if (!(bytes[cell / 8] >> (cell % 8) & 1)) continue;
        if (cell >= game.cells) throw std::invalid_argument("a stone lies beside the board");
        bits |= Bits<Words>::of(cell);
    }
    return bits;
}

template <int Words>
LinePosition<Words> position(const LineGame<Words>& game, const nb::bytes& first,
                             const nb::bytes& second, int to_move) {
    if (to_move != 0 && to_move != 1) throw std::invalid_argument("to_move is 0 or 1");
    LinePosition<Words> made{{stones(first, game), stones(second, game)}, to_move};
    if (made.stones[0] & made.stones[1]) throw std::invalid_argument("two stones on one cell");
    return made;
}

class LineRules {
public:
    LineRules(int columns, int rows, int k, bool gravity) : game_(make(columns, rows, k, gravity)) {}

    std::vector<int> moves(nb::bytes first, nb::bytes second, int to_move) const {
        return std::visit(
            [&](const auto& game) {
                const auto at = position(game, first, second, to_move);
                std::vector<int> found;
                if (game.ending(at) == Ending::none)
                    game.each_move(at, [&](int move) { found.push_back(move); });
                return found;
            },
            game_);
    }

    std::uint64_t key(nb::bytes first, nb::bytes second, int to_move) const {
        return std::visit(
            [&](const auto& game) { return position(game, first, second, to_move).key(game.cells); }, game_);
    }

    using Outcome = std::pair<std::optional<int>, std::vector<std::vector<int>>>;

    std::optional<Outcome> outcome(nb::bytes first, nb::bytes second, int to_move) const {
        return std::visit(
            [&](const auto& game) -> std::optional<Outcome> {
                std::vector<int> complete;
                const Ending ending = game.ending(position(game, first, second, to_move), &complete);
                if (ending == Ending::none) return std::nullopt;
                Outcome outcome;
                if (ending != Ending::drawn) outcome.first = ending == Ending::second;
                for (int index : complete) outcome.second.push_back(game.line(index));
                return outcome;
            },
            game_);
    }

    std::vector<Tally> perft(nb::bytes first, nb::bytes second, int to_move, int depth) const {
        return std::visit(
            [&](const auto& game) {
                const auto root = position(game, first, second, to_move);
                if (depth < 0) throw std::invalid_argument("depth is 0 or more");
                nb::gil_scoped_release released;
                return plyground::perft(game, root, std::min(depth, game.cells + 1));
            },
            game_);
    }

    AnyFrontier frontier(nb::bytes first, nb::bytes second, int to_move) const {
        return std::visit(
            [&](const auto& game) -> AnyFrontier {
                return Frontier(game, position(game, first, second, to_move));
            },
            game_);
    }

private:
    static AnyGame make(int columns, int rows, int k, bool gravity) {
        if (columns < 1 || rows < 1 || columns > most_cells || rows > most_cells / columns)
            throw std::invalid_argument("a board has 1 to 256 cells");
        if (k < 1 || k > std::max(columns, rows)) throw std::invalid_argument("no line of k fits");
        const int cells = columns * rows;
        if (cells <= 64) return LineGame<1>(columns, rows, k, gravity);
        if (cells <= 128) return LineGame<2>(columns, rows, k, gravity);
        return LineGame<4>(columns, rows, k, gravity);
    }

    AnyGame game_;
};

// The positions of one ply of a game (see perft.hpp), one thread at a time.
class Plies {
public:
    explicit Plies(AnyFrontier frontier) : frontier_(std::move(frontier)) {}

    void advance() {
        nb::gil_scoped_release released;
        std::lock_guard locked(mutex_);
        std::visit([](auto& frontier) { frontier.advance(); }, frontier_);
    }

    std::pair<Tally, Tally> tally() const {
        nb::gil_scoped_release released;
        std::lock_guard locked(mutex_);
        return std::visit([](const auto& frontier) { return frontier.tally(); }, frontier_);
    }

private:
    AnyFrontier frontier_;
    mutable std::mutex mutex_;
};

}  // namespace
}  // namespace plyground

NB_MODULE(_core, module) {
    using namespace plyground;
    module.doc() = "The compiled core of plyground; plyground.native is its typed face.";

    nb::class_<SplitMix64>(module, "SplitMix64", "The stream of plyground.rng.SplitMix64.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def("next", &SplitMix64::next, "The next number, 0 to 2**64 - 1.")
        .def("below", &SplitMix64::below, "bound"_a, "A number from 0 to bound - 1.");

    nb::class_<Plies>(module, "Frontier", "The positions of one ply, and how many ways lead to them.")
        .def("advance", &Plies::advance, "Go on to the next ply.")
        .def("tally", &Plies::tally, "The tally of the sequences, and that of the positions.");

    nb::class_<LineRules>(module, "LineRules", "The rules of a k-in-a-row game.")
        .def(nb::init<int, int, int, bool>(), "columns"_a, "rows"_a, "k"_a, "gravity"_a)
        .def("moves", &LineRules::moves, "first"_a, "second"_a, "to_move"_a,
             "The legal moves: the cells where a stone may come to lie.")
        .def("outcome", &LineRules::outcome, "first"_a, "second"_a, "to_move"_a,
             "Who won (None for a draw) and by which lines; None while play goes on.")
        .def("key", &LineRules::key, "first"_a, "second"_a, "to_move"_a,
             "The number of the position for tables.")
        .def("perft", &LineRules::perft, "first"_a, "second"_a, "to_move"_a, "depth"_a,
             "For each ply: all sequences, and those won by the first, by the second, drawn.")
        .def(
            "frontier",
            [](const LineRules& rules, nb::bytes first, nb::bytes second, int to_move) {
                return std::make_unique<Plies>(rules.frontier(first, second, to_move));
            },
            "first"_a, "second"_a, "to_move"_a, "The positions of ply 0: this one.");
}
