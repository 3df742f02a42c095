// What a table holds, region by region: a picture of it that is cheap enough to draw while a search runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "table/table.hpp"

namespace tabiya::table {

// Neighbouring clusters, and what a sample of them holds. src/tabiya/table/regions.py has the same struct.
struct Region {
    std::uint64_t first = 0;    // cluster
    std::uint64_t sampled = 0;  // clusters
    std::uint32_t slots = 0;    // in the sample, and so on
    std::uint32_t entries = 0;
    std::uint32_t depths = 0;                // their sum
    std::array<std::uint32_t, 3> bounds{};   // upper, lower, exact
    std::array<std::uint32_t, 5> sources{};  // quiescence, null move, IID, book, main
    std::array<std::uint32_t, 4> ages{};     // 0, 1, 2 to 7, 8 and more
    std::uint32_t unused = 0;
};
static_assert(sizeof(Region) == 80);

// Fills the regions, which divide the table evenly: at most as many as it has clusters. Reads at most
// `clusters` clusters, and at least one per region. Torn slots are skipped, as in a scan, except in dense
// lines. Any thread may store meanwhile.
void summarize(const Table& table, std::uint64_t clusters, std::span<Region> regions);

}  // namespace tabiya::table
