// A pulse that hears Python: its signals, and a `stop` that `is_set()` may be asked of.
#pragma once

#include <Python.h>
#include <nanobind/nanobind.h>

#include "pulse.hpp"

namespace plyground {

// Made and let go of with the GIL held, used without it; throws what a signal handler raised
// (KeyboardInterrupt). `stop` must outlive it.
inline Pulse python_pulse(nanobind::handle stop = {}) {
    return Pulse([stop] {
        nanobind::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
        return stop.is_valid() && !stop.is_none() && nanobind::cast<bool>(stop.attr("is_set")());
    });
}

}  // namespace plyground
