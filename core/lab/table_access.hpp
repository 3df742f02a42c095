// How tabiya._lab accesses a table of tabiya._core.
//
// The core has global state: thread numbers, fork counters, bus error handlers. There must be only one copy
// of it. So _lab contains no code that uses it: it times its own loops over the slots, which need headers
// only, and calls the table through the functions below, which run in _core.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/entry.hpp"
#include "table/geometry.hpp"
#include "table/header.hpp"
#include "table/replacement.hpp"

namespace tabiya::lab {

// The capsule that Table._access() returns; a changed struct gets a new name.
inline constexpr const char* kAccessCapsule = "tabiya._core.TableAccess.2";

// The table is pinned while the capsule lives.
struct TableAccess {
    table::Slot* slots;
    std::uint64_t clusters;
    const table::Header* header;
    table::VictimRule rule;
    table::Layout layout;
    bool random_keys;

    // The table's own calls. They do not throw. With the GIL held, `failed` returns whether one of them
    // failed and sets Python's error.
    void* handle;
    void (*probe_all)(void* handle, const std::uint64_t* keys, std::size_t count);
    void (*probe_all_chosen)(void* handle, const std::uint64_t* keys, std::size_t count);
    void (*store_all)(void* handle, const std::uint64_t* keys, std::size_t count, const table::Entry& entry);
    std::uint64_t (*probe)(void* handle, std::uint64_t key);  // word1, or 0
    void (*store)(void* handle, std::uint64_t key, const table::Entry& entry, std::uint32_t generation);
    bool (*failed)(void* handle);
};

}  // namespace tabiya::lab
