// Letting go of the GIL, so that a program may end while searches go on in its daemon threads: taking the GIL
// from an interpreter that is closing ends the thread in the middle of C++, and with it the process.
#pragma once

#include <Python.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "pulse.hpp"

namespace plyground {

class WithoutGil {
public:
    WithoutGil() {
        if (Pulse::closing()) return;  // nobody may let go of it any more
        ++away();
        saved_ = PyEval_SaveThread();
    }
    ~WithoutGil() {
        if (!saved_) return;
        PyEval_RestoreThread(saved_);
        --away();
    }
    WithoutGil(const WithoutGil&) = delete;

    // To be called, with the GIL, when the interpreter is about to close: waits until all have come back.
    static void close() {
        Pulse::closing() = true;
        PyThreadState* const saved = PyEval_SaveThread();
        for (int waited = 0; away() > 0 && waited < most_waiting; ++waited)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        PyEval_RestoreThread(saved);
    }

private:
    static constexpr int most_waiting = 5'000;  // ms

    static std::atomic<int>& away() {
        static std::atomic<int> count{0};
        return count;
    }

    PyThreadState* saved_ = nullptr;
};

}  // namespace plyground
