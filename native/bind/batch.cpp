// Many positions at once, as Python sees it; src/plyground/solver/batch.py is its typed face.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "../any_line_game.hpp"
#include "../python_interrupt.hpp"
#include "../solver/batch.hpp"
#include "layout.hpp"
#include "parts.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace plyground {
namespace {

using solver::AnyBoard;
using solver::Batch;
using solver::Bitboard;
using solver::Book;
using solver::Layout;
using solver::Position;

// The position after columns that were played (`4453`, gaps allowed), if the text is that plain. What is not (a column
// that is full, a game that was over before, a diagram) is for Python to read, or to refuse with the reason.
std::optional<Position> position_after(const Layout& layout, std::string_view text) {
    Position position{0, 0, 0}, before = position;
    for (const char letter : text) {
        if (letter == ' ' || letter == ',' || letter == '\t' || letter == '\r') continue;
        const int column = letter - '1';
        if (column < 0 || column >= layout.columns) return std::nullopt;
        const Bitboard bottom = Bitboard{1} << (column * layout.stride);
        const Bitboard cell = (position.taken + bottom) & layout.column(column);
        if (!cell) return std::nullopt;
        before = position;
        position = position.after(cell);
    }
    // Lines stay where they are, so looking once is enough: only the last disc may have completed one.
    if (has_line(layout, position.own) || (has_line(layout, position.other()) && has_line(layout, before.own)))
        return std::nullopt;
    return position;
}

// An item of a list. Another thread may change the list meanwhile, where Python has no GIL.
nb::object list_item(PyObject* list, std::size_t at) {
#if defined(Py_GIL_DISABLED)
    PyObject* const item = PyList_GetItemRef(list, static_cast<Py_ssize_t>(at));
    if (!item) throw nb::python_error();
    return nb::steal(item);
#else
    PyObject* const item = PyList_GetItem(list, static_cast<Py_ssize_t>(at));
    if (!item) throw nb::python_error();
    return nb::borrow(item);
#endif
}

// How a LinePosition of Python is recognized and read: a tuple of game, first, second, to_move, ended.
struct PositionType {
    nb::object type, game, first_player;

    bool holds(PyObject* item) const {
        return reinterpret_cast<PyObject*>(Py_TYPE(item)) == type.ptr() && PyTuple_GetItem(item, 0) == game.ptr();
    }
    bool first_to_move(PyObject* item) const { return PyTuple_GetItem(item, 3) == first_player.ptr(); }

    static std::optional<std::uint64_t> stones(PyObject* item, int player) {
        const unsigned long long cells = PyLong_AsUnsignedLongLong(PyTuple_GetItem(item, 1 + player));
        if (cells == static_cast<unsigned long long>(-1) && PyErr_Occurred()) {
            PyErr_Clear();
            return std::nullopt;
        }
        return cells;
    }
};

// Solves the positions of one game, many at a time. Only one thread may use it, and no callback of its own.
class PyBatchSolver {
    using ConnectFour = solver::BatchSolver<solver::GravityRules<solver::FixedBoard<7, 6, 4>>, 49>;
    using AnyGravity = solver::BatchSolver<solver::GravityRules<AnyBoard>, 0>;
    using Free = solver::BatchSolver<solver::FreeRules, 0>;

    class ExclusiveUse {
    public:
        explicit ExclusiveUse(std::atomic<bool>& used) : used_(used) {
            if (used_.exchange(true)) throw std::runtime_error("a batch is used by one thread at a time");
        }
        ~ExclusiveUse() { used_ = false; }
        ExclusiveUse(const ExclusiveUse&) = delete;

    private:
        std::atomic<bool>& used_;
    };

public:
    PyBatchSolver(int columns, int rows, int k, bool gravity, std::size_t table_bytes, int threads, nb::object book,
                  nb::object position_type, nb::object game, nb::object first_player)
        : layout_(checked_layout(columns, rows, k)),
          reads_texts_(gravity && columns <= 9),
          book_(std::move(book)),
          position_type_{std::move(position_type), std::move(game), std::move(first_player)} {
        const Book* const known = book_.is_none() ? nullptr : nb::cast<const Book*>(book_);
        for (int cell = 0; cell < layout_.cells; ++cell) bits_[cell] = bit_of_cell(layout_, cell);
        if (!gravity) {
            if (layout_.cells > 32) throw std::invalid_argument("a board without gravity has at most 32 cells");
            solver_ = std::make_unique<Free>(solver::FreeRules(AnyBoard{layout_}), table_bytes, threads, known);
        } else if (columns == 7 && rows == 6 && k == 4) {
            solver_ = std::make_unique<ConnectFour>(solver::GravityRules<solver::FixedBoard<7, 6, 4>>(), table_bytes,
                                                    threads, known);
        } else {
            solver_ = std::make_unique<AnyGravity>(solver::GravityRules<AnyBoard>(AnyBoard{layout_}), table_bytes,
                                                   threads, known);
        }
    }

    void clear() {
        const ExclusiveUse use(used_);
        batch_.clear();
    }

    // Adds texts and positions from a list, beginning at an index, up to the first that Python has to look at itself.
    std::size_t read(nb::typed<nb::sequence, nb::object> items, std::size_t at, bool with_texts, int min_discs) {
        const ExclusiveUse use(used_);
        if (!PyList_Check(items.ptr())) throw nb::type_error("items are a list");
        for (const std::size_t size = nb::len(items); at < size; ++at) {
            const std::optional<Position> position = position_of(list_item(items.ptr(), at).ptr(), with_texts);
            if (!position || position->discs < min_discs) break;
            batch_.add(*position);
        }
        return at;
    }

    std::size_t size() const { return batch_.size(); }

    void add(std::uint64_t own, std::uint64_t other) {
        const ExclusiveUse use(used_);
        const auto position = position_of_stones(own, other);
        if (!position) throw std::invalid_argument("a stone lies beside the board, or on another");
        batch_.add(*position);
    }

    void add_nothing() {
        const ExclusiveUse use(used_);
        batch_.add_nothing();
    }

    void solve(bool weak, const std::vector<int>& order, std::optional<double> seconds,
               std::optional<std::uint64_t> nodes, nb::object stop, nb::object report) {
        const ExclusiveUse use(used_);
        if (asks_to_stop(stop)) return batch_.begin();
        const solver::BatchQuestion question = question_of(weak, order, seconds, nodes);
        const auto asked_to_stop = [&] {
            nb::gil_scoped_acquire held;  // safe while shutting down: ReleasedGil::close waits for this thread
            if (PyErr_CheckSignals() != 0) throw nb::python_error();
            if (!report.is_none()) report(batch_.done());
            return asks_to_stop(stop);
        };
        const ReleasedGil released;
        std::visit([&](auto& solver) { solver->solve(batch_, question, asked_to_stop); }, solver_);
    }

    // The answers of a part of the batch, two bytes each; see Batch.
    nb::bytes answers(std::size_t begin, std::size_t end) const {
        std::vector<Batch::Answer> found;
        for (end = std::min(end, batch_.answers()); begin < end; ++begin) found.push_back(batch_.answer_at(begin));
        return nb::bytes(found.data(), found.size() * sizeof(Batch::Answer));
    }

    // The same as Python objects: `known` is a list of those made before, by answer, and `make` makes those that are
    // None in it. Easy positions are solved so fast that it would take a tenth of the time to do this in Python.
    nb::typed<nb::list, nb::object> objects(std::size_t begin, std::size_t end,
                                            nb::typed<nb::sequence, nb::object> known, nb::object make) const {
        if (!PyList_Check(known.ptr())) throw nb::type_error("known is a list");
        const std::size_t size = nb::len(known);
        nb::list found;
        for (end = std::min(end, batch_.answers()); begin < end; ++begin) {
            const Batch::Answer answer = batch_.answer_at(begin);
            if (answer == Batch::unsolved) {
                found.append(nb::none());
                continue;
            }
            nb::object made;
            if (answer < size) made = list_item(known.ptr(), answer);
            found.append(made.is_valid() && !made.is_none() ? made : make(static_cast<int>(answer)));
        }
        return nb::typed<nb::list, nb::object>(found);
    }

    // The best moves, a byte each: the number of a cell, or 255 where there is none.
    nb::bytes moves(std::size_t begin, std::size_t end) const {
        std::vector<unsigned char> found;
        for (end = std::min(end, batch_.answers()); begin < end; ++begin) {
            const Bitboard move = batch_.move_at(begin);
            found.push_back(move ? static_cast<unsigned char>(cell_of_bit(layout_, move)) : 255);
        }
        return nb::bytes(found.data(), found.size());
    }

    std::uint64_t nodes() const {
        return std::visit([](const auto& solver) { return solver->nodes(); }, solver_);
    }

private:
    std::optional<Position> position_of(PyObject* item, bool with_texts) const {
        if (PyUnicode_CheckExact(item)) {
            Py_ssize_t size = 0;
            const char* const text = with_texts && reads_texts_ ? PyUnicode_AsUTF8AndSize(item, &size) : nullptr;
            if (!text) PyErr_Clear();  // half of a surrogate pair, which Python refuses with its own words
            return text ? position_after(layout_, {text, static_cast<std::size_t>(size)}) : std::nullopt;
        }
        if (!position_type_.holds(item)) return std::nullopt;
        const auto first = position_type_.stones(item, 0), second = position_type_.stones(item, 1);
        if (!first || !second) return std::nullopt;
        return position_type_.first_to_move(item) ? position_of_stones(*first, *second)
                                                  : position_of_stones(*second, *first);
    }

    std::optional<Position> position_of_stones(std::uint64_t own, std::uint64_t other) const {
        if (own & other || (own | other) & ~solver::low_bits(layout_.cells)) return std::nullopt;
        const Bitboard ours = bitboard_of(own);
        return Position{ours, ours | bitboard_of(other), std::popcount(own | other)};
    }

    Bitboard bitboard_of(std::uint64_t cells) const {
        Bitboard found = 0;
        for (; cells; cells = solver::without_lowest_cell(cells)) found |= bits_[std::countr_zero(cells)];
        return found;
    }

    solver::BatchQuestion question_of(bool weak, const std::vector<int>& order, std::optional<double> seconds,
                                      std::optional<std::uint64_t> nodes) const {
        solver::BatchQuestion question;
        question.weak = weak;
        for (const int cell : order) question.order.push_back(bits_.at(static_cast<std::size_t>(cell)));
        constexpr double a_century = 3e9;  // seconds; more would not fit into the clock
        if (seconds && *seconds < a_century)
            question.max_time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(*seconds));
        if (nodes) question.max_nodes = *nodes;
        return question;
    }

    Layout layout_;
    bool reads_texts_;
    nb::object book_;
    PositionType position_type_;
    std::array<Bitboard, 64> bits_{};  // of Python's cells
    Batch batch_;
    std::variant<std::unique_ptr<ConnectFour>, std::unique_ptr<AnyGravity>, std::unique_ptr<Free>> solver_;
    std::atomic<bool> used_{false};
};

}  // namespace

void bind_batch(nb::module_& module) {
    nb::class_<PyBatchSolver>(module, "BatchSolver", "Solves many positions of one game, on several threads.")
        .def(nb::init<int, int, int, bool, std::size_t, int, nb::object, nb::object, nb::object, nb::object>(),
             "columns"_a, "rows"_a, "k"_a, "gravity"_a, "table_bytes"_a, "threads"_a, "book"_a.none(),
             "position_type"_a, "game"_a, "first_player"_a)
        .def("clear", &PyBatchSolver::clear, nb::lock_self(), "Forget the positions.")
        .def("read", &PyBatchSolver::read, nb::lock_self(), "items"_a, "at"_a, "with_texts"_a, "min_discs"_a,
             "Add positions, and texts if wanted, from an index on; the index of the first that it does not take.")
        .def("add", &PyBatchSolver::add, nb::lock_self(), "own"_a, "other"_a, "Add a position by its stones.")
        .def("add_nothing", &PyBatchSolver::add_nothing, nb::lock_self(), "Add a place that stays unsolved.")
        .def("solve", &PyBatchSolver::solve, nb::lock_self(), "weak"_a, "order"_a, "seconds"_a.none(), "nodes"_a.none(),
             "stop"_a.none(), "report"_a.none(),
             "Solve them all; `report` is called every 50 ms with how many of the first ones are done.")
        .def("answers", &PyBatchSolver::answers, nb::lock_self(), "begin"_a, "end"_a,
             "Answers as 16-bit numbers: discs * 128 + value + 64, or 65534 where none was found.")
        .def("objects", &PyBatchSolver::objects, nb::lock_self(), "begin"_a, "end"_a, "known"_a, "make"_a,
             "Answers as objects from a list, or made if they are None there; None where none was found.")
        .def("moves", &PyBatchSolver::moves, nb::lock_self(), "begin"_a, "end"_a, "The best moves as bytes: the number of a cell, or 255.")
        .def("__len__", &PyBatchSolver::size, nb::lock_self())
        .def_prop_ro("nodes", &PyBatchSolver::nodes, nb::lock_self());
}

}  // namespace plyground
