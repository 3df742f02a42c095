// Arguments of the scalar calls. The fast path is here. Other values go to tabiya.table.arguments, which
// converts them or raises, so that every message is written once, in Python.
#pragma once

#include <Python.h>

#include <cstdint>

#include "bindings/integers.hpp"
#include "table/entry.hpp"

namespace tabiya::bindings {

// All return false with a Python exception set if the argument is wrong.
bool convert_key(PyObject* value, const char* name, std::uint64_t& out);
inline bool parse_key(PyObject* value, const char* name, std::uint64_t& out) {
    if (read_key(value, out)) [[likely]]
        return true;
    return convert_key(value, name, out);
}
bool parse_move(PyObject* value, table::Entry& entry);
bool parse_score(PyObject* value, bool clamp, table::Entry& entry);
bool parse_eval(PyObject* value, table::Entry& entry);
bool parse_depth(PyObject* value, table::Entry& entry);
bool parse_bound(PyObject* value, table::Entry& entry);
bool parse_generation(PyObject* value, table::Entry& entry);
bool parse_source(PyObject* value, table::Entry& entry);
bool parse_pv(PyObject* value, table::Entry& entry);
// For dense tables: clamps the score if told to, and refuses an entry with a field that does not fit.
bool fit_dense(bool clamp, table::Entry& entry);
// A limit of a window: any number except NaN. Integers too large for a double become infinite.
bool parse_limit(PyObject* value, const char* name, double& out);
bool parse_ply(PyObject* value, std::int32_t& out);

}  // namespace tabiya::bindings
