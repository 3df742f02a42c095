// tabiya.Value: a value with fields, decoded on access.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "bindings/value_fields.hpp"

namespace tabiya::bindings {

// Returns the value of these words for Python: a number if the type is plain, else a Value. `owner` is the
// instance of the fields. Null with an exception set on failure.
PyObject* make_value(nb::handle owner, const ValueFields& fields, const std::uint64_t* words);

// Returns the words of a Value of these fields; null for any other object.
const std::uint64_t* words_of(PyObject* value, const ValueFields& fields);

// Creates the types and adds them to the module.
void bind_value_type(nb::module_& module);

}  // namespace tabiya::bindings
