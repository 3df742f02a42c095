// How full a table is: sampled and counted.
#include <algorithm>

#include "table/contents.hpp"
#include "table/table.hpp"

namespace tabiya::table {

std::uint64_t Table::live_entries() const {
    std::uint64_t live = 0;
    for (std::uint64_t cluster = 0; cluster < geometry().clusters(); ++cluster) {
        for (int way = 0; way < geometry().ways(); ++way) {
            live += read_entry(geometry(), body_.slots, cluster, way, 0).live();
        }
    }
    body_.memory.check();
    return live;
}

namespace {

// Counts slots that satisfy `counts`, in clusters spread evenly over the table; returns {count, slots seen}.
template <class Predicate>
std::pair<std::uint64_t, std::uint64_t> sample(const Table& table, const Predicate& counts) {
    const Geometry& geometry = table.geometry();
    const std::uint64_t sampled = std::min(geometry.clusters(), Table::kHashfullSample);
    const std::uint32_t generation = table.generation();
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < sampled; ++i) {
        const auto cluster = static_cast<std::uint64_t>(Uint128{i} * geometry.clusters() / sampled);
        for (int way = 0; way < geometry.ways(); ++way)
            count += counts(read_entry(geometry, table.slots(), cluster, way, generation).word1);
    }
    return {count, sampled * static_cast<unsigned>(geometry.ways())};
}

}  // namespace

std::uint32_t Table::hashfull() const {
    const std::uint32_t now = generation();
    // Aging by interval takes several generations within one search; a foreign header may hold anything.
    const std::uint32_t steps =
        std::min(body_.header->steps.load(std::memory_order_relaxed), max_aging_steps());
    const auto [count, seen] =
        sample(*this, [=](std::uint64_t word1) { return is_live(word1) && age_of(word1, now) <= steps; });
    return static_cast<std::uint32_t>(count * 1000 / seen);
}

double Table::fill_rate() const {
    const auto [count, seen] = sample(*this, is_live);
    return static_cast<double>(count) / static_cast<double>(seen);
}

}  // namespace tabiya::table
