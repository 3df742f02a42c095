// Iterates over the entries of a table, and inserts one into another table.
#pragma once

#include <algorithm>
#include <cstdint>

#include "table/dense_contents.hpp"
#include "table/table.hpp"

namespace tabiya::table {

template <class Function>
decltype(auto) with_ways(Layout layout, const Function& function) {
    switch (layout) {
        case Layout::kSingle:
            return function.template operator()<1>();
        case Layout::kCluster3:
            return function.template operator()<3>();
        case Layout::kDense:
            return function.template operator()<kDenseWays>();
        case Layout::kCluster4:
            break;
    }
    return function.template operator()<4>();
}

// Whether a store can have written this word of a live slot.
inline bool storable(std::uint64_t word1) {
    const std::int32_t score = score_of(word1);
    return source_of(word1) <= Source::kMain && score >= -kMaxScore && score <= kMaxScore;
}

// Reads a slot of any layout. Without a key, a torn slot looks like any other.
inline Opened read_entry(const Geometry& geometry, const Slot* table, std::uint64_t cluster, int way,
                         std::uint32_t generation) {
    const Slot* slots = table + cluster * static_cast<unsigned>(geometry.stride());
    return geometry.dense() ? read_dense(slots, way, generation) : read_slot<AtomicWords>(slots[way]);
}

// Calls `use(hash, opened)` for each plausible entry: live, mapping back to its cluster, storable, once per
// cluster. Anything else is a torn slot. Not for dense lines, which keep no whole hash.
template <class Use>
void for_each_entry(const Geometry& geometry, const Slot* table, std::uint64_t first, std::uint64_t last,
                    const Use& use) {
    const int ways = geometry.ways();
    for (std::uint64_t cluster = first; cluster < last; ++cluster) {
        const Slot* slots = table + cluster * static_cast<unsigned>(geometry.stride());
        const std::uint64_t lowest = geometry.lowest_hash(cluster);
        std::uint64_t seen[4];
        int seen_count = 0;
        for (int way = 0; way < ways; ++way) {
            const Opened opened = read_slot<AtomicWords>(slots[way]);
            if (!opened.live()) continue;
            const std::uint64_t hash = Geometry::recover_above(lowest, opened.signature());
            if (geometry.cluster_of(hash) != cluster || !storable(opened.word1)) continue;
            if (std::find(seen, seen + seen_count, hash) != seen + seen_count) continue;
            seen[seen_count++] = hash;
            use(hash, opened);
        }
    }
}

template <class Use>
void for_each_entry(const Table::Body& body, std::uint64_t first, std::uint64_t last, const Use& use) {
    for_each_entry(body.geometry, body.slots, first, last, use);
}

inline Opened with_generation(Opened opened, std::uint32_t generation) {
    opened.word1 =
        (opened.word1 & ~kGenerationMask) | (std::uint64_t{generation % kGenerations} << kGenerationShift);
    return opened;
}

inline bool insert_into(const Table::Body& body, std::uint64_t hash, const Opened& opened,
                        std::uint32_t generation) {
    return with_ways(body.geometry.layout(), [&]<int kWays>() {
        Slot* const slots = body.slots + body.geometry.cluster_of(hash) * stride_of(kWays);
        return ClusterOf<kWays, AtomicWords>(slots).insert(opened, generation);
    });
}

}  // namespace tabiya::table
