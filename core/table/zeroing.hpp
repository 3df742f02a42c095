// Empties the slots of a table with the help of the kernel or of all cores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/memory.hpp"

namespace tabiya::table {

// Sets all words to zero while others may read them. The memory contains the `bytes` from `words` on.
void zero_slots(const Memory& memory, std::uint64_t* words, std::size_t bytes);

}  // namespace tabiya::table
