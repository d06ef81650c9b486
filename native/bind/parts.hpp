// The parts of the module that Python sees.
#pragma once

#include <nanobind/nanobind.h>

namespace plyground {

void bind_search(nanobind::module_& module);
void bind_solver(nanobind::module_& module);
void bind_batch(nanobind::module_& module);
void bind_trainer(nanobind::module_& module);

}  // namespace plyground
