// The searches as Python sees them. Each takes the rules, a board, options and limits, and releases the GIL while it
// searches.

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "../deepening.hpp"
#include "../greedy.hpp"
#include "../deferred_free.hpp"
#include "../any_line_game.hpp"
#include "../mcts.hpp"
#include "../playouts.hpp"
#include "../proof.hpp"
#include "../python_interrupt.hpp"
#include "../random_move.hpp"
#include "../searcher.hpp"
#include "../tree_options.hpp"
#include "parts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

nb::bytes bytes_of(const Line& line) { return nb::bytes(line.data(), line.size()); }

// Score, line, proven, the limit that stopped it, nodes, depth, table hits, seconds.
using ResultTuple = std::tuple<int, nb::bytes, bool, std::optional<std::string>, std::uint64_t, int, std::uint64_t, double>;

ResultTuple result_tuple(const SearchResult& answer) {
    std::optional<std::string> stopped;
    if (answer.stopped) stopped = answer.stopped;
    return {answer.best.score, bytes_of(answer.best.line), answer.proven, stopped,
            answer.nodes,      answer.depth,               answer.hits,   answer.seconds};
}

// Tables of a game, which keeps its rules alive.
struct PyTupleTables {
    std::shared_ptr<const AnyTupleTables> tables;
};

void make_tables(PyTupleTables* self, const LineRules& rules, const std::vector<std::vector<int>>& tuples, int states,
                 const std::vector<std::vector<int>>& first, const std::vector<std::vector<int>>& second) {
    rules.with_game([&](const auto& game) {
        constexpr int words = decltype(words_of(game))::value;
        new (self) PyTupleTables{std::make_shared<const AnyTupleTables>(
            std::in_place_type<TupleTables<words>>, game, tuples, states, first, second)};
    });
}

// Searches without the GIL, polling for signals and the stop flag.
template <class Run>
ResultTuple run_search(const LineRules& rules, const Board& board, nb::handle stop, Run run) {
    return rules.with(board, [&](const auto& game, const auto& position) {
        Interrupt interrupt = python_interrupt(stop);
        SearchResult answer;
        {
            const ReleasedGil released;
            answer = run(game, position, &interrupt);
        }
        return result_tuple(answer);
    });
}

ResultTuple search_tree(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move,
                      const TreeOptions& options, int depth, std::optional<std::uint64_t> nodes,
                      std::optional<double> seconds, nb::object stop, Trace* trace) {
    return run_search(rules, {first, second, to_move}, stop, [&](const auto& game, const auto& position, Interrupt* interrupt) {
        constexpr int words = decltype(words_of(game))::value;
        check_options(options, game, depth);
        FreedLater<TreeSearch<words>> search(game, wanted_symmetries(rules, game, options), options, position,
                                       limits_of(nodes, seconds), interrupt, trace);
        return search->search(depth);
    });
}

// Iterative deepening, one depth at a time; one thread may use it at a time.
class DeepeningSteps {
public:
    DeepeningSteps(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, const TreeOptions& inner,
           int deepest, std::optional<std::uint64_t> nodes, std::optional<double> seconds, nb::object stop,
           Trace* trace)
        : stop_(std::move(stop)), interrupt_(python_interrupt(stop_)) {
        rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
            constexpr int words = decltype(words_of(game))::value;
            check_options(inner, game, deepest);
            search_ = FreedLater<Deepening<words>>(game, wanted_symmetries(rules, game, inner), inner, position, deepest,
                                             limits_of(nodes, seconds), &interrupt_, trace);
        });
    }

    std::optional<ResultTuple> next() {
        std::optional<SearchResult> answer;
        {
            const ReleasedGil released;
            std::lock_guard locked(mutex_);
            answer = std::visit(
                [](auto& search) -> std::optional<SearchResult> {
                    if constexpr (std::is_same_v<std::decay_t<decltype(search)>, std::monostate>)
                        return std::nullopt;
                    else
                        return search->next();
                },
                search_);
        }
        if (!answer) return std::nullopt;
        return result_tuple(*answer);
    }

private:
    nb::object stop_;
    Interrupt interrupt_;
    std::variant<std::monostate, FreedLater<Deepening<1>>, FreedLater<Deepening<4>>> search_;
    std::mutex mutex_;
};

ResultTuple search_mcts(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, std::uint64_t rounds,
                      double explore, std::uint64_t seed, std::optional<std::uint64_t> nodes,
                      std::optional<double> seconds, nb::object stop) {
    return run_search(rules, {first, second, to_move}, stop, [&](const auto& game, const auto& position, Interrupt* interrupt) {
        constexpr int words = decltype(words_of(game))::value;
        FreedLater<MCTS<words>> search(game, position, explore, seed, limits_of(nodes, seconds), interrupt);
        return search->search(rounds);
    });
}

std::vector<MCTS<1>::Child> mcts_children(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move,
                                          std::uint64_t rounds, double explore, std::uint64_t seed,
                                          std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                                          nb::object stop) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        constexpr int words = decltype(words_of(game))::value;
        Interrupt interrupt = python_interrupt(stop);
        const ReleasedGil released;
        FreedLater<MCTS<words>> search(game, position, explore, seed, limits_of(nodes, seconds), &interrupt);
        search->search(rounds);
        return search->children();
    });
}

ResultTuple search_proof(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, bool best_first,
                       std::uint64_t size, std::optional<std::uint64_t> nodes, std::optional<double> seconds,
                       nb::object stop) {
    if (size == 0) throw std::invalid_argument("size is 1 or more");
    return run_search(rules, {first, second, to_move}, stop, [&](const auto& game, const auto& position, Interrupt* interrupt) {
        constexpr int words = decltype(words_of(game))::value;
        FreedLater<ProofNumber<words>> search(game, position, best_first, size, limits_of(nodes, seconds), interrupt);
        return search->search();
    });
}

ResultTuple search_greedy(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, int most_diagonals) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        return result_tuple(greedy(game, position, most_diagonals));
    });
}

ResultTuple search_random(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, std::uint64_t seed) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        return result_tuple(random(game, position, seed));
    });
}

Playouts playouts_of(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, std::uint64_t games,
                     std::uint64_t seed) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        Interrupt interrupt = python_interrupt();
        const ReleasedGil released;
        return playouts(game, position, games, seed, interrupt);
    });
}

nb::bytes random_line_of(const LineRules& rules, nb::bytes first, nb::bytes second, int to_move, int plies,
                         std::uint64_t seed) {
    return rules.with({first, second, to_move}, [&](const auto& game, const auto& position) {
        return bytes_of(random_line(game, position, plies, seed));
    });
}

// Parent, move, alpha, beta, value, end, capped. A root has no parent and no move; a stopped node has no value.
using RowTuple = std::tuple<std::optional<std::int64_t>, std::optional<int>, int, int, std::optional<int>, bool, bool>;

std::pair<std::vector<RowTuple>, std::uint64_t> take_rows(Trace& trace) {
    const auto [rows, left_out] = trace.take();
    std::vector<RowTuple> all;
    all.reserve(rows.size());
    for (const TraceRow& row : rows) {
        RowTuple tuple{std::nullopt, std::nullopt, row.alpha, row.beta, std::nullopt, row.end, row.capped};
        if (row.parent >= 0) std::get<0>(tuple) = row.parent;
        if (row.parent >= 0) std::get<1>(tuple) = row.move;
        if (row.known) std::get<4>(tuple) = row.value;
        all.push_back(tuple);
    }
    return {all, left_out};
}

}  // namespace

void bind_search(nb::module_& module) {
    nb::class_<PyTupleTables>(module, "TupleTables", "Numbers by the states of tuples of cells, an evaluation.")
        .def("__init__", &make_tables, "rules"_a, "tuples"_a, "states"_a, "first"_a, "second"_a, nb::keep_alive<1, 2>());

    nb::class_<TreeOptions>(module, "TreeOptions", "The options of a tree search; without weights a leaf is worth 0.")
        .def(
            "__init__",
            [](TreeOptions* self, const std::string& algorithm, std::optional<std::vector<int>> own,
               std::optional<std::vector<int>> against, int centre, int against_centre, bool plain,
               const std::vector<std::string>& order, std::uint64_t size, bool keep_deeper, bool symmetry,
               bool strict, bool fail_hard, const PyTupleTables* tables) {
                new (self) TreeOptions(tree_options(algorithm, std::move(own), std::move(against), centre,
                                                    against_centre, plain, order, size, keep_deeper, symmetry, strict,
                                                    fail_hard, tables ? tables->tables : nullptr));
            },
            "algorithm"_a, "own"_a.none(), "against"_a.none(), "centre"_a, "against_centre"_a, "plain"_a, "order"_a,
            "size"_a, "keep_deeper"_a, "symmetry"_a, "strict"_a, "fail_hard"_a, "tables"_a.none(),
            nb::keep_alive<1, 14>());

    nb::class_<Trace>(module, "Trace", "The rows of a search, one for each node.")
        .def(nb::init<std::size_t, int>(), "most_rows"_a, "most_plies"_a)
        .def("take", &take_rows,
             "The rows since the last call, each as parent, move, alpha, beta, value, end, capped; and the number "
             "of nodes that were left out.");

    nb::class_<DeepeningSteps>(module, "Deepening", "Iterative deepening, one result for each depth.")
        .def(nb::init<const LineRules&, nb::bytes, nb::bytes, int, const TreeOptions&, int, std::optional<std::uint64_t>,
                      std::optional<double>, nb::object, Trace*>(),
             "rules"_a, "first"_a, "second"_a, "to_move"_a, "inner"_a, "deepest"_a, "nodes"_a.none(),
             "seconds"_a.none(), "stop"_a.none(), "trace"_a.none(), nb::keep_alive<1, 2>(), nb::keep_alive<1, 6>(),
             nb::keep_alive<1, 11>())
        .def("next", &DeepeningSteps::next, "The result of the next depth; None at the end.");

    module.def("search_tree", &search_tree, "rules"_a, "first"_a, "second"_a, "to_move"_a, "options"_a, "depth"_a,
               "nodes"_a.none(), "seconds"_a.none(), "stop"_a.none(), "trace"_a.none(), "Search to a depth.");
    module.def("search_mcts", &search_mcts, "rules"_a, "first"_a, "second"_a, "to_move"_a, "rounds"_a, "explore"_a,
               "seed"_a, "nodes"_a.none(), "seconds"_a.none(), "stop"_a.none(), "Monte Carlo tree search.");
    module.def("mcts_children", &mcts_children, "rules"_a, "first"_a, "second"_a, "to_move"_a, "rounds"_a, "explore"_a,
               "seed"_a, "nodes"_a.none(), "seconds"_a.none(), "stop"_a.none(), "Each move with its visits, its total reward and its proven score, for the other side.");
    module.def("search_proof", &search_proof, "rules"_a, "first"_a, "second"_a, "to_move"_a, "best_first"_a, "size"_a,
               "nodes"_a.none(), "seconds"_a.none(), "stop"_a.none(), "Proof-number search.");
    module.def("search_greedy", &search_greedy, "rules"_a, "first"_a, "second"_a, "to_move"_a, "most_diagonals"_a,
               "The square of the lowest F = G - H.");
    module.def("search_random", &search_random, "rules"_a, "first"_a, "second"_a, "to_move"_a, "seed"_a,
               "Any legal move.");
    module.def("playouts", &playouts_of, "rules"_a, "first"_a, "second"_a, "to_move"_a, "games"_a, "seed"_a,
               "How many of the random games the side to move wins, draws and loses.");
    module.def("random_line", &random_line_of, "rules"_a, "first"_a, "second"_a, "to_move"_a, "plies"_a, "seed"_a,
               "The moves of one random game.");
}

}  // namespace plyground
