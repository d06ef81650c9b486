// The module that Python sees; src/plyground/native.py is its typed face. search.cpp binds the searches, solver.cpp the
// solver, batch.cpp the solver of many positions, trainer.cpp learning.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "../any_line_game.hpp"
#include "../perft.hpp"
#include "../python_interrupt.hpp"
#include "../rng.hpp"
#include "parts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

std::vector<int> moves(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move) {
    return rules.with({first, second, to_move}, [](const auto& game, const auto& position) {
        std::vector<int> found;
        if (game.ending(position) == Ending::none)
            game.each_move(position, [&](int move) { found.push_back(move); });
        return found;
    });
}

using Outcome = std::pair<std::optional<int>, std::vector<std::vector<int>>>;

std::optional<Outcome> outcome(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move) {
    return rules.with({first, second, to_move},
                      [](const auto& game, const auto& position) -> std::optional<Outcome> {
                          std::vector<int> complete;
                          const Ending ending = game.ending(position, &complete);
                          if (ending == Ending::none) return std::nullopt;
                          Outcome outcome;
                          if (ending != Ending::drawn) outcome.first = ending == Ending::second;
                          for (int index : complete) outcome.second.push_back(game.line(index));
                          return outcome;
                      });
}

std::uint64_t key(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move) {
    return rules.with({first, second, to_move},
                      [](const auto& game, const auto& position) { return position.key(game.cells); });
}

std::vector<Tally> perft_of(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, int depth) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        if (depth < 0) throw std::invalid_argument("depth is 0 or more");
        Interrupt interrupt = python_interrupt();
        const ReleasedGil released;
        return perft(game, position, std::min(depth, game.cells + 1), interrupt);
    });
}

// The positions of one ply (see perft.hpp); one thread may use it at a time.
class PyFrontier {
public:
    using AnyFrontier = std::variant<Frontier<1>, Frontier<4>>;

    explicit PyFrontier(AnyFrontier frontier) : frontier_(std::move(frontier)) {}

    void advance() {
        Interrupt interrupt = python_interrupt();
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        std::visit([&](auto& frontier) { frontier.advance(interrupt); }, frontier_);
    }

    std::pair<Tally, Tally> tally() const {
        Interrupt interrupt = python_interrupt();
        const ReleasedGil released;
        std::lock_guard locked(mutex_);
        return std::visit([&](const auto& frontier) { return frontier.tally(interrupt); }, frontier_);
    }

private:
    AnyFrontier frontier_;
    mutable std::mutex mutex_;
};

std::unique_ptr<PyFrontier> frontier(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move) {
    return rules.with({first, second, to_move}, [](const auto& game, const auto& position) {
        return std::make_unique<PyFrontier>(PyFrontier::AnyFrontier(Frontier(game, position)));
    });
}

}  // namespace
}  // namespace plyground

NB_MODULE(_core, module) {
    using namespace plyground;
    module.doc() = "The compiled core of plyground; plyground.native is its typed face.";

    nb::class_<SplitMix64>(module, "SplitMix64", "The stream of plyground.rng.SplitMix64.")
        .def(nb::init<std::uint64_t>(), "seed"_a)
        .def("next", &SplitMix64::next, nb::lock_self(), "The next number, 0 to 2**64 - 1.")
        .def("below", &SplitMix64::below, nb::lock_self(), "bound"_a, "A number from 0 to bound - 1.");

    nb::class_<PyFrontier>(module, "Frontier", "The positions of one ply, and how many sequences of moves lead to each.")
        .def("advance", &PyFrontier::advance, "Go on to the next ply.")
        .def("tally", &PyFrontier::tally, "The tally of the sequences, and that of the positions.");

    nb::class_<LineRules>(module, "LineRules", "The rules of a k-in-a-row game.")
        .def(nb::init<int, int, int, bool>(), "columns"_a, "rows"_a, "k"_a, "gravity"_a)
        .def("moves", &moves, "first"_a, "second"_a, "to_move"_a,
             "The legal moves: the cells that a stone may take.")
        .def("outcome", &outcome, "first"_a, "second"_a, "to_move"_a,
             "Who won (None for a draw) and the complete lines; None while the game goes on.")
        .def("key", &key, "first"_a, "second"_a, "to_move"_a, "The key of the position in tables.")
        .def("perft", &perft_of, "first"_a, "second"_a, "to_move"_a, "depth"_a,
             "For each ply the number of sequences, and how many end it: won by the first player, by the second, drawn.")
        .def("frontier", &frontier, "first"_a, "second"_a, "to_move"_a, "The positions of ply 0: this one.");

    nb::set_leak_warnings(false);  // a solver that a program keeps until it ends is no leak
    bind_search(module);
    bind_solver(module);
    bind_batch(module);
    bind_trainer(module);
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&ReleasedGil::close));
}
