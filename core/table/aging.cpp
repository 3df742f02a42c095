// The generation of a table, advanced by searches and by the nodes that they count.
#include "table/aging.hpp"

#include <algorithm>

#include "table/table.hpp"

namespace tabiya::table {

std::uint32_t Table::generation() const {
    return body_.header->generation.load(std::memory_order_relaxed) % kGenerations;
}

std::uint32_t Table::generation_count() const {
    return body_.header->generation.load(std::memory_order_relaxed);
}

void Table::set_generation(std::uint32_t generation) {
    body_.header->generation.store(generation, std::memory_order_relaxed);
}

void Table::new_search() {
    body_.header->nodes.store(0, std::memory_order_relaxed);
    body_.header->steps.store(0, std::memory_order_relaxed);
    body_.header->generation.fetch_add(1, std::memory_order_relaxed);
}

std::uint32_t Table::add_nodes(std::uint64_t nodes) {
    if (settings_.aging_interval == 0) return 0;
    Header& header = *body_.header;
    // The count saturates instead of wrapping around.
    std::uint64_t count = header.nodes.load(std::memory_order_relaxed);
    std::uint64_t sum;
    do {
        sum = count + std::min(nodes, ~count);
    } while (!header.nodes.compare_exchange_weak(count, sum, std::memory_order_relaxed));
    // As many steps as there are generations would make the oldest entries look new.
    const auto earned = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(max_aging_steps(), sum / settings_.aging_interval));
    std::uint32_t taken = header.steps.load(std::memory_order_relaxed);
    do {
        if (earned <= taken) return 0;
    } while (!header.steps.compare_exchange_weak(taken, earned, std::memory_order_relaxed));
    header.generation.fetch_add(earned - taken, std::memory_order_relaxed);
    return earned - taken;
}

}  // namespace tabiya::table
