// tabiya.Entry: a small C type that keeps the packed words and decodes a field when it is asked for.
#pragma once

#include <Python.h>

#include <cstdint>

#include "table/entry.hpp"

namespace tabiya::bindings {

struct EntryObject {
    PyObject_HEAD std::uint64_t word1;
    std::int16_t eval;
};

// Creates the type and adds it to the module; false with an exception set on failure.
bool add_entry_type(PyObject* module);

// A new entry object, or null with MemoryError set.
PyObject* make_entry(std::uint64_t word1, std::int16_t eval);

// The words of an entry object, or null (no exception) if it is something else.
const EntryObject* as_entry(PyObject* object);

}  // namespace tabiya::bindings
