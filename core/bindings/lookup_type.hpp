// tabiya.Lookup: what `lookup` found, a score that decides or none, and a move.
#pragma once

#include <Python.h>

#include <cstdint>

namespace tabiya::bindings {

// Creates the type and adds it to the module; false with an exception set on failure.
bool add_lookup_type(PyObject* module);

// A new object, or null with MemoryError set.
PyObject* make_lookup(bool decides, std::int32_t score, std::uint32_t move);

}  // namespace tabiya::bindings
