// The solver as Python sees it; src/plyground/solver/native.py is its typed face.

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

#include "../any_line_game.hpp"
#include "../python_interrupt.hpp"
#include "../solver/any_solver.hpp"
#include "parts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

using solver::AnyGravityRules;
using solver::AnySolver;
using solver::Book;
using solver::Layout;
using solver::Position;

std::string_view view_of(const nb::bytes& given) { return {given.c_str(), given.size()}; }

using BoundsTuple = std::tuple<int, int, bool, std::uint64_t>;       // low, high, from the book, nodes
using ExceedsTuple = std::pair<std::optional<bool>, std::uint64_t>;  // the answer, nodes

// A solver for Python. One thread may use it at a time; that thread may start others to help.
class PySolver {
    // Holds the solver for this thread. A mutex alone would not do: a thread that waits must still hear Ctrl-C, and a
    // thread that asks the solver again from inside its own `stop` must get an error instead of waiting for itself.
    class ExclusiveUse {
    public:
        // Must be called without the GIL.
        explicit ExclusiveUse(const PySolver& solver, Interrupt* interrupt = nullptr) : solver_(solver) {
            if (solver.user_ == std::this_thread::get_id())
                throw std::runtime_error("a solver was asked by what it asked itself: a signal handler, or a stop");
            while (!solver.mutex_.try_lock()) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                if (interrupt) interrupt->stop_if_asked();
            }
            solver.user_ = std::this_thread::get_id();
        }
        ~ExclusiveUse() {
            solver_.user_ = std::thread::id();
            solver_.mutex_.unlock();
        }
        ExclusiveUse(const ExclusiveUse&) = delete;

    private:
        const PySolver& solver_;
    };

    // Calls `work` with the solver and its budget, without the GIL, polling for signals and the stop flag.
    template <class Work>
    auto run(std::optional<double> seconds, std::optional<std::uint64_t> nodes, nb::object stop, Work work) {
        Interrupt interrupt = python_interrupt(stop);
        solver::Budget budget{&interrupt};
        constexpr double a_century = 3e9;  // seconds; more would not fit into the clock
        if (seconds && *seconds < a_century)
            budget.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                 std::chrono::duration<double>(*seconds));
        const ReleasedGil released;
        const ExclusiveUse use(*this, &interrupt);
        return std::visit(
            [&](auto& solver) {
                if (nodes && *nodes < budget.max_nodes - solver->nodes()) budget.max_nodes = solver->nodes() + *nodes;
                return work(*solver, budget);
            },
            solver_);
    }

    // Reads a number off the solver.
    template <class Read>
    auto read(Read read) const {
        const ReleasedGil released;
        const ExclusiveUse use(*this);
        return std::visit([&](const auto& solver) { return read(*solver); }, solver_);
    }

public:
    PySolver(int columns, int rows, int k, bool gravity, std::size_t table_bytes, int threads, nb::object book,
             bool exact_keys)
        : layout_(checked_layout(columns, rows, k)), book_(std::move(book)) {
        const Book* const known = book_.is_none() ? nullptr : nb::cast<const Book*>(book_);
        const solver::Keys keys = exact_keys ? solver::Keys::exact : solver::Keys::lines;
        solver_ = solver::make_solver(layout_, gravity, table_bytes, std::clamp(threads, 1, 256), known, keys);
    }

    BoundsTuple value(nb::bytes own, nb::bytes other, bool weak, std::optional<double> seconds,
                      std::optional<std::uint64_t> nodes, nb::object stop) {
        const Position root = position_from(layout_, view_of(own), view_of(other));
        return run(seconds, nodes, stop, [&](auto& solver, const auto& budget) -> BoundsTuple {
            const std::uint64_t nodes_before = solver.nodes();
            const auto [bounds, from_book] = solver.value(root, weak, budget);
            return {bounds.low, bounds.high, from_book, solver.nodes() - nodes_before};
        });
    }

    ExceedsTuple exceeds(nb::bytes own, nb::bytes other, int alpha, std::optional<double> seconds,
                         std::optional<std::uint64_t> nodes, nb::object stop) {
        const Position root = position_from(layout_, view_of(own), view_of(other));
        return run(seconds, nodes, stop, [&](auto& solver, const auto& budget) -> ExceedsTuple {
            const std::uint64_t nodes_before = solver.nodes();
            const std::optional<bool> more = solver.exceeds(root, alpha, budget);
            return {more, solver.nodes() - nodes_before};
        });
    }

    std::vector<int> values(const std::vector<std::uint64_t>& keys, bool weak, bool clear_table) {
        return run(std::nullopt, std::nullopt, nb::none(), [&](auto& solver, const auto& budget) {
            std::vector<int> found;
            for (const std::uint64_t key : keys) {
                if (clear_table) solver.forget();
                const auto [low, high] = solver.value(solver::position_of(layout_, key), weak, budget).bounds;
                if (!solver::is_decided({low, high}, weak)) throw std::runtime_error("stopped: the program is ending");
                found.push_back(!weak ? low : low > 0 ? 1 : high < 0 ? -1 : 0);
                budget.interrupt->step();
            }
            return found;
        });
    }

    static std::size_t min_bytes(int columns, int rows, int k, bool gravity) {
        return solver::min_table_bytes(checked_layout(columns, rows, k), gravity);
    }

    void forget() {
        const ReleasedGil released;  // or a search that asks Python whether to stop would wait for us
        const ExclusiveUse use(*this);
        std::visit([](auto& solver) { solver->forget(); }, solver_);
    }
    std::uint64_t nodes() const {
        return read([](const auto& solver) { return solver.nodes(); });
    }
    std::size_t table_bytes() const {
        return read([](const auto& solver) { return solver.table_bytes(); });
    }

private:
    Layout layout_;
    nb::object book_;
    AnySolver solver_;
    mutable std::mutex mutex_;
    mutable std::atomic<std::thread::id> user_{};  // who holds the mutex
};

std::vector<std::uint64_t> keys_after(int columns, int rows, int k, const std::vector<std::uint64_t>& keys) {
    const AnyGravityRules rules(solver::AnyBoard{checked_layout(columns, rows, k)});
    const ReleasedGil released;
    return solver::keys_after(rules, keys);
}

}  // namespace

void bind_solver(nb::module_& module) {
    nb::class_<Book>(module, "Book", "The values of every position of the first plies.")
        .def(
            "__init__",
            [](Book* self, int columns, int rows, int k, nb::bytes bytes) {
                new (self) Book(checked_layout(columns, rows, k), std::string_view(bytes.c_str(), bytes.size()));
            },
            "columns"_a, "rows"_a, "k"_a, "bytes"_a)
        .def("find", &Book::find_key, "key"_a, "The value of the position with this key; None if it is not in the book.")
        .def_prop_ro("plies", &Book::deepest_ply, "The deepest ply that it holds.");

    nb::class_<PySolver>(module, "Solver", "Solves the positions of one game, and remembers what it learned.")
        .def(nb::init<int, int, int, bool, std::size_t, int, nb::object, bool>(), "columns"_a, "rows"_a, "k"_a,
             "gravity"_a, "table_bytes"_a, "threads"_a, "book"_a.none(), "exact_keys"_a = false)
        .def("value", &PySolver::value, "own"_a, "other"_a, "weak"_a, "seconds"_a.none(),
             "nodes"_a.none(), "stop"_a.none(),
             "The lower and upper bound of a value, whether it is from the book, and the nodes that it took.")
        .def("exceeds", &PySolver::exceeds, "own"_a, "other"_a, "alpha"_a, "seconds"_a.none(),
             "nodes"_a.none(), "stop"_a.none(),
             "Whether a value is more than alpha (None if stopped first), and the nodes that it took.")
        .def("values", &PySolver::values, "keys"_a, "weak"_a = false, "clear_table"_a = false,
             "The values of positions, given by their keys; on request each from an empty table.")
        .def_static("min_bytes", &PySolver::min_bytes, "columns"_a, "rows"_a, "k"_a, "gravity"_a,
                    "The size of the smallest table for a game.")
        .def("forget", &PySolver::forget, "Empty the table.")
        .def_prop_ro("nodes", &PySolver::nodes)
        .def_prop_ro("table_bytes", &PySolver::table_bytes);

    module.def("keys_after", &keys_after, "columns"_a, "rows"_a, "k"_a, "keys"_a,
               "The keys of the positions that follow from the given ones, up to mirror images.");
}

}  // namespace plyground
