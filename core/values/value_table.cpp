#include "values/value_table.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <mutex>
#include <new>
#include <stdexcept>

namespace tabiya::values {

using table::BucketGuard;
using table::Memory;
using table::Opening;

Table::Table(const Settings& settings)
    : settings_(settings), geometry_(table::Layout::kSingle, settings.clusters) {
    use_memory(Memory(bytes(), settings.huge_pages), true);
    write_header();
}

Table::Table(const Settings& settings, Memory&& memory, Opening opening)
    : settings_(settings), geometry_(table::Layout::kSingle, settings.clusters) {
    use_memory(std::move(memory), opening == Opening::kFresh);
    if (opening == Opening::kFresh) {
        if (settings_.huge_pages != table::HugePages::kNone) memory_.collapse();
        write_header();
    } else if (opening == Opening::kOrphan) {
        locks_.initialise();
        header_->lock_bytes = sizeof(pthread_mutex_t);
    } else {
        table::check_locks_fit(header_->lock_bytes, memory_);
    }
}

void Table::use_memory(Memory&& memory, bool fresh) {
    memory_.swap(memory);
    std::byte* const buffer = memory_.buffer();
    header_ = fresh ? new (buffer) Header{} : std::launder(reinterpret_cast<Header*>(buffer));
    words_ = reinterpret_cast<std::uint64_t*>(buffer + table::kDataOffset);
    locks_.attach(reinterpret_cast<table::BucketLock*>(buffer + table::kLocksOffset), kBuckets, memory_);
}

void Table::write_header() {
    const std::string& text = settings_.type_text;
    if (text.size() > kMaxTypeText) throw std::invalid_argument("the description of the type is too long");
    header_->format_version = kFormatVersion;
    header_->byte_order = table::kByteOrder;
    header_->clusters = settings_.clusters;
    header_->data_offset = table::kDataOffset;
    header_->entry_bytes = static_cast<std::uint32_t>(settings_.words) * 8;
    header_->value_bytes = settings_.value_bytes;
    header_->key_bits = settings_.wide_keys ? 128 : 64;
    header_->buckets = kBuckets;
    header_->lock_bytes = sizeof(pthread_mutex_t);
    header_->type_bytes = static_cast<std::uint32_t>(text.size());
    std::memcpy(header_->type_text, text.data(), text.size());
    header_->creator = static_cast<std::uint64_t>(getpid());
    header_->created = static_cast<std::uint64_t>(std::time(nullptr));
    locks_.initialise();
    std::atomic_ref<std::uint64_t>(header_->magic).store(kMagic, std::memory_order_release);
}

// A private table of one cluster takes its place, so that a call which is just beginning finds memory.
void Table::close() {
    if (closed()) return;
    const table::ExclusiveGuard exclusive(*this);
    Settings smallest = settings_;
    smallest.clusters = 1;
    Memory memory(cluster_bytes(), table::HugePages::kNone);
    const table::Readers::Swap swap(readers());
    closed_ = true;
    settings_ = smallest;
    geometry_ = table::Geometry(table::Layout::kSingle, 1);
    use_memory(std::move(memory), true);
    write_header();
}

// --- writers -------------------------------------------------------------------------------------------

template <class Change>
bool Table::write(Key key, Wait wait, const Change& change) {
    check_open();
    const std::uint64_t hash = hash_of(key);
    const std::uint32_t bucket = locks_.bucket_of(geometry_.cluster_of(hash));
    if (!locks_.try_lock(bucket)) {
        if (wait == Wait::kNever) return false;
        locks_.lock(bucket);
    }
    const BucketGuard guard(locks_, bucket, std::adopt_lock);
    visit([&]<int kWords>() {
        const Cluster<kWords> cluster(line_of(hash));
        const Sought sought = this->sought(hash, key);
        Opened<kWords> old;
        int way = cluster.find(sought, old);
        std::uint64_t payload[kWords - 1] = {};
        if (settings_.wide_keys) payload[0] = key.high;
        const int first = first_value_word();
        const std::uint8_t priority =
            change(way < 0 ? nullptr : old.payload + first, old.head, payload + first, kWords - 1 - first);
        if (way < 0) way = cluster.abandoned(sought.signature);
        if (way < 0) way = cluster.victim(sought.signature, generation());
        cluster.write(way, Head::make(sought.signature, priority, generation()), payload);
    });
    return true;
}

bool Table::store(Key key, const std::uint64_t* value, std::uint8_t priority, Wait wait) {
    return write(key, wait, [&](const std::uint64_t*, Head, std::uint64_t* payload, int words) {
        std::copy_n(value, words, payload);
        return priority;
    });
}

bool Table::add(Key key, std::span<const Amount> amounts, std::uint8_t priority, Wait wait,
                std::uint64_t* value) {
    return write(key, wait, [&](const std::uint64_t* old, Head head, std::uint64_t* payload, int words) {
        if (old != nullptr) std::copy_n(old, words, payload);
        const int overflowed = add_amounts(reinterpret_cast<std::byte*>(payload), amounts);
        if (overflowed >= 0) throw Overflow{overflowed};
        std::copy_n(payload, words, value);
        return old != nullptr ? std::max(priority, head.priority()) : priority;
    });
}

}  // namespace tabiya::values
