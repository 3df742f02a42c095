// tabiya.Entry: a small C type that keeps the packed words and decodes fields on demand.
#pragma once

#include <Python.h>

#include <cstdint>

#include "table/entry.hpp"

namespace tabiya::bindings {

struct EntryObject {
    PyObject_HEAD std::uint64_t word1;
    std::int16_t eval;
};

// Creates the type and adds it to the module. Returns false with an exception set on failure.
bool add_entry_type(PyObject* module);

// A new entry object, or null with MemoryError set.
PyObject* make_entry(std::uint64_t word1, std::int16_t eval);

// The words of an entry object, or null (without an exception) for another object.
const EntryObject* as_entry(PyObject* object);

}  // namespace tabiya::bindings
