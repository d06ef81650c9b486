// A pulse that hears Python: its signals, and a `stop` that `is_set()` may be asked of.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include "pulse.hpp"

namespace plyground {

// `stop` is None, or must outlive the pulse.
inline bool asks_to_stop(nanobind::handle stop) {
    if (!stop.is_valid() || stop.is_none()) return false;
    const int is_set = PyObject_IsTrue(nanobind::object(stop.attr("is_set")()).ptr());
    if (is_set < 0) throw nanobind::python_error();
    return is_set == 1;
}

// Made and let go of with the GIL held, used without it; throws what a signal handler raised
// (KeyboardInterrupt).
inline Pulse python_pulse(nanobind::handle stop = {}) {
    const auto ask = [stop] {
        nanobind::gil_scoped_acquire held;  // there is one to be had: WithoutGil::close waits for this thread
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        return asks_to_stop(stop);
    };
    return Pulse(ask, asks_to_stop(stop));
}

}  // namespace plyground
