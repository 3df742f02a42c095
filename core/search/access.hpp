// How a search uses its table, chosen once per search: not at all, through TableAccess, or through
// RecordedAccess, which writes down everything (recorded_access.hpp).
//
// One compiled search serves every table. The plain layouts are inlined behind one predictable branch, so
// that they are equally fast and can be compared by time. Tables with counting, locks, checks or a second
// tier take a call.
#pragma once

#include <cstdint>
#include <variant>

#include "search/notes.hpp"
#include "table/table.hpp"

namespace tabiya::search {

using table::Entry;
using table::Found;

struct NoTable {
    static constexpr bool kPresent = false;
    using Notes = NoNotes;

    NoNotes notes() const { return {}; }

    std::uint64_t hash_of(std::uint64_t) const { return 0; }
    void prefetch(std::uint64_t) const {}
    Found probe(std::uint64_t) { return {}; }
    void store(std::uint64_t, const Entry&) {}
    void add_nodes(std::uint64_t) {}
    void finish() {}
};

// One thread's access to an enabled table.
class TableAccess {
  public:
    static constexpr bool kPresent = true;
    using Notes = NoNotes;

    explicit TableAccess(table::Table& table);

    NoNotes notes() const { return {}; }
    std::uint64_t hash_of(std::uint64_t key) const { return table::hash_of_key(key, unmixed_); }

    void prefetch(std::uint64_t hash) const {
        if (direct_) [[likely]] {
            if (prefetches_) __builtin_prefetch(first_slot(hash));
        } else {
            prefetch_with_extras(hash);
        }
    }

    Found probe(std::uint64_t hash) {
        table::NoCounts none;
        switch (plain_ways_) {
            case 4:
                return cluster<4>(hash).find(hash & table::kSignatureMask, none);
            case 3:
                return cluster<3>(hash).find(hash & table::kSignatureMask, none);
            case 1:
                return cluster<1>(hash).find(hash & table::kSignatureMask, none);
            case table::kDenseWays:
                return cluster<table::kDenseWays>(hash).find(hash, none);
            default:
                return probe_with_extras(hash);
        }
    }

    void store(std::uint64_t hash, const Entry& entry) {
        table::NoCounts none;
        switch (plain_ways_) {
            case 4:
                return store_direct<4>(hash, entry, none);
            case 3:
                return store_direct<3>(hash, entry, none);
            case 1:
                return store_direct<1>(hash, entry, none);
            case table::kDenseWays:
                return store_direct<table::kDenseWays>(hash, entry, none);
            default:
                return store_with_extras(hash, entry);
        }
    }

    // Called every thousand nodes or so: readers of the table's statistics see them grow.
    void add_nodes(std::uint64_t nodes) {
        table_->add_nodes(nodes);
        if (counting_) flush();
    }
    void finish() {
        if (counting_) flush();
    }

  private:
    // Atomic words even for one-thread tables: they compile to the same loads.
    using Words = table::AtomicWords;
    template <int kWays>
    using View = table::View<kWays, Words>;
    template <int kWays>
    using TieredView = table::tier::TieredView<kWays, Words>;
    // A table that takes every call itself: paranoid, or debug with a recorder or a guest. It counts, too.
    struct Checked {
        table::Table* table;
    };
    // Empty on the plain path.
    using Extras = std::variant<std::monostate, View<1>, View<3>, View<4>, View<table::kDenseWays>,
                                TieredView<1>, TieredView<3>, TieredView<4>, Checked>;

    table::Slot* first_slot(std::uint64_t hash) const {
        return slots_ + table::mul_high(hash, clusters_) * static_cast<unsigned>(stride_);
    }
    template <int kWays>
    table::ClusterOf<kWays, Words> cluster(std::uint64_t hash) const {
        return table::ClusterOf<kWays, Words>(first_slot(hash));
    }
    template <int kWays, class Counting>
    void store_direct(std::uint64_t hash, Entry entry, Counting& counting) {
        const std::uint32_t generation = header_->generation.load(std::memory_order_relaxed);
        entry.generation = static_cast<std::uint8_t>(generation % table::kGenerations);
        cluster<kWays>(hash).store(table::opened_of(hash & table::kSignatureMask, entry), rule_, counting);
    }

    void prefetch_with_extras(std::uint64_t hash) const;
    Found probe_with_extras(std::uint64_t hash);
    void store_with_extras(std::uint64_t hash, const Entry& entry);
    template <int kWays>
    Extras view_of(table::Table& table) const;
    void flush();

    table::Table* table_;
    table::Slot* slots_;
    const table::Header* header_;
    std::uint64_t clusters_;
    table::VictimRule rule_;
    int plain_ways_ = 0;    // slots per cluster; 0 for a table with extras
    int counted_ways_ = 0;  // the same if counting is all that it does besides
    int stride_;
    bool direct_ = false;  // one of the two
    bool unmixed_;         // keys are random, or Checked mixes them
    bool prefetches_;
    bool counting_;
    Extras extras_;
    table::LocalCounts counts_;
};

}  // namespace tabiya::search
