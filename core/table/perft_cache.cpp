#include "table/perft_cache.hpp"

#include <functional>
#include <thread>

#include "table/header.hpp"

namespace tabiya::table {
namespace {

enum PerftCounter { kPerftProbes, kPerftHits, kPerftStores, kPerftCollisions32, kPerftCollisions48 };

void count(std::atomic<std::uint64_t>& value) {
    value.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

PerftCache::PerftCache(std::uint64_t clusters, bool huge_pages)
    : geometry_(Layout::kCluster4, clusters),
      memory_(geometry_.bytes(), huge_pages ? HugePages::kTransparent : HugePages::kNone),
      slots_(reinterpret_cast<Slot*>(memory_.buffer() + kDataOffset)) {}

PerftCache::Stripe& PerftCache::my_stripe() {
    return stripes_[std::hash<std::thread::id>{}(std::this_thread::get_id()) % kStripes];
}

std::optional<std::uint64_t> PerftCache::probe(std::uint64_t key, int depth) {
    const std::uint64_t hash = mix(key);
    const Slot* slots = slots_of(hash);
    Stripe& stripe = my_stripe();
    count(stripe.values[kPerftProbes]);
    for (int way = 0; way < kWays; ++way) {
        const std::uint64_t word1 = AtomicWords::load(slots[way].word1);
        if (word1 == 0) continue;
        const std::uint64_t difference = AtomicWords::load(slots[way].word0) ^ word1 ^ hash;
        if (difference == 0) {
            if (static_cast<int>(word1 & 0xFF) != depth) continue;
            count(stripe.values[kPerftHits]);
            return word1 >> 8;
        }
        if (static_cast<std::uint32_t>(difference) == 0) count(stripe.values[kPerftCollisions32]);
        if ((difference & kSignatureMask) == 0) count(stripe.values[kPerftCollisions48]);
    }
    return std::nullopt;
}

// Replaces the smallest count, which is the cheapest to recompute.
void PerftCache::store(std::uint64_t key, int depth, std::uint64_t nodes) {
    if (nodes >> 56 != 0 || depth < 1 || depth > 255) return;  // does not fit; only costs time
    const std::uint64_t hash = mix(key);
    Slot* slots = slots_of(hash);
    int victim = 0;
    std::uint64_t least = ~std::uint64_t{0};
    for (int way = 0; way < kWays; ++way) {
        const std::uint64_t word1 = AtomicWords::load(slots[way].word1);
        if (word1 < least) {
            least = word1;
            victim = way;
        }
    }
    const std::uint64_t word1 = nodes << 8 | static_cast<std::uint64_t>(depth);
    write_slot<AtomicWords>(slots[victim], Slot{hash ^ word1, word1});
    count(my_stripe().values[kPerftStores]);
}

void PerftCache::clear() {
    for (std::size_t slot = 0; slot < geometry_.slots(); ++slot)
        write_slot<AtomicWords>(slots_[slot], Slot{0, 0});
}

std::uint64_t PerftCache::live_entries() const {
    std::uint64_t live = 0;
    for (std::size_t slot = 0; slot < geometry_.slots(); ++slot)
        live += AtomicWords::load(slots_[slot].word1) != 0;
    return live;
}

PerftCounts PerftCache::counts() const {
    std::uint64_t sums[5] = {};
    for (const Stripe& stripe : stripes_) {
        for (int i = 0; i < 5; ++i) sums[i] += stripe.values[i].load(std::memory_order_relaxed);
    }
    return {sums[kPerftProbes], sums[kPerftHits], sums[kPerftStores], sums[kPerftCollisions32],
            sums[kPerftCollisions48]};
}

void PerftCache::reset_counts() {
    for (Stripe& stripe : stripes_) {
        for (auto& value : stripe.values) value.store(0, std::memory_order_relaxed);
    }
}

}  // namespace tabiya::table
