// Another design of a table in the place of this one: for the lab, which compares designs in one search.
//
// A host is a table with debug validation, whose probes and stores take a call anyway; others never look for
// a guest. It keeps generations and settings, the guest keeps entries. For one thread.
#pragma once

#include <cstdint>

#include "table/cluster.hpp"

namespace tabiya::table {

// Functions instead of a virtual class: guests live in another extension module.
struct Guest {
    void* handle;
    Found (*probe)(void* handle, std::uint64_t hash);
    void (*store)(void* handle, std::uint64_t hash, const Entry& entry, std::uint32_t generation);
    void (*clear)(void* handle);
};

// The capsule in which a guest comes; a changed struct gets a new name.
inline constexpr const char* kGuestCapsule = "tabiya._lab.Guest.1";

}  // namespace tabiya::table
