// The solver as Python sees it; src/plyground/solver/ is its face.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "line_rules.hpp"
#include "python_pulse.hpp"
#include "solver.hpp"
#include "without_gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

using solver::AnyBoard;
using solver::Book;
using solver::Bounds;
using solver::Cells;
using solver::Measures;
using solver::Place;

using ConnectFour = solver::Falling<solver::FixedBoard<7, 6, 4>>;
using AnyFalling = solver::Falling<AnyBoard>;

Measures measures(int columns, int rows, int k) {
    if (columns < 1 || rows < 1 || columns > 64 || rows > 63 || columns * (rows + 1) > 64)
        throw std::invalid_argument("the solver's boards have columns x (rows + 1) <= 64");
    if (k < 1 || k > std::max(columns, rows)) throw std::invalid_argument("no line of k fits");
    return {columns, rows, k};
}

// From Python's cells, row by row from the top left, to columns from the bottom.
Cells cells(const Measures& board, const nb::bytes& given) {
    if (given.size() != board_bytes) throw std::invalid_argument("stones are 32 bytes");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given.c_str());
    Cells found = 0;
    for (int cell = 0; cell < most_cells; ++cell) {
        if (!(bytes[cell / 8] >> (cell % 8) & 1)) continue;
        if (cell >= board.cells) throw std::invalid_argument("a stone lies beside the board");
        found |= Cells{1} << (cell % board.columns * board.stride + board.rows - 1 - cell / board.columns);
    }
    return found;
}

Place place(const Measures& board, const nb::bytes& own, const nb::bytes& other) {
    const Cells mine = cells(board, own), theirs = cells(board, other);
    if (mine & theirs) throw std::invalid_argument("two stones on one cell");
    return {mine, mine | theirs, std::popcount(mine | theirs)};
}

using Told = std::tuple<int, int, bool, std::uint64_t>;  // low, high, from the book, nodes

// One thread at a time; it may use several.
class PySolver {
    using ConnectFourSolver = solver::Solver<ConnectFour, 49>;
    using FallingSolver = solver::Solver<AnyFalling, 0>;
    using FreeSolver = solver::Solver<solver::Free, 0>;

    // The right to work with it, which one thread has at a time.
    class Turn {
    public:
        // Waits for whoever has it, and hears Python meanwhile; to be called without the GIL.
        explicit Turn(const PySolver& solver, Pulse* pulse = nullptr) : solver_(solver) {
            if (solver.worker_ == std::this_thread::get_id())
                throw std::runtime_error("a solver was asked by what it asked itself: a signal handler, or a stop");
            while (!solver.mutex_.try_lock()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                if (pulse) pulse->stop_if_asked();
            }
            solver.worker_ = std::this_thread::get_id();
        }
        ~Turn() {
            solver_.worker_ = std::thread::id();
            solver_.mutex_.unlock();
        }
        Turn(const Turn&) = delete;

    private:
        const PySolver& solver_;
    };

    // Works without the GIL, and with an ear for Python.
    template <class Work>
    auto with(std::optional<double> seconds, std::optional<std::uint64_t> nodes, nb::object stop, Work work) {
        Pulse pulse = python_pulse(stop);
        solver::Patience patience{&pulse};
        constexpr double a_century = 3e9;
        if (seconds && *seconds < a_century)
            patience.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                   std::chrono::duration<double>(*seconds));
        const WithoutGil released;
        const Turn turn(*this, &pulse);
        return std::visit(
            [&](auto& asked) {
                if (nodes && *nodes < patience.most_nodes - asked->nodes()) patience.most_nodes = asked->nodes() + *nodes;
                return work(*asked, patience);
            },
            solver_);
    }

public:
    PySolver(int columns, int rows, int k, bool gravity, std::size_t table_bytes, int threads, nb::object book)
        : board_(measures(columns, rows, k)), book_(std::move(book)) {
        const Book* const known = book_.is_none() ? nullptr : nb::cast<const Book*>(book_);
        threads = std::clamp(threads, 1, 256);
        if (!gravity) {
            if (board_.cells > 32) throw std::invalid_argument("a board without gravity has at most 32 cells");
            solver_ = std::make_unique<FreeSolver>(solver::Free(AnyBoard{board_}), table_bytes, threads, known);
        } else if (columns == 7 && rows == 6 && k == 4) {
            solver_ = std::make_unique<ConnectFourSolver>(ConnectFour(), table_bytes, threads, known);
        } else {
            solver_ = std::make_unique<FallingSolver>(AnyFalling(AnyBoard{board_}), table_bytes, threads, known);
        }
    }

    Told value(nb::bytes own, nb::bytes other, bool weak, std::optional<double> seconds,
               std::optional<std::uint64_t> nodes, nb::object stop) {
        const Place root = place(board_, own, other);
        return with(seconds, nodes, stop, [&](auto& asked, const auto& patience) -> Told {
            const std::uint64_t before = asked.nodes();
            const solver::Answer answer = asked.value(root, weak, patience);
            return {answer.bounds.low, answer.bounds.high, answer.from_book, asked.nodes() - before};
        });
    }

    std::pair<std::optional<bool>, std::uint64_t> exceeds(nb::bytes own, nb::bytes other, int alpha, std::optional<double> seconds,
                                std::optional<std::uint64_t> nodes, nb::object stop) {
        const Place root = place(board_, own, other);
        return with(seconds, nodes, stop, [&](auto& asked, const auto& patience) {
            const std::uint64_t before = asked.nodes();
            const std::optional<bool> more = asked.exceeds(root, alpha, patience);
            return std::pair{more, asked.nodes() - before};
        });
    }

    // Of positions given by their keys in a book, each from an empty table if `afresh`.
    std::vector<int> values(const std::vector<std::uint64_t>& keys, bool weak, bool afresh) {
        return with(std::nullopt, std::nullopt, nb::none(), [&](auto& asked, const auto& patience) {
            std::vector<int> found;
            for (const std::uint64_t key : keys) {
                if (afresh) asked.forget();
                const solver::Answer answer = asked.value(solver::place_of(board_, key), weak, patience);
                if (!answer.known(weak)) throw std::runtime_error("stopped: the program is ending");
                const auto [low, high] = answer.bounds;
                found.push_back(!weak ? low : low > 0 ? 1 : high < 0 ? -1 : 0);
                patience.pulse->step();
            }
            return found;
        });
    }

    static std::size_t least_bytes(int columns, int rows, int k, bool gravity) {
        const Measures board = measures(columns, rows, k);
        return solver::Table<0>::least_bytes(gravity ? board.key_bits : 2 * board.cells);
    }

    void forget() {
        const WithoutGil released;  // or whoever works and asks Python whether to stop would wait for us
        const Turn turn(*this);
        std::visit([](auto& solver) { solver->forget(); }, solver_);
    }
    std::uint64_t nodes() const {
        const WithoutGil released;
        const Turn turn(*this);
        return std::visit([](const auto& solver) { return solver->nodes(); }, solver_);
    }
    std::size_t table_bytes() const {
        const WithoutGil released;
        const Turn turn(*this);
        return std::visit([](const auto& solver) { return solver->table_bytes(); }, solver_);
    }

private:
    Measures board_;
    nb::object book_;
    std::variant<std::unique_ptr<ConnectFourSolver>, std::unique_ptr<FallingSolver>, std::unique_ptr<FreeSolver>>
        solver_;
    mutable std::mutex mutex_;
    mutable std::atomic<std::thread::id> worker_{};
};

std::vector<std::uint64_t> keys_after(int columns, int rows, int k, const std::vector<std::uint64_t>& keys) {
    const AnyFalling rules(AnyBoard{measures(columns, rows, k)});
    const WithoutGil released;
    return solver::keys_after(rules, keys);
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Book>(module, "Book", "The values of every position of the first plies.")
        .def(
            "__init__",
            [](Book* self, int columns, int rows, int k, nb::bytes bytes) {
                new (self) Book(measures(columns, rows, k), std::string_view(bytes.c_str(), bytes.size()));
            },
            "columns"_a, "rows"_a, "k"_a, "bytes"_a)
        .def("find", &Book::value_of, "key"_a, "The value of the position of a key; None if it is not known.")
        .def_prop_ro("plies", &Book::plies);

    nb::class_<PySolver>(module, "Solver", "Exact values of the positions of one game, and what it remembers of them.")
        .def(nb::init<int, int, int, bool, std::size_t, int, nb::object>(), "columns"_a, "rows"_a, "k"_a, "gravity"_a,
             "table_bytes"_a, "threads"_a, "book"_a.none())
        .def("value", &PySolver::value, "own"_a, "other"_a, "weak"_a, "seconds"_a.none(),
             "nodes"_a.none(), "stop"_a.none(),
             "The bounds of a value, whether they are from the book, and the nodes it took.")
        .def("exceeds", &PySolver::exceeds, "own"_a, "other"_a, "alpha"_a, "seconds"_a.none(),
             "nodes"_a.none(), "stop"_a.none(),
             "Whether a value is more than alpha, None if stopped first; and the nodes it took.")
        .def("values", &PySolver::values, "keys"_a, "weak"_a = false, "afresh"_a = false,
             "The values of positions given by their keys in a book.")
        .def_static("least_bytes", &PySolver::least_bytes, "columns"_a, "rows"_a, "k"_a, "gravity"_a,
                    "The smallest table there can be for a game.")
        .def("forget", &PySolver::forget)
        .def_prop_ro("nodes", &PySolver::nodes)
        .def_prop_ro("table_bytes", &PySolver::table_bytes);

    module.def("keys_after", &keys_after, "columns"_a, "rows"_a, "k"_a, "keys"_a,
               "The keys of the positions that follow from those of one ply, up to mirror images.");
}

}  // namespace plyground
