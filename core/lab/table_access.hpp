// How tabiya._lab reaches a table of tabiya._core.
//
// The core has state of its own: numbers of threads, counters of forks, handlers of bus errors. A second copy
// of it would be a second truth. So _lab contains none of the code that uses it. It times its own loops over
// the slots, which need headers only, and calls the table through the functions below, which run in _core.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/entry.hpp"
#include "table/geometry.hpp"
#include "table/header.hpp"
#include "table/replacement.hpp"

namespace tabiya::lab {

// The capsule that Table._access() returns; a changed struct gets a new name.
inline constexpr const char* kAccessCapsule = "tabiya._core.TableAccess.1";

// The table is pinned while the capsule lives.
struct TableAccess {
    table::Slot* slots;
    std::uint64_t clusters;
    const table::Header* header;
    table::Replacement rule;
    table::Layout layout;
    bool random_keys;

    // The table's own calls. None of them throws; `failed` says, with the GIL held, whether one of them did
    // inside, and sets Python's error then.
    void* handle;
    void (*probe_all)(void* handle, const std::uint64_t* keys, std::size_t count);
    void (*probe_all_chosen)(void* handle, const std::uint64_t* keys, std::size_t count);
    void (*store_all)(void* handle, const std::uint64_t* keys, std::size_t count, const table::Entry& entry);
    std::uint64_t (*probe)(void* handle, std::uint64_t key);  // word1, or 0
    void (*store)(void* handle, std::uint64_t key, const table::Entry& entry, std::uint32_t generation);
    bool (*failed)(void* handle);
};

}  // namespace tabiya::lab
