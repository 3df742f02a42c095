// Pages of a mapped file that are gone: the file was truncated by somebody, or its disk cannot be read.
//
// Touching such a page is SIGBUS, which ends a process. For guarded mappings the handler puts private zeros
// in the place of the page and of all that follow, notes that, and lets the access go on: probes miss, stores
// go nowhere, and whoever asks for `lost` can say so. No code is left in the middle. Every other SIGBUS goes
// to the handler that was there before.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tabiya::table {

// Never freed, since the handler may be walking the list; reused by later mappings.
struct GuardedMapping {
    std::atomic<bool> taken{true};
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> lost{false};
    GuardedMapping* next = nullptr;
};

GuardedMapping* guard_mapping(void* begin, std::size_t bytes);
// Before the memory is unmapped.
void end_guard(GuardedMapping* mapping);

}  // namespace tabiya::table
