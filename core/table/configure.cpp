// Changes the settings or memory of a table, switches it off, or closes it.
#include <new>

#include "table/contents.hpp"
#include "table/table.hpp"

namespace tabiya::table {

Table::Body Table::prepare(const Settings& settings, bool keep_entries) const {
    Body body;
    body.geometry = Geometry(settings.layout, settings.clusters);
    body.memory = Memory(body.geometry.bytes(), settings.huge_pages);
    body.header = new (body.memory.buffer()) Header{};
    body.slots = reinterpret_cast<Slot*>(body.memory.buffer() + kDataOffset);
    if (body_.header != nullptr) {
        body.header->generation.store(body_.header->generation.load(std::memory_order_relaxed));
        body.header->nodes.store(body_.header->nodes.load(std::memory_order_relaxed));
        body.header->steps.store(body_.header->steps.load(std::memory_order_relaxed));
    }
    if (keep_entries && body_.geometry.full_keys()) {
        const std::uint32_t now = generation();
        for_each_entry(body_, 0, body_.geometry.clusters(), [&](std::uint64_t hash, const Opened& opened) {
            insert_into(body, hash, opened, now);
        });
    }
    if (settings.validation == Validation::kParanoid) {
        body.shadow = std::make_unique<Shadow>(body.geometry, body.slots, settings.random_keys);
    }
    return body;
}

void Table::install(Body&& body, const Settings& settings) {
    const Readers::Swap swap(readers());
    swap_in(body, settings);
}

void Table::swap_in(Body& body, const Settings& settings) {
    std::swap(body_, body);
    settings_ = settings;
    settings_changed();
}

void Table::configure(const Settings& settings) {
    if (Geometry(settings.layout, settings.clusters) != geometry())
        throw std::invalid_argument("these settings are for a table of another size or layout");
    const Readers::Swap swap(readers());  // from here on, stores must be in the shadow too
    std::unique_ptr<Shadow> shadow;
    if (settings.validation == Validation::kParanoid) {
        shadow = std::make_unique<Shadow>(body_.geometry, body_.slots, settings.random_keys);
    }
    body_.shadow = std::move(shadow);
    settings_ = settings;
    settings_changed();
}

void Table::set_enabled(bool enabled) {
    const Readers::Swap swap(readers());  // also keeps `close` away
    check_open();
    state_ = enabled ? State::kEnabled : State::kDisabled;
    choose_path();  // nothing else: a running batch may use header and locks
}

void Table::close() {
    if (closed()) return;
    const ExclusiveGuard exclusive(*this);
    Settings smallest = settings_;
    smallest.clusters = 1;
    smallest.validation = Validation::kRelease;
    smallest.huge_pages = HugePages::kNone;
    Body body = prepare(smallest, false);
    if (tiers_) tiers_->stop();  // its thread reads tiers_, which must be complete
    std::unique_ptr<tier::Tiers> tiers;
    const Readers::Swap swap(readers());
    state_ = State::kClosed;
    std::swap(tiers_, tiers);
    swap_in(body, smallest);
}

// Shared memory keeps its header and locks, because others use them.
void Table::settings_changed() {
    stride_ = static_cast<std::uint8_t>(geometry().stride());
    rule_ = VictimRule(settings_.replacement);
    choose_path();
    use_locks();
    if (!body_.memory.shared()) write_header();
}

void Table::use_locks() {
    locks_.attach(reinterpret_cast<BucketLock*>(body_.memory.buffer() + kLocksOffset), settings_.buckets,
                  body_.memory);
}

void Table::choose_path() {
    const bool quick =
        enabled() && !settings_.statistics && settings_.validation == Validation::kRelease && !tiers_;
    quick_ways_ = static_cast<std::uint8_t>(quick ? geometry().ways() : 0);
}

}  // namespace tabiya::table
