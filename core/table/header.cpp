// The contents of a header: settings for other processes.
#include "table/header.hpp"

#include <unistd.h>

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

}  // namespace tabiya::table
