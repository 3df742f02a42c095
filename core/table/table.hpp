// The table: memory, settings, and all operations outside hot loops.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "table/guest.hpp"
#include "table/memory.hpp"
#include "table/recorder.hpp"
#include "table/settings.hpp"
#include "table/shadow.hpp"
#include "table/statistics.hpp"
#include "table/tier/tiers.hpp"
#include "table/usable.hpp"
#include "table/view.hpp"

namespace tabiya::table {

struct KeyedEntry {
    std::uint64_t key;
    Entry entry;
};

class Table : public Usable {
  public:
    static constexpr std::uint64_t kHashfullSample = 1000;

    explicit Table(const Settings& settings);
    ~Table() {
        if (tiers_) tiers_->stop();
    }
    using Opening = table::Opening;
    // A table in shared memory. Unless it is fresh, the settings are those of its header.
    Table(const Settings& settings, Memory&& memory, Opening opening);

    // --- one entry at a time -------------------------------------------------------------------------
    Found probe(std::uint64_t key) {
        const std::uint64_t hash = hash_of(key);
        Slot* const slots = body_.slots + geometry().cluster_of(hash) * stride_;
        switch (quick_ways_.load(std::memory_order_relaxed)) {
            case 4:
                return Cluster<4, AtomicWords>(slots).find_soon(hash & kSignatureMask);
            case 3:
                return Cluster<3, AtomicWords>(slots).find_soon(hash & kSignatureMask);
            case 1:
                return Cluster<1, AtomicWords>(slots).find_soon(hash & kSignatureMask);
            case kDenseWays:
                return aged(DenseCluster<AtomicWords>(slots).find_soon(hash), generation());
            default:
                return probe_with_extras(hash);
        }
    }
    void store(std::uint64_t key, const Entry& entry);
    // Returns false and does nothing if another thread holds the lock of the key's bucket.
    bool try_store(std::uint64_t key, const Entry& entry);
    void prefetch(std::uint64_t key) const;

    // --- the whole table -----------------------------------------------------------------------------
    void clear();
    std::uint64_t live_entries() const;
    std::uint32_t hashfull() const;
    double fill_rate() const;
    // Collects entries of whole clusters from `cluster` on until `limit` is reached. Returns the next
    // cluster. Torn slots are skipped, and a key is returned once per cluster.
    std::uint64_t scan(std::uint64_t cluster, std::size_t limit, std::vector<KeyedEntry>& out) const;
    // The same for saving, one column per field. Columns have room for `limit` entries plus one cluster.
    struct Columns {
        std::uint64_t* keys;
        std::uint64_t* words;  // word1 of each
        std::int16_t* evals;
        std::size_t count = 0;
    };
    std::uint64_t scan(std::uint64_t cluster, std::size_t limit, Columns& out) const;
    // Inserts every entry of `other` by the rule of Cluster::insert. Throws std::invalid_argument unless
    // `other` has full keys.
    void merge(const Table& other);
    // The same for single entries with generations of this table. Returns how many were accepted.
    std::size_t insert(const std::vector<KeyedEntry>& entries);
    // The same for saved entries. Throws std::invalid_argument and changes nothing if one is invalid.
    void insert(const Columns& entries);
    // Copies all slots for saving, without invalid ones; and back, with the same check.
    void copy_slots(Slot* out) const;
    void set_slots(const Slot* slots);
    // Copies slots and generation of `other`. Throws std::invalid_argument unless both have the same
    // geometry.
    void copy_from(const Table& other);
    void verify() const;  // paranoid tables only
    // Null if there is no second tier.
    const tier::Tiers* tiers() const { return tiers_.get(); }
    tier::Tiers* tiers() { return tiers_.get(); }
    void clear_second_tier() {
        if (tiers_) tiers_->second().clear();
    }

    // --- generations ---------------------------------------------------------------------------------
    std::uint32_t generation() const;
    // The counter whose low bits are the generation.
    std::uint32_t generation_count() const;
    void set_generation(std::uint32_t generation);
    void new_search();
    std::uint32_t add_nodes(std::uint64_t nodes);
    // Per search: half of the generations that entries tell apart.
    std::uint32_t max_aging_steps() const { return geometry().generations() / 2; }

    // --- settings ------------------------------------------------------------------------------------
    const Settings& settings() const { return settings_; }
    const Geometry& geometry() const { return body_.geometry; }
    // Changes settings that keep the memory; throws std::invalid_argument for others. Like `install` and
    // `close`, only for exclusive users.
    void configure(const Settings& settings);
    // Another geometry takes two steps. `prepare` does the work, and may throw, while others still use the
    // table (key mixing must stay as it is). `install` swaps the result in while no scalar call runs
    // (readers).
    struct Body {
        Memory memory;
        Geometry geometry;
        Header* header = nullptr;
        Slot* slots = nullptr;
        std::unique_ptr<Shadow> shadow;
    };
    Body prepare(const Settings& settings, bool keep_entries) const;
    void install(Body&& body, const Settings& settings);

    bool enabled() const { return state_.load(std::memory_order_relaxed) == State::kEnabled; }
    void set_enabled(bool enabled);
    // Frees the memory. Every later use except another close throws Closed.
    void close();
    bool closed() const { return state_.load(std::memory_order_relaxed) == State::kClosed; }
    void check_open() const final {
        if (closed()) throw Closed();
    }

    // --- statistics ----------------------------------------------------------------------------------
    Statistics& statistics() { return statistics_; }
    Locks& locks() { return locks_; }
    const Slot* slots() const { return body_.slots; }
    Slot* slots() { return body_.slots; }
    const Memory& memory() const { return body_.memory; }
    const Header* header() const { return body_.header; }

    // Calls `use` with the View for the settings.
    template <class Use>
    decltype(auto) visit(Use&& use) {
        Locks* const locks = settings_.sync == Sync::kBucketLocks ? &locks_ : nullptr;
        const auto with = [&]<int kWays, class Words>() -> decltype(auto) {
            const View<kWays, Words> view(body_.slots, body_.geometry.clusters(), body_.header, rule_, locks,
                                          settings_.random_keys);
            if constexpr (kWays != kDenseWays) {
                if (tiers_) [[unlikely]]
                    return use(tier::TieredView<kWays, Words>(view, body_.geometry, *tiers_));
            }
            return use(view);
        };
        const bool plain = settings_.sync == Sync::kOneThread;
        switch (settings_.layout) {
            case Layout::kSingle:
                return plain ? with.template operator()<1, PlainWords>()
                             : with.template operator()<1, AtomicWords>();
            case Layout::kCluster3:
                return plain ? with.template operator()<3, PlainWords>()
                             : with.template operator()<3, AtomicWords>();
            case Layout::kDense:
                return plain ? with.template operator()<kDenseWays, PlainWords>()
                             : with.template operator()<kDenseWays, AtomicWords>();
            case Layout::kCluster4:
                break;
        }
        return plain ? with.template operator()<4, PlainWords>() : with.template operator()<4, AtomicWords>();
    }

    // Debug tables: records all probes and stores from now on; null stops it.
    void set_recorder(Recorder* recorder) { recorder_.store(recorder, std::memory_order_release); }
    // Debug tables: sends probes, stores and `clear` to the guest, until null ends that. The guest must live
    // until then.
    void set_guest(const Guest* guest) { guest_.store(guest, std::memory_order_release); }
    bool has_company() const {
        return recorder_.load(std::memory_order_acquire) != nullptr ||
               guest_.load(std::memory_order_acquire) != nullptr;
    }
    // Debug and paranoid tables: entries of this generation that other keys replaced, ever. For the log, so
    // that it need not sum the statistics of all threads.
    std::uint64_t collisions() const { return collisions_.load(std::memory_order_relaxed); }
    void note_collisions(std::uint64_t count) {
        if (count != 0 && settings_.validation != Validation::kRelease) {
            collisions_.fetch_add(count, std::memory_order_relaxed);
        }
    }
    // Debug tables: throws if the header was overwritten.
    void check_header() const;
    bool paranoid() const { return body_.shadow != nullptr; }

  private:
    void check_memory() const override { body_.memory.check(); }
    void pause() override {
        if (tiers_) tiers_->pause();
    }
    void resume() override {
        if (tiers_) tiers_->resume();
    }
    std::uint64_t hash_of(std::uint64_t key) const { return hash_of_key(key, settings_.random_keys); }
    std::uint64_t key_of(std::uint64_t hash) const { return key_of_hash(hash, settings_.random_keys); }
    Found probe_with_extras(std::uint64_t hash);  // disabled, counting or checking
    Found probe_checked(std::uint64_t hash);
    Stored store_reported(std::uint64_t hash, const Entry& entry);
    void store_checked(std::uint64_t hash, const Entry& entry);
    bool insert_entry(std::uint64_t hash, const Opened& opened, std::uint32_t generation);
    // Keeps probes and stores out of a paranoid table; does nothing at other levels of validation.
    Shadow::Held hold_shadow() const;
    void swap_in(Body& body, const Settings& settings);
    void settings_changed();
    void make_tiers(const Settings& settings);
    // Moves some old entries down. Returns whether there are more to check.
    bool sweep();
    void remove_entry(std::uint64_t hash, const Opened& opened);
    void choose_path();
    void use_locks();
    void write_header();

    Settings settings_;
    Body body_;
    Locks locks_;
    Statistics statistics_;
    std::atomic<std::uint64_t> collisions_ = 0;
    std::atomic<Recorder*> recorder_ = nullptr;
    std::atomic<const Guest*> guest_ = nullptr;
    // One byte for both switches, so that a probe checks once.
    enum class State : std::uint8_t { kEnabled, kDisabled, kClosed };
    std::atomic<State> state_ = State::kEnabled;  // may change while batches run
    // Derived from all of the above, so that a plain probe needs one check: the ways of a cluster if the
    // table is open, enabled, uncounted and unchecked, else 0.
    std::atomic<std::uint8_t> quick_ways_ = 0;
    std::uint8_t stride_ = 1;
    VictimRule rule_;
    struct Sweep {
        std::uint64_t next_cluster = 0;
        std::uint32_t generation = 0;  // everything older than this has been checked
    };
    Sweep sweep_;  // used by the tiers' thread
    std::atomic<bool> tiers_started_ = false;
    std::unique_ptr<tier::Tiers> tiers_;  // the last member: its thread uses the others
};

}  // namespace tabiya::table
