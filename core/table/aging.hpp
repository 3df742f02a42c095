// Aging: an entry keeps the generation in which it was last stored, and its age is the generations since.
//
// Every search begins a generation. With an aging interval, a long search takes further steps as its nodes
// are counted (aging.cpp). The header counts on without end; an entry keeps the low 6 bits.
#pragma once

#include <cstdint>

#include "table/entry.hpp"

namespace tabiya::table {

constexpr std::uint32_t age_of(std::uint64_t word1, std::uint32_t generation) {
    return (generation - generation_of(word1)) % kGenerations;
}

}  // namespace tabiya::table
