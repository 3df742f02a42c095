// The parts of tabiya._lab that have a file of their own.
#pragma once

#include <nanobind/nanobind.h>

namespace tabiya::bindings {

void bind_rivals(nanobind::module_& module);

}  // namespace tabiya::bindings
