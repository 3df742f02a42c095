#include "table/regions.hpp"

#include <algorithm>

#include "table/contents.hpp"

namespace tabiya::table {

namespace {

std::size_t age_class(std::uint32_t age) {
    return age < 2 ? age : age < 8 ? 2 : 3;
}

void count(Region& region, std::uint64_t word1, std::uint32_t generation) {
    ++region.entries;
    region.depths += depth_of(word1);
    ++region.bounds[static_cast<std::size_t>(bound_of(word1)) - 1];
    ++region.sources[static_cast<std::size_t>(source_of(word1))];
    ++region.ages[age_class(age_of(word1, generation))];
}

void count_line(Region& region, const Table& table, std::uint64_t line, std::uint32_t generation) {
    for (int way = 0; way < kDenseWays; ++way) {
        const Opened opened = read_entry(table.geometry(), table.slots(), line, way, generation);
        if (opened.live()) count(region, opened.word1, generation);
    }
}

}  // namespace

void summarize(const Table& table, std::uint64_t clusters, std::span<Region> regions) {
    const Geometry& geometry = table.geometry();
    const std::uint32_t generation = table.generation();
    const std::uint64_t each = std::max<std::uint64_t>(clusters / regions.size(), 1);
    const auto first_of = [&](std::size_t region) {
        return static_cast<std::uint64_t>(Uint128{region} * geometry.clusters() / regions.size());
    };
    for (std::size_t i = 0; i < regions.size(); ++i) {
        Region& region = regions[i] = Region{};
        region.first = first_of(i);
        const std::uint64_t size = first_of(i + 1) - region.first;
        region.sampled = std::min(size, each);
        region.slots = static_cast<std::uint32_t>(region.sampled) * static_cast<unsigned>(geometry.ways());
        for (std::uint64_t k = 0; k < region.sampled; ++k) {
            const std::uint64_t cluster = region.first + k * size / region.sampled;
            if (geometry.dense()) {
                count_line(region, table, cluster, generation);
                continue;
            }
            for_each_entry(
                geometry, table.slots(), cluster, cluster + 1,
                [&](std::uint64_t, const Opened& opened) { count(region, opened.word1, generation); });
        }
    }
    table.memory().check();
}

}  // namespace tabiya::table
