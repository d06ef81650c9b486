// Lets long work be interrupted: counts steps, and now and then looks whether Python has a signal.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

namespace plyground {

// Made and used with the GIL released; throws what a signal handler raised (KeyboardInterrupt).
class Pulse {
public:
    void step() {
        if ((++steps_ & 0x3FF) == 0) look();
    }

private:
    using Clock = std::chrono::steady_clock;

    void look() {
        const auto now = Clock::now();
        if (now - last_ < std::chrono::milliseconds(50)) return;
        last_ = now;
        nanobind::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    }

    std::uint64_t steps_ = 0;
    Clock::time_point last_ = Clock::now();
};

}  // namespace plyground
