// Lost pages of a mapped file: the file was truncated, or its disk cannot be read.
//
// Touching such a page raises SIGBUS, which ends a process. For guarded mappings the handler replaces the
// page and all following ones by private zeros, records that, and lets the access continue: probes miss,
// stores are lost, and callers can check `lost`. No code is interrupted half-way. Every other SIGBUS goes to
// the previous handler.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tabiya::table {

// Never freed, because the handler may be walking the list. Reused by later mappings.
struct GuardedMapping {
    std::atomic<bool> taken{true};
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> lost{false};
    GuardedMapping* next = nullptr;
};

GuardedMapping* guard_mapping(void* begin, std::size_t bytes);
// Call before the memory is unmapped.
void end_guard(GuardedMapping* mapping);

}  // namespace tabiya::table
