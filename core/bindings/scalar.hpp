// Shared by the hand-written methods of a table, which take a key or a state.
#pragma once

#include <Python.h>

#include <cstdint>

#include "bindings/arguments.hpp"
#include "bindings/py_table.hpp"
#include "bindings/ready.hpp"
#include "bindings/section.hpp"
#include "bindings/state_key.hpp"

namespace tabiya::bindings {

struct ByKey {
    static constexpr const char* kArgument = "key";
    static constexpr const char* kStore = "store";
    static constexpr const char* kLookup = "lookup";
    static constexpr const char* kRecord = "record";
    static bool read(PyObject* key, std::uint64_t& out) { return parse_key(key, "key", out); }
};

struct ByState {
    static constexpr const char* kArgument = "state";
    static constexpr const char* kStore = "store_state";
    static constexpr const char* kLookup = "lookup_state";
    static constexpr const char* kRecord = "record_state";
    static bool read(PyObject* state, std::uint64_t& out) { return state_key(state, out); }
};

// Returns null with an exception set if the instance's __init__ was skipped.
inline PyTable* table_of(PyObject* self) {
    return ready<PyTable>(self, "table");
}

inline table::Found look_up(PyTable& table, std::uint64_t key) {
    const Section section(table);
    return table.probe(key);
}

struct StoreRules {
    bool clamp;
    bool locks;
    bool dense;
};

inline StoreRules store_rules(const PyTable& table) {
    const Section section(table);
    return {table.settings().clamp_scores, table.settings().sync == table::Sync::kBucketLocks,
            table.settings().layout == table::Layout::kDense};
}

// Returns None, or null with an exception set.
PyObject* store_entry(PyObject* self, PyTable& table, std::uint64_t key, const table::Entry& entry,
                      bool locks);

// The methods lookup and record, by key and by state (windows.cpp), ending with an empty one.
PyMethodDef* window_methods();

}  // namespace tabiya::bindings
