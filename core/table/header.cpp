// The contents of a header: settings for other processes, and the generation.
#include "table/header.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "table/table.hpp"

namespace tabiya::table {

void Table::write_header() {
    Header& header = *body_.header;
    const Replacement& rule = settings_.replacement;
    header.format_version = kFormatVersion;
    header.byte_order = kByteOrder;
    header.clusters = geometry().clusters();
    header.data_offset = kDataOffset;
    header.layout = static_cast<std::uint8_t>(settings_.layout);
    header.policy = static_cast<std::uint8_t>(rule.policy);
    header.sync = static_cast<std::uint8_t>(settings_.sync);
    header.flags = static_cast<std::uint8_t>(
        (settings_.random_keys ? kRandomKeys : 0) | (rule.strict ? kStrict : 0) |
        (rule.source_priority ? kSourcePriority : 0) | (settings_.clamp_scores ? kClampScores : 0) |
        (rule.replace_if_exact ? kReplaceIfExact : 0));
    header.buckets = settings_.buckets;
    header.depth_weight = rule.depth_weight;
    header.age_weight = rule.age_weight;
    header.max_age = rule.max_age;
    header.lock_bytes = sizeof(pthread_mutex_t);
    header.aging_interval = settings_.aging_interval;
    header.creator = static_cast<std::uint64_t>(getpid());
    header.created = static_cast<std::uint64_t>(std::time(nullptr));
    if (settings_.sync == Sync::kBucketLocks) locks_.initialise();
    std::atomic_ref<std::uint64_t>(header.magic).store(kMagic, std::memory_order_release);
}

void Table::check_header() const {
    const Header& header = *body_.header;
    if (header.magic != kMagic || header.clusters != geometry().clusters()) [[unlikely]] {
        throw ValidationError("the table's header was overwritten: other code wrote out of bounds");
    }
}

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
