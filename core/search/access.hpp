// How a search reaches a table: not at all, at full speed, or through the table's own checks. Chosen once a
// search; a node sees no choice.
#pragma once

#include <cstdint>

#include "table/table.hpp"

namespace tabiya::search {

using table::Entry;
using table::Found;

struct NoTable {
    static constexpr bool kPresent = false;

    std::uint64_t hash_of(std::uint64_t) const { return 0; }
    void prefetch(std::uint64_t) const {}
    Found probe(std::uint64_t) { return {}; }
    void store(std::uint64_t, const Entry&) {}
    void add_nodes(std::uint64_t) {}
    void finish() {}
};

// The words are atomic even where the table is set up for one thread: they compile to the same loads.
template <int kWays, class Counting>
class DirectTable {
  public:
    static constexpr bool kPresent = true;

    explicit DirectTable(table::Table& table)
        : table_(&table),
          view_(table.slots(), table.geometry().clusters(), table.header(), table.settings().replacement,
                table.settings().sync == table::Sync::kBucketLocks ? &table.locks() : nullptr,
                table.settings().mixed_keys),
          prefetch_(table.settings().prefetch) {}

    std::uint64_t hash_of(std::uint64_t key) const { return view_.hash_of(key); }
    void prefetch(std::uint64_t hash) const {
        if (prefetch_) view_.prefetch(hash);
    }
    Found probe(std::uint64_t hash) { return view_.probe(hash, counting_); }
    void store(std::uint64_t hash, const Entry& entry) { view_.store(hash, entry, counting_); }
    void add_nodes(std::uint64_t nodes) { table_->add_nodes(nodes); }
    void finish() {
        if constexpr (Counting::kCounting) table_->statistics().add(counting_.counts);
    }

  private:
    table::Table* table_;
    table::View<kWays, table::AtomicWords> view_;
    [[no_unique_address]] Counting counting_;
    bool prefetch_;
};

// A table with a second tier: what the first does not find the second is asked for, and what has to leave the
// first goes down.
template <int kWays>
class TieredTable {
  public:
    static constexpr bool kPresent = true;

    explicit TieredTable(table::Table& table)
        : table_(&table),
          view_({table.slots(), table.geometry().clusters(), table.header(), table.settings().replacement,
                 table.settings().sync == table::Sync::kBucketLocks ? &table.locks() : nullptr,
                 table.settings().mixed_keys},
                table.geometry(), *table.tiers()),
          prefetch_(table.settings().prefetch) {}

    std::uint64_t hash_of(std::uint64_t key) const { return view_.hash_of(key); }
    void prefetch(std::uint64_t hash) const {
        if (prefetch_) view_.prefetch(hash);
    }
    Found probe(std::uint64_t hash) { return view_.probe(hash, none_); }
    void store(std::uint64_t hash, const Entry& entry) { view_.store(hash, entry, none_); }
    void add_nodes(std::uint64_t nodes) { table_->add_nodes(nodes); }
    void finish() {}

  private:
    table::Table* table_;
    table::tier::TieredView<kWays, table::AtomicWords> view_;
    [[no_unique_address]] table::NoCounts none_;
    bool prefetch_;
};

// For tables that look at every call: those of the debug and paranoid tiers, most that count, and those of
// two tiers that count or have clusters of three. Takes keys as they are.
class CheckedTable {
  public:
    static constexpr bool kPresent = true;

    explicit CheckedTable(table::Table& table) : table_(&table) {}

    std::uint64_t hash_of(std::uint64_t key) const { return key; }
    void prefetch(std::uint64_t key) const { table_->prefetch(key); }
    Found probe(std::uint64_t key) { return table_->probe(key); }
    void store(std::uint64_t key, const Entry& entry) { table_->store(key, entry); }
    void add_nodes(std::uint64_t nodes) { table_->add_nodes(nodes); }
    void finish() {}

  private:
    table::Table* table_;
};

// Calls `use` with the access that fits the table; null or switched off is none.
template <class Use>
void with_access(table::Table* table, const Use& use) {
    using table::LocalCounts;
    using table::NoCounts;
    if (table == nullptr || !table->enabled()) return use(NoTable());
    if (table->settings().validation != table::Validation::kRelease) return use(CheckedTable(*table));
    if (table->tiers() != nullptr) {
        const table::Layout layout = table->settings().layout;
        if (table->settings().statistics || layout == table::Layout::kCluster3)
            return use(CheckedTable(*table));
        // Single slots make the smallest first tier.
        if (layout == table::Layout::kSingle) return use(TieredTable<1>(*table));
        return use(TieredTable<4>(*table));
    }
    // Counting is compiled in for the usual layout alone; in the others the table counts by itself.
    if (table->settings().statistics) {
        if (table->settings().layout != table::Layout::kCluster4) return use(CheckedTable(*table));
        return use(DirectTable<4, LocalCounts>(*table));
    }
    switch (table->settings().layout) {
        case table::Layout::kSingle:
            return use(DirectTable<1, NoCounts>(*table));
        case table::Layout::kCluster3:
            return use(DirectTable<3, NoCounts>(*table));
        case table::Layout::kCluster4:
            break;
    }
    return use(DirectTable<4, NoCounts>(*table));
}

}  // namespace tabiya::search
