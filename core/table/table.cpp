#include "table/table.hpp"

#include <new>

#include "table/zeroing.hpp"

namespace tabiya::table {

Table::Table(const Settings& settings) {
    install(prepare(settings, false), settings);
    make_tiers(settings);
}

Table::Table(const Settings& settings, Memory&& memory, Opening opening) {
    Body body;
    body.geometry = Geometry(settings.layout, settings.clusters);
    body.memory = std::move(memory);
    std::byte* const buffer = body.memory.buffer();
    body.header =
        opening == Opening::kFresh ? new (buffer) Header{} : std::launder(reinterpret_cast<Header*>(buffer));
    body.slots = reinterpret_cast<Slot*>(buffer + kDataOffset);
    install(std::move(body), settings);
    if (opening == Opening::kJoined && settings_.sync == Sync::kBucketLocks)
        check_locks_fit(body_.header->lock_bytes, body_.memory);
    if (opening == Opening::kOrphan && settings_.sync == Sync::kBucketLocks) {
        locks_.initialise();
        body_.header->lock_bytes = sizeof(pthread_mutex_t);
    }
    if (opening == Opening::kFresh) {
        if (settings_.huge_pages != HugePages::kNone) body_.memory.collapse();
        write_header();
    }
}

// --- one entry at a time -----------------------------------------------------------------------------

Found Table::probe_with_extras(std::uint64_t hash) {
    if (!enabled()) {
        check_open();
        return Found{};
    }
    if (settings_.validation != Validation::kRelease) return probe_checked(hash);
    if (!settings_.statistics) {
        NoCounts none;
        return visit([&](const auto& view) { return view.probe(hash, none); });
    }
    Statistics::ThreadCounts counts(statistics_);
    return visit([&](const auto& view) { return view.probe(hash, counts); });
}

void Table::store(std::uint64_t key, const Entry& entry) {
    if (!enabled()) [[unlikely]]
        return check_open();
    const std::uint64_t hash = hash_of(key);
    if (settings_.validation != Validation::kRelease) [[unlikely]]
        return store_checked(hash, entry);
    if (settings_.statistics) [[unlikely]] {
        store_reported(hash, entry);
        return;
    }
    NoCounts none;
    visit([&](const auto& view) { view.store(hash, entry, none); });
}

// With what became of it.
Stored Table::store_reported(std::uint64_t hash, const Entry& entry) {
    return visit([&](const auto& view) {
        if (!settings_.statistics) {
            NoCounts none;
            return view.store(hash, entry, none);
        }
        Statistics::ThreadCounts counts(statistics_);
        return view.store(hash, entry, counts);
    });
}

bool Table::try_store(std::uint64_t key, const Entry& entry) {
    if (settings_.sync != Sync::kBucketLocks || !enabled()) {
        store(key, entry);
        return true;
    }
    const std::uint32_t bucket = locks_.bucket_of(geometry().cluster_of(hash_of(key)));
    if (!locks_.try_lock(bucket)) return false;
    locks_.unlock(bucket);
    store(key, entry);
    return true;
}

void Table::prefetch(std::uint64_t key) const {
    if (!settings_.prefetch) return;
    const std::uint64_t cluster = geometry().cluster_of(hash_of(key));
    __builtin_prefetch(body_.slots + cluster * static_cast<unsigned>(geometry().stride()));
    if (tiers_) tiers_->second().prefetch(hash_of(key));
}

Found Table::probe_checked(std::uint64_t hash) {
    check_header();
    Statistics::ThreadCounts counts(statistics_);
    const Guest* const guest = guest_.load(std::memory_order_acquire);
    const auto probe = [&] {
        if (guest != nullptr) return guest->probe(guest->handle, hash);
        return visit([&](const auto& view) { return view.probe(hash, counts); });
    };
    if (!paranoid()) {
        const Found found = probe();
        if (Recorder* recorder = recorder_.load(std::memory_order_acquire))
            recorder->probe(key_of(hash), found.hit);
        return found;
    }
    const std::lock_guard guard(body_.shadow->stripe(geometry().cluster_of(hash)));
    const Found found = probe();
    body_.shadow->check_probe(hash, found, body_.slots);
    return found;
}

void Table::store_checked(std::uint64_t hash, const Entry& entry) {
    check_header();
    if (Recorder* recorder = recorder_.load(std::memory_order_acquire))
        recorder->store(key_of(hash), entry, generation());
    if (const Guest* guest = guest_.load(std::memory_order_acquire))
        return guest->store(guest->handle, hash, entry, generation());
    const auto noted = [&] {
        const Stored stored = store_reported(hash, entry);
        note_collisions(stored.displaced.live() && age_of(stored.displaced.word1, generation()) == 0);
        return stored;
    };
    if (!paranoid()) {
        noted();
        return;
    }
    const std::lock_guard guard(body_.shadow->stripe(geometry().cluster_of(hash)));
    body_.shadow->check_store(hash, noted(), body_.slots);
}

// --- the whole table -----------------------------------------------------------------------------------

Shadow::Held Table::hold_shadow() const {
    return paranoid() ? body_.shadow->hold_all() : Shadow::Held{};
}

void Table::clear() {
    if (const Guest* guest = guest_.load(std::memory_order_acquire)) guest->clear(guest->handle);
    const tier::PauseGuard pause(tiers_.get());
    if (tiers_) tiers_->second().clear();
    const Shadow::Held held = hold_shadow();
    std::optional<AllBucketsGuard> guard;
    if (settings_.sync == Sync::kBucketLocks) guard.emplace(locks_);
    zero_slots(body_.memory, &body_.slots->word0, geometry().bytes());
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

void Table::verify() const {
    check_header();
    const Shadow::Held held = hold_shadow();
    if (paranoid()) body_.shadow->check_all(body_.slots);
}

}  // namespace tabiya::table
