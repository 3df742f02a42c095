#include "table/table.hpp"

#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <new>
#include <string>
#include <thread>

#include "table/contents.hpp"

namespace tabiya::table {
namespace {

// Writes zeros with every core: where the kernel would not take the pages back.
void zero_with_all_threads(Slot* begin, std::size_t slots) {
    const std::size_t workers = std::max(1u, std::thread::hardware_concurrency());
    const auto zero = [=](std::size_t first, std::size_t last) {
        for (std::size_t slot = first; slot < last; ++slot) write_slot<AtomicWords>(begin[slot], Slot{0, 0});
    };
    std::vector<std::jthread> threads;
    for (std::size_t worker = 1; worker < workers; ++worker) {
        threads.emplace_back(zero, slots * worker / workers, slots * (worker + 1) / workers);
    }
    zero(0, slots / workers);
}

}  // namespace

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
    if (opening == Opening::kJoined) check_locks_fit();
    if (opening == Opening::kOrphan && settings_.sync == Sync::kBucketLocks) {
        locks_.initialise();
        body_.header->lock_bytes = sizeof(pthread_mutex_t);
    }
    if (opening == Opening::kFresh) {
        if (settings_.huge_pages != HugePages::kNone) body_.memory.collapse();
        write_header();
    }
}

void Table::check_locks_fit() const {
    const std::uint32_t theirs = body_.header->lock_bytes;
    if (settings_.sync != Sync::kBucketLocks || theirs == sizeof(pthread_mutex_t)) return;
    throw DamagedMemory("the table in '" + body_.memory.name() + "' has locks of " + std::to_string(theirs) +
                        " bytes, and this C library has locks of " + std::to_string(sizeof(pthread_mutex_t)));
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

Stored Table::store(std::uint64_t key, const Entry& entry) {
    if (!enabled()) [[unlikely]] {
        check_open();
        return Stored{};
    }
    const std::uint64_t hash = hash_of(key);
    if (settings_.validation != Validation::kRelease) [[unlikely]]
        return store_checked(hash, entry);
    return store_hashed(hash, entry);
}

Stored Table::store_hashed(std::uint64_t hash, const Entry& entry) {
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
    const auto probe = [&] { return visit([&](const auto& view) { return view.probe(hash, counts); }); };
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

Stored Table::store_checked(std::uint64_t hash, const Entry& entry) {
    check_header();
    if (Recorder* recorder = recorder_.load(std::memory_order_acquire))
        recorder->store(key_of(hash), entry, generation());
    if (!paranoid()) return store_hashed(hash, entry);
    const std::lock_guard guard(body_.shadow->stripe(geometry().cluster_of(hash)));
    const Stored stored = store_hashed(hash, entry);
    body_.shadow->check_store(hash, stored, body_.slots);
    return stored;
}

void Table::check_header() const {
    const Header& header = *body_.header;
    if (header.magic != kMagic || header.clusters != geometry().clusters()) [[unlikely]] {
        throw ValidationError("the table's header was overwritten: somebody wrote outside of his memory");
    }
}

// --- the whole table -----------------------------------------------------------------------------------

Shadow::Held Table::hold_shadow() const {
    return paranoid() ? body_.shadow->hold_all() : Shadow::Held{};
}

void Table::clear() {
    const tier::PauseGuard pause(tiers_.get());
    if (tiers_) tiers_->second().clear();
    const Shadow::Held held = hold_shadow();
    std::optional<AllBucketsGuard> guard;
    if (settings_.sync == Sync::kBucketLocks) guard.emplace(locks_);
    const std::size_t bytes = geometry().bytes();
    constexpr std::size_t kWorthAsking = std::size_t{1} << 20;  // below, writing zeros is as quick
    const std::size_t forgettable = bytes >= kWorthAsking ? bytes / 4096 * 4096 : 0;
    const bool forgotten =
        forgettable > 0 && body_.memory.forget(reinterpret_cast<std::byte*>(body_.slots), forgettable);
    const std::size_t done = forgotten ? forgettable / sizeof(Slot) : 0;
    if (forgotten || bytes < kWorthAsking) {
        for (std::size_t slot = done; slot < bytes / sizeof(Slot); ++slot) {
            write_slot<AtomicWords>(body_.slots[slot], Slot{0, 0});
        }
    } else {
        zero_with_all_threads(body_.slots, bytes / sizeof(Slot));
    }
    body_.memory.check();
    if (paranoid()) body_.shadow->copy_from(body_.slots);
}

std::uint64_t Table::live_entries() const {
    std::uint64_t live = 0;
    const auto ways = static_cast<unsigned>(geometry().ways());
    const auto stride = static_cast<unsigned>(geometry().stride());
    for (std::uint64_t cluster = 0; cluster < geometry().clusters(); ++cluster) {
        for (unsigned way = 0; way < ways; ++way) {
            live += is_live(AtomicWords::load(body_.slots[cluster * stride + way].word1));
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
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < sampled; ++i) {
        const auto cluster = static_cast<std::uint64_t>(Uint128{i} * geometry.clusters() / sampled);
        const Slot* line = table.slots() + cluster * static_cast<unsigned>(geometry.stride());
        for (int way = 0; way < geometry.ways(); ++way) count += counts(AtomicWords::load(line[way].word1));
    }
    return {count, sampled * static_cast<unsigned>(geometry.ways())};
}

}  // namespace

std::uint32_t Table::hashfull() const {
    const std::uint32_t now = generation();
    const auto [count, seen] =
        sample(*this, [now](std::uint64_t word1) { return is_live(word1) && generation_of(word1) == now; });
    return static_cast<std::uint32_t>(count * 1000 / seen);
}

double Table::fill_rate() const {
    const auto [count, seen] = sample(*this, is_live);
    return static_cast<double>(count) / static_cast<double>(seen);
}

void Table::verify() const {
    check_header();
    const Shadow::Held held = hold_shadow();
    if (paranoid()) body_.shadow->check_all(body_.slots);
}

// --- generations ---------------------------------------------------------------------------------------

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
    // The count stops at its maximum instead of wrapping around.
    std::uint64_t count = header.nodes.load(std::memory_order_relaxed);
    std::uint64_t sum;
    do {
        sum = count + std::min(nodes, ~count);
    } while (!header.nodes.compare_exchange_weak(count, sum, std::memory_order_relaxed));
    // 64 steps would make the oldest entries look new.
    const auto earned =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(kMaxAgingSteps, sum / settings_.aging_interval));
    std::uint32_t taken = header.steps.load(std::memory_order_relaxed);
    do {
        if (earned <= taken) return 0;
    } while (!header.steps.compare_exchange_weak(taken, earned, std::memory_order_relaxed));
    header.generation.fetch_add(earned - taken, std::memory_order_relaxed);
    return earned - taken;
}

// --- settings ------------------------------------------------------------------------------------------

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
    const Readers::Swap swap(readers_);
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
    const Readers::Swap swap(readers_);  // from here on: what is stored now must be in the shadow too
    std::unique_ptr<Shadow> shadow;
    if (settings.validation == Validation::kParanoid) {
        shadow = std::make_unique<Shadow>(body_.geometry, body_.slots, settings.random_keys);
    }
    body_.shadow = std::move(shadow);
    settings_ = settings;
    settings_changed();
}

void Table::set_enabled(bool enabled) {
    const Readers::Swap swap(readers_);  // also keeps `close` away
    check_open();
    state_ = enabled ? State::kEnabled : State::kDisabled;
    choose_path();  // no more: a running batch may be using the header and the locks
}

void Table::close() {
    if (closed()) return;
    const ExclusiveGuard exclusive(*this);
    Settings smallest = settings_;
    smallest.clusters = 1;
    smallest.validation = Validation::kRelease;
    smallest.huge_pages = HugePages::kNone;
    Body body = prepare(smallest, false);
    if (tiers_) tiers_->stop();  // it looks at tiers_, which must not be half gone
    std::unique_ptr<tier::Tiers> tiers;
    const Readers::Swap swap(readers_);
    state_ = State::kClosed;
    std::swap(tiers_, tiers);
    swap_in(body, smallest);
}

// Shared memory keeps its header and locks: others are using them.
void Table::settings_changed() {
    stride_ = static_cast<std::uint8_t>(geometry().stride());
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
        (rule.source_priority ? kSourcePriority : 0) | (settings_.clamp_scores ? kClampScores : 0));
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

// --- the second tier -----------------------------------------------------------------------------------

void Table::make_tiers(const Settings& settings) {
    if (settings.tiers.lines == 0) return;
    if (!geometry().full_keys()) {
        throw std::invalid_argument("a second tier needs a first one that gives whole keys back");
    }
    if (paranoid())
        throw std::invalid_argument("the paranoid tier of validation keeps a shadow of one tier only");
    tier::TierRules rules = settings.tiers;
    rules.background &= settings.sync != Sync::kSingle;  // a table that one thread uses has no other
    const bool huge_pages = settings.huge_pages != HugePages::kNone;
    tiers_ = std::make_unique<tier::Tiers>(rules, huge_pages, [this] { return sweep(); });
    tiers_started_.store(true, std::memory_order_release);
    choose_path();
}

bool Table::sweep() {
    constexpr std::uint64_t kClusters = 256;  // at once: whoever pauses the thread waits for so many
    constexpr double kFull = 0.75;
    // The thread may run before the constructor has its handle.
    if (!tiers_started_.load(std::memory_order_acquire)) return false;
    const std::uint32_t now = generation();
    if (sweep_.next_cluster == 0 && (now == sweep_.generation || fill_rate() < kFull)) return false;
    if (sweep_.next_cluster == 0) sweep_.generation = now;
    const std::uint64_t last = std::min(sweep_.next_cluster + kClusters, geometry().clusters());
    LocalCounts counts;
    for_each_entry(body_, sweep_.next_cluster, last, [&](std::uint64_t hash, const Opened& opened) {
        if (age_of(opened.word1, now) == 0 || !tiers_->rules().demotes(opened.word1)) return;
        if (tiers_->demote(hash, opened, now, counts)) remove_entry(hash, opened);
    });
    if (settings_.statistics) statistics_.add(counts.counts);
    sweep_.next_cluster = last < geometry().clusters() ? last : 0;
    return sweep_.next_cluster != 0;
}

// Empties the slot that holds exactly this. A store that comes between the look and the write is lost or
// torn, which no probe believes; writers under bucket locks wait.
void Table::remove_entry(std::uint64_t hash, const Opened& opened) {
    std::optional<BucketGuard> guard;
    if (settings_.sync == Sync::kBucketLocks)
        guard.emplace(locks_, locks_.bucket_of(geometry().cluster_of(hash)));
    Slot* const line = body_.slots + geometry().cluster_of(hash) * static_cast<unsigned>(geometry().stride());
    for (int way = 0; way < geometry().ways(); ++way) {
        const Opened there = read_slot<AtomicWords>(line[way]);
        if (there.word1 == opened.word1 && there.signature_and_eval == opened.signature_and_eval) {
            write_slot<AtomicWords>(line[way], Slot{0, 0});
        }
    }
}

// --- who is using the memory ---------------------------------------------------------------------------

// Both look twice whether the table is open: before, for the right error; after, since another thread may
// have closed it in between.
void Table::begin_use() {
    check_open();
    int users = users_.load(std::memory_order_relaxed);
    do {
        if (users < 0) throw InUse("the table is being resized or reconfigured by another thread");
    } while (!users_.compare_exchange_weak(users, users + 1, std::memory_order_acquire));
    try {
        if (closed()) throw Closed();
        body_.memory.check();
    } catch (...) {
        end_use();
        throw;
    }
}

void Table::begin_exclusive() {
    check_open();
    int nobody = 0;
    if (!users_.compare_exchange_strong(nobody, -1, std::memory_order_acquire)) {
        throw InUse("the table is in use by a running batch, search or iterator: let it end first");
    }
    if (closed()) {
        users_.store(0, std::memory_order_release);
        throw Closed();
    }
    if (tiers_) tiers_->pause();
}

void Table::end_exclusive() {
    if (tiers_) tiers_->resume();
    users_.store(0, std::memory_order_release);
}

}  // namespace tabiya::table
