// What batches of probes and of stores have in common.
#pragma once

#include <cstddef>

#include "table/table.hpp"

namespace tabiya::table {

inline constexpr std::size_t kDistance = 32;  // keys between a prefetch and the scan that needs it
static_assert((kDistance & (kDistance - 1)) == 0);

// Calls `work` with counters, which are added to the table's at the end, or without.
template <class Work>
void with_counting(Table& table, const Work& work) {
    if (!table.settings().statistics) {
        NoCounts none;
        return work(none);
    }
    // Also when a wait for a lock is interrupted: what was stored is counted.
    struct Added {
        Table& table;
        LocalCounts local{};
        ~Added() {
            table.statistics().add(local.counts);
            table.note_collisions(local.counts[kCollisions]);
        }
    } added{table};
    work(added.local);
}

}  // namespace tabiya::table
