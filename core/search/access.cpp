#include "search/access.hpp"

#include <type_traits>

namespace tabiya::search {

TableAccess::TableAccess(table::Table& table)
    : table_(&table),
      slots_(table.slots()),
      header_(table.header()),
      clusters_(table.geometry().clusters()),
      rule_(table.settings().replacement),
      stride_(table.geometry().stride()),
      unmixed_(table.settings().random_keys),
      prefetches_(table.settings().prefetch),
      counting_(table.settings().statistics || table.settings().validation == table::Validation::kDebug) {
    const table::Settings& settings = table.settings();
    const bool is_debug = settings.validation == table::Validation::kDebug;
    if (settings.validation == table::Validation::kParanoid || (is_debug && table.has_company())) {
        unmixed_ = true;
        counting_ = false;
        extras_ = Checked{&table};
    } else if (!counting_ && settings.sync != table::Sync::kBucketLocks && table.tiers() == nullptr) {
        plain_ways_ = table.geometry().ways();
    } else if (settings.sync != table::Sync::kBucketLocks && table.tiers() == nullptr) {
        counted_ways_ = table.geometry().ways();
    } else if (settings.layout == table::Layout::kSingle) {
        extras_ = view_of<1>(table);
    } else if (settings.layout == table::Layout::kCluster3) {
        extras_ = view_of<3>(table);
    } else if (settings.layout == table::Layout::kDense) {
        extras_ = view_of<table::kDenseWays>(table);
    } else {
        extras_ = view_of<4>(table);
    }
    direct_ = plain_ways_ + counted_ways_ != 0;
}

template <int kWays>
TableAccess::Extras TableAccess::view_of(table::Table& table) const {
    const View<kWays> view(slots_, clusters_, header_, rule_,
                           table.settings().sync == table::Sync::kBucketLocks ? &table.locks() : nullptr,
                           table.settings().random_keys);
    if constexpr (kWays != table::kDenseWays) {
        if (table.tiers() != nullptr) return TieredView<kWays>(view, table.geometry(), *table.tiers());
    }
    return view;
}

namespace {

template <class Extra>
constexpr bool kIsNone = std::is_same_v<std::decay_t<Extra>, std::monostate>;
template <class Extra>
constexpr bool kIsChecked = requires(Extra extra) { extra.table; };

}  // namespace

void TableAccess::prefetch_with_extras(std::uint64_t hash) const {
    if (!prefetches_) return;
    std::visit(
        [&](const auto& extra) {
            using Extra = decltype(extra);
            if constexpr (kIsChecked<Extra>) {
                extra.table->prefetch(hash);
            } else if constexpr (!kIsNone<Extra>) {
                extra.prefetch(hash);
            }
        },
        extras_);
}

Found TableAccess::probe_with_extras(std::uint64_t hash) {
    const std::uint64_t signature = hash & table::kSignatureMask;
    switch (counted_ways_) {
        case 4:
            return cluster<4>(hash).find(signature, counts_);
        case 3:
            return cluster<3>(hash).find(signature, counts_);
        case 1:
            return cluster<1>(hash).find(signature, counts_);
        case table::kDenseWays:
            return cluster<table::kDenseWays>(hash).find(signature, counts_);
        default:
            break;
    }
    return std::visit(
        [&](auto& extra) -> Found {
            using Extra = decltype(extra);
            if constexpr (kIsNone<Extra>) {
                return {};
            } else if constexpr (kIsChecked<Extra>) {
                return extra.table->probe(hash);
            } else {
                if (counting_) return extra.probe(hash, counts_);
                table::NoCounts none;
                return extra.probe(hash, none);
            }
        },
        extras_);
}

void TableAccess::store_with_extras(std::uint64_t hash, const Entry& entry) {
    switch (counted_ways_) {
        case 4:
            return store_direct<4>(hash, entry, counts_);
        case 3:
            return store_direct<3>(hash, entry, counts_);
        case 1:
            return store_direct<1>(hash, entry, counts_);
        case table::kDenseWays:
            return store_direct<table::kDenseWays>(hash, entry, counts_);
        default:
            break;
    }
    std::visit(
        [&](auto& extra) {
            using Extra = decltype(extra);
            if constexpr (kIsChecked<Extra>) {
                extra.table->store(hash, entry);
            } else if constexpr (!kIsNone<Extra>) {
                table::NoCounts none;
                if (counting_) {
                    extra.store(hash, entry, counts_);
                } else {
                    extra.store(hash, entry, none);
                }
            }
        },
        extras_);
}

void TableAccess::flush() {
    // A debug table checks its header at every call from outside. At every node that would cost 10%.
    if (table_->settings().validation == table::Validation::kDebug) table_->check_header();
    table_->statistics().add(counts_.counts);
    table_->note_collisions(counts_.counts[table::kCollisions]);
    counts_ = {};
}

}  // namespace tabiya::search
