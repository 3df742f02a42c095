// Emptying the slots of a table, as fast as kernel and cores can.
#pragma once

#include <cstddef>
#include <cstdint>

#include "table/memory.hpp"

namespace tabiya::table {

// Sets all words to zero while others may read them. `bytes` from `words` on are part of the memory.
void zero_slots(const Memory& memory, std::uint64_t* words, std::size_t bytes);

}  // namespace tabiya::table
