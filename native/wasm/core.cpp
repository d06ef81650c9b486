// The core as a WebAssembly module without Python: the searchers and the solver of native/, each behind a function that
// takes a message and answers with one (messages.hpp). What comes in between in Python is bind/.

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "../any_line_game.hpp"
#include "../deepening.hpp"
#include "../greedy.hpp"
#include "../mcts.hpp"
#include "../perft.hpp"
#include "../playouts.hpp"
#include "../proof.hpp"
#include "../random_move.hpp"
#include "../searcher.hpp"
#include "../solver/any_solver.hpp"
#include "../tree_options.hpp"
#include "messages.hpp"

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))
// A function of the module: `name` takes a message and returns where the answer is.
#define FUNCTION(name)                                                              \
    static void name(Request& request, Answer& answer);                             \
    EXPORT(name) const char* name##_call(const char* data, std::size_t size) {      \
        return answer_to(name, data, size);                                         \
    }                                                                               \
    static void name([[maybe_unused]] Request& request, [[maybe_unused]] Answer& answer)

namespace plyground::wasm {
namespace {

// How an answer begins; Python raises an error of this kind with the text that follows.
enum Status : char { fine, bad_value, no_memory, overflow, failed };

// The answer: 4 bytes of size, the status, the message. It stays until the next one.
template <class Function>
const char* answer_to(Function function, const char* data, std::size_t size) {
    static std::vector<char> kept;
    const auto keep = [](Status status, const char* text, std::size_t length) {
        const auto all = static_cast<std::uint32_t>(length + 1);
        kept.resize(sizeof all + all);
        std::memcpy(kept.data(), &all, sizeof all);
        kept[sizeof all] = status;
        std::memcpy(kept.data() + sizeof all + 1, text, length);
        return kept.data();
    };
    const auto explain = [&](Status status, const std::exception& error) {
        return keep(status, error.what(), std::string_view(error.what()).size());
    };
    try {
        Request request(data, size);
        Answer answer;
        function(request, answer);
        return keep(fine, answer.data().data(), answer.data().size());
    } catch (const std::bad_alloc& error) {
        return explain(no_memory, error);
    } catch (const std::overflow_error& error) {
        return explain(overflow, error);
    } catch (const std::invalid_argument& error) {
        return explain(bad_value, error);
    } catch (const std::exception& error) {
        return explain(failed, error);
    }
}

struct Bytes {
    std::string_view view;
    const char* c_str() const { return view.data(); }
    std::size_t size() const { return view.size(); }
};

Board read_board(Request& request) {
    const Bytes first{request.bytes()}, second{request.bytes()};
    return {first, second, request.whole()};
}

// What was asked for before the search began; nothing can ask during it, so that there is nothing to poll but the clock.
struct Allowed {
    Limits limits;
    bool stopped;

    Interrupt interrupt() const { return Interrupt({}, stopped); }
};

Allowed read_allowed(Request& request) {
    const auto nodes = request.maybe([&] { return request.count(); });
    const auto seconds = request.maybe([&] { return request.real(); });
    return {limits_of(nodes, seconds), request.flag()};
}

void write_result(Answer& answer, const SearchResult& found) {
    answer.whole(found.best.score);
    answer.bytes(found.best.line.data(), found.best.line.size());
    answer.flag(found.proven);
    answer.maybe(found.stopped ? std::optional<std::string>(found.stopped) : std::nullopt,
                 [&](const std::string& limit) { answer.text(limit); });
    answer.count(found.nodes);
    answer.whole(found.depth);
    answer.count(found.hits);
    answer.real(found.seconds);
}

// Calls `visit` with the game and the position of a request.
template <class Visit>
auto with_position(const LineRules& rules, Request& request, Visit visit) {
    return rules.with(read_board(request), visit);
}

// Iterative deepening, with what its search points to.
struct DeepeningSteps {
    Interrupt interrupt;
    TreeOptions options;
    std::variant<std::monostate, std::unique_ptr<Deepening<1>>, std::unique_ptr<Deepening<4>>> search;
};

struct SolverOfLayout {
    solver::Layout layout;
    solver::AnySolver solver;
};

}  // namespace

EXPORT(allocate) void* allocate(std::size_t size) { return std::malloc(size); }
EXPORT(deallocate) void deallocate(void* memory) { std::free(memory); }

FUNCTION(release) { delete request.handle(); }

// The rules.

FUNCTION(make_rules) {
    const int columns = request.whole(), rows = request.whole(), k = request.whole();
    answer.make<LineRules>(columns, rows, k, request.flag());
}

FUNCTION(moves) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        std::vector<int> found;
        if (game.ending(position) == Ending::none) game.each_move(position, [&](int move) { found.push_back(move); });
        answer.list(found, [&](int move) { answer.whole(move); });
    });
}

FUNCTION(outcome) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        std::vector<int> complete;
        const Ending ending = game.ending(position, &complete);
        answer.flag(ending != Ending::none);
        if (ending == Ending::none) return;
        const bool won = ending != Ending::drawn;
        answer.maybe(won ? std::optional<bool>(ending == Ending::second) : std::nullopt,
                     [&](bool who) { answer.flag(who); });
        answer.list(complete, [&](int index) {
            answer.list(game.line(index), [&](int cell) { answer.whole(cell); });
        });
    });
}

FUNCTION(key) {
    with_position(request.held<LineRules>(), request,
                  [&](const auto& game, const auto& position) { answer.count(position.key(game.cells)); });
}

FUNCTION(perft_of) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        const int depth = request.whole();
        if (depth < 0) throw std::invalid_argument("depth is 0 or more");
        Interrupt interrupt;
        answer.list(perft(game, position, std::min(depth, game.cells + 1), interrupt), [&](const Tally& tally) {
            answer.list(tally, [&](std::uint64_t number) { answer.count(number); });
        });
    });
}

// The searches.

FUNCTION(make_tables) {
    request.held<LineRules>().with_game([&](const auto& game) {
        constexpr int words = decltype(words_of(game))::value;
        const auto tuples = request.rows();
        const int states = request.whole();
        const auto first = request.rows(), second = request.rows();
        answer.make<std::shared_ptr<const AnyTupleTables>>(std::make_shared<const AnyTupleTables>(
            std::in_place_type<TupleTables<words>>, game, tuples, states, first, second));
    });
}

FUNCTION(make_options) {
    const std::string algorithm = request.text();
    auto own = request.maybe([&] { return request.wholes(); });
    auto against = request.maybe([&] { return request.wholes(); });
    const int centre = request.whole(), against_centre = request.whole();
    const bool plain = request.flag();
    const auto order = request.list([&] { return request.text(); });
    const std::uint64_t size = request.count();
    const bool keep_deeper = request.flag(), symmetry = request.flag(), strict = request.flag();
    const bool fail_hard = request.flag();
    const auto* const tables = request.maybe_held<std::shared_ptr<const AnyTupleTables>>();
    answer.make<TreeOptions>(tree_options(algorithm, std::move(own), std::move(against), centre, against_centre, plain,
                                          order, size, keep_deeper, symmetry, strict, fail_hard,
                                          tables ? *tables : nullptr));
}

FUNCTION(make_trace) {
    const auto most_rows = static_cast<std::size_t>(std::min<std::uint64_t>(request.count(), SIZE_MAX));
    answer.make<Trace>(most_rows, request.whole());
}

FUNCTION(take_rows) {
    const auto [rows, left_out] = request.held<Trace>().take();
    answer.list(rows, [&](const TraceRow& row) {
        for (const std::int64_t number : {row.parent, std::int64_t{row.move}, std::int64_t{row.alpha},
                                          std::int64_t{row.beta}, std::int64_t{row.value}})
            answer.whole(number);
        answer.whole(row.known + 2 * row.end + 4 * row.capped);
    });
    answer.count(left_out);
}

FUNCTION(search_tree) {
    const LineRules& rules = request.held<LineRules>();
    with_position(rules, request, [&](const auto& game, const auto& position) {
        constexpr int words = decltype(words_of(game))::value;
        const TreeOptions& options = request.held<TreeOptions>();
        const int depth = request.whole();
        const Allowed allowed = read_allowed(request);
        check_options(options, game, depth);
        Interrupt interrupt = allowed.interrupt();
        TreeSearch<words> search(game, wanted_symmetries(rules, game, options), options, position, allowed.limits,
                                 &interrupt, request.maybe_held<Trace>());
        write_result(answer, search.search(depth));
    });
}

FUNCTION(make_deepening) {
    const LineRules& rules = request.held<LineRules>();
    with_position(rules, request, [&](const auto& game, const auto& position) {
        constexpr int words = decltype(words_of(game))::value;
        auto made = std::make_unique<Held<DeepeningSteps>>();
        DeepeningSteps& steps = made->value;
        steps.options = request.held<TreeOptions>();
        const int deepest = request.whole();
        const Allowed allowed = read_allowed(request);
        check_options(steps.options, game, deepest);
        steps.interrupt = allowed.interrupt();
        steps.search = std::make_unique<Deepening<words>>(game, wanted_symmetries(rules, game, steps.options),
                                                          steps.options, position, deepest, allowed.limits,
                                                          &steps.interrupt, request.maybe_held<Trace>());
        answer.hold(std::move(made));
    });
}

FUNCTION(next_depth) {
    const std::optional<SearchResult> found = std::visit(
        [](auto& search) -> std::optional<SearchResult> {
            if constexpr (std::is_same_v<std::decay_t<decltype(search)>, std::monostate>)
                return std::nullopt;
            else
                return search->next();
        },
        request.held<DeepeningSteps>().search);
    answer.maybe(found, [&](const SearchResult& result) { write_result(answer, result); });
}

// Calls `use` with a Monte Carlo search that has been made, and how many rounds are wanted.
template <class Use>
static void with_mcts(Request& request, Use use) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        constexpr int words = decltype(words_of(game))::value;
        const std::uint64_t rounds = request.count();
        const double explore = request.real();
        const std::uint64_t seed = request.count();
        const Allowed allowed = read_allowed(request);
        Interrupt interrupt = allowed.interrupt();
        MCTS<words> search(game, position, explore, seed, allowed.limits, &interrupt);
        use(search, rounds);
    });
}

FUNCTION(search_mcts) {
    with_mcts(request, [&](auto& search, std::uint64_t rounds) { write_result(answer, search.search(rounds)); });
}

FUNCTION(mcts_children) {
    with_mcts(request, [&](auto& search, std::uint64_t rounds) {
        search.search(rounds);
        answer.list(search.children(), [&](const auto& child) {
            const auto& [move, visits, total, proven] = child;
            answer.whole(move);
            answer.count(visits);
            answer.real(total);
            answer.maybe(proven, [&](int score) { answer.whole(score); });
        });
    });
}

FUNCTION(search_proof) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        constexpr int words = decltype(words_of(game))::value;
        const bool best_first = request.flag();
        const std::uint64_t size = request.count();
        if (size == 0) throw std::invalid_argument("size is 1 or more");
        const Allowed allowed = read_allowed(request);
        Interrupt interrupt = allowed.interrupt();
        ProofNumber<words> search(game, position, best_first, size, allowed.limits, &interrupt);
        write_result(answer, search.search());
    });
}

FUNCTION(search_greedy) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        write_result(answer, greedy(game, position, request.whole()));
    });
}

FUNCTION(search_random) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        write_result(answer, random(game, position, request.count()));
    });
}

FUNCTION(playouts_of) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        const std::uint64_t games = request.count(), seed = request.count();
        Interrupt interrupt;
        answer.list(playouts(game, position, games, seed, interrupt), [&](std::uint64_t n) { answer.count(n); });
    });
}

FUNCTION(random_line_of) {
    with_position(request.held<LineRules>(), request, [&](const auto& game, const auto& position) {
        const int plies = request.whole();
        const Line line = random_line(game, position, plies, request.count());
        answer.bytes(line.data(), line.size());
    });
}

// The solver.

static solver::Layout read_layout(Request& request) {
    const int columns = request.whole(), rows = request.whole();
    return checked_layout(columns, rows, request.whole());
}

FUNCTION(make_book) {
    const solver::Layout layout = read_layout(request);
    answer.make<solver::Book>(layout, request.bytes());
}

FUNCTION(find_in_book) {
    const solver::Book& book = request.held<solver::Book>();
    answer.maybe(book.find_key(request.count()), [&](int value) { answer.whole(value); });
}

FUNCTION(plies_of_book) { answer.whole(request.held<solver::Book>().deepest_ply()); }

FUNCTION(min_bytes) {
    const solver::Layout layout = read_layout(request);
    answer.count(solver::min_table_bytes(layout, request.flag()));
}

FUNCTION(make_solver) {
    const solver::Layout layout = read_layout(request);
    const bool gravity = request.flag();
    const auto table_bytes = static_cast<std::size_t>(request.count());
    const solver::Book* const book = request.maybe_held<solver::Book>();
    const solver::Keys keys = request.flag() ? solver::Keys::exact : solver::Keys::lines;
    answer.make<SolverOfLayout>(SolverOfLayout{layout, solver::make_solver(layout, gravity, table_bytes, 1, book, keys)});
}

// Calls `ask` with a solver, a position and the budget of a request, and answers how many nodes that took.
template <class Ask>
static void ask_solver(Request& request, Answer& answer, Ask ask) {
    auto& [layout, any] = request.held<SolverOfLayout>();
    const std::string_view own = request.bytes(), other = request.bytes();
    const solver::Position root = solver::position_from(layout, own, other);
    const int question = request.whole();
    const Allowed allowed = read_allowed(request);
    Interrupt interrupt = allowed.interrupt();
    solver::Budget budget{&interrupt};
    constexpr double a_century = 3e9;  // seconds; more would not fit into the clock
    if (allowed.limits.seconds < a_century)
        budget.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(allowed.limits.seconds));
    std::visit(
        [&](auto& solver) {
            const std::uint64_t before = solver->nodes();
            if (allowed.limits.nodes < budget.max_nodes - before) budget.max_nodes = before + allowed.limits.nodes;
            ask(*solver, root, question, budget);
            answer.count(solver->nodes() - before);
        },
        any);
}

FUNCTION(value) {
    ask_solver(request, answer, [&](auto& solver, const auto& root, int weak, const auto& budget) {
        const auto [bounds, from_book] = solver.value(root, weak != 0, budget);
        answer.whole(bounds.low);
        answer.whole(bounds.high);
        answer.flag(from_book);
    });
}

FUNCTION(exceeds) {
    ask_solver(request, answer, [&](auto& solver, const auto& root, int alpha, const auto& budget) {
        answer.maybe(solver.exceeds(root, alpha, budget), [&](bool more) { answer.flag(more); });
    });
}

FUNCTION(forget) {
    std::visit([](auto& solver) { solver->forget(); }, request.held<SolverOfLayout>().solver);
}

FUNCTION(solver_size) {
    std::visit(
        [&](const auto& solver) {
            answer.count(solver->nodes());
            answer.count(solver->table_bytes());
        },
        request.held<SolverOfLayout>().solver);
}

FUNCTION(keys_after) {
    const solver::AnyGravityRules rules(solver::AnyBoard{read_layout(request)});
    const auto keys = request.list([&] { return request.count(); });
    answer.list(solver::keys_after(rules, keys), [&](std::uint64_t key) { answer.count(key); });
}

}  // namespace plyground::wasm
