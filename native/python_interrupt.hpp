// The boundary to Python: releasing the GIL for long work, and hearing signals and a stop flag meanwhile.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "interrupt.hpp"

namespace plyground {

// The GIL is released while this lives. A program may end while its daemon threads still search: taking the GIL
// from an interpreter that shuts down would end the thread in the middle of C++, and with it the process.
class ReleasedGil {
public:
    ReleasedGil() {
        if (Interrupt::shutting_down()) return;  // too late to release it
        ++away();
        saved_ = PyEval_SaveThread();
    }
    ~ReleasedGil() {
        if (!saved_) return;
        PyEval_RestoreThread(saved_);
        --away();
    }
    ReleasedGil(const ReleasedGil&) = delete;

    // Call it with the GIL held, before the interpreter shuts down: it waits until all threads have come back.
    static void close() {
        Interrupt::shutting_down() = true;
        PyThreadState* const saved = PyEval_SaveThread();
        for (int waited = 0; away() > 0 && waited < max_milliseconds; ++waited)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        PyEval_RestoreThread(saved);
    }

private:
    static constexpr int max_milliseconds = 5'000;

    static std::atomic<int>& away() {
        static std::atomic<int> count{0};
        return count;
    }

    PyThreadState* saved_ = nullptr;
};

// Asks a `stop` object whether it `is_set()`; None never is.
inline bool asks_to_stop(nanobind::handle stop) {
    if (!stop.is_valid() || stop.is_none()) return false;
    const int is_set = PyObject_IsTrue(nanobind::object(stop.attr("is_set")()).ptr());
    if (is_set < 0) throw nanobind::python_error();
    return is_set == 1;
}

// Polls for Python's signals and for `stop`, which must outlive it. Make and destroy it with the GIL held, use it
// without. It throws what a signal handler raised (KeyboardInterrupt).
inline Interrupt python_interrupt(nanobind::handle stop = {}) {
    const auto ask = [stop] {
        nanobind::gil_scoped_acquire held;  // safe while shutting down: ReleasedGil::close waits for this thread
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        return asks_to_stop(stop);
    };
    return Interrupt(ask, asks_to_stop(stop));
}

}  // namespace plyground
