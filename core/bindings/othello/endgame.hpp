// The exact endgame search for Python.
#pragma once

#include <nanobind/nanobind.h>

namespace tabiya::bindings {

void bind_othello_endgame(nanobind::module_& module);

}  // namespace tabiya::bindings
