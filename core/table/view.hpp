// A table as hot loops see it: layout and synchronisation are fixed at compile time, without indirection.
//
// `Table::visit` picks the view once per batch, search or scalar call.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "table/cluster.hpp"
#include "table/dense_cluster.hpp"
#include "table/geometry.hpp"
#include "table/header.hpp"
#include "table/locks.hpp"

namespace tabiya::table {

template <int kWays, class Words>
using ClusterOf = std::conditional_t<kWays == kDenseWays, DenseCluster<Words>,
                                     Cluster<kWays == kDenseWays ? 4 : kWays, Words>>;

template <int kWays, class Words>
class View {
  public:
    View(Slot* slots, std::uint64_t clusters, const Header* header, const VictimRule& rule, Locks* locks,
         bool random_keys)
        : slots_(slots),
          clusters_(clusters),
          header_(header),
          rule_(rule),
          locks_(locks),
          random_keys_(random_keys) {}

    static constexpr int ways() { return kWays; }

    std::uint64_t hash_of(std::uint64_t key) const { return hash_of_key(key, random_keys_); }
    std::uint64_t cluster_of(std::uint64_t hash) const { return mul_high(hash, clusters_); }
    Slot* slots_of(std::uint64_t hash) const { return slots_ + cluster_of(hash) * stride_of(kWays); }
    ClusterOf<kWays, Words> cluster(std::uint64_t hash) const {
        return ClusterOf<kWays, Words>(slots_of(hash));
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(slots_of(hash)); }

    std::uint32_t generation() const {
        return header_->generation.load(std::memory_order_relaxed) % kGenerations;
    }

    template <class Counting>
    Found probe(std::uint64_t hash, Counting& counting) const {
        const Found found = cluster(hash).find(hash & kSignatureMask, counting);
        if constexpr (kWays == kDenseWays) return aged(found, generation());
        return found;
    }

    // The current generation is set, whatever that of the entry is.
    template <class Counting>
    [[gnu::always_inline]] Stored store(std::uint64_t hash, Entry entry, Counting& counting) const {
        entry.generation = 0;
        return store_in(slots_of(hash), hash, opened_of(hash & kSignatureMask, entry), counting);
    }

    // A packed entry of generation 0, in the cluster of its hash.
    template <class Counting>
    [[gnu::always_inline]] Stored store_in(Slot* slots, std::uint64_t hash, const Opened& next,
                                           Counting& counting) const {
        std::optional<BucketGuard> guard;
        if (locks_ != nullptr) guard.emplace(*locks_, bucket_of(hash));
        return store_locked(slots, next, counting);
    }

    // For a caller that holds the lock, if there is one. The generation is that of now, not of before the
    // wait.
    template <class Counting>
    [[gnu::always_inline]] Stored store_locked(Slot* slots, Opened next, Counting& counting) const {
        next.word1 |= std::uint64_t{generation()} << kGenerationShift;
        return store_dated(slots, next, counting);
    }

    // An entry that has its generation.
    template <class Counting>
    [[gnu::always_inline]] Stored store_dated(Slot* slots, const Opened& next, Counting& counting) const {
        return ClusterOf<kWays, Words>(slots).store(next, rule_, counting);
    }

    Locks* locks() const { return locks_; }
    std::uint32_t bucket_of(std::uint64_t hash) const { return locks_->bucket_of(cluster_of(hash)); }

  private:
    Slot* slots_;
    std::uint64_t clusters_;
    const Header* header_;
    VictimRule rule_;
    Locks* locks_;  // null without bucket locks
    bool random_keys_;
};

}  // namespace tabiya::table
