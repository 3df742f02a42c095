// The key of a Python object that stands for a state: tabiya.key_of.
#pragma once

#include <Python.h>

#include <cstdint>

namespace tabiya::bindings {

// False with a Python exception set if the state has no stable key. May run Python code, and not inside of a
// Section.
bool state_key(PyObject* state, std::uint64_t& out);

bool add_key_of(PyObject* module);

}  // namespace tabiya::bindings
