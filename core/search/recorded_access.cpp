#include "search/recorded_access.hpp"

#include "table/contents.hpp"

namespace tabiya::search {

using table::Geometry;
using table::kSignatureMask;

Found RecordedAccess::probe(std::uint64_t key) {
    const Found found = table_->probe(key);
    Operation operation;
    operation.key = key;
    operation.word = found.hit;
    operation.result = found.hit ? Operation::kHit : Operation::kMiss;
    if (found.hit) {
        operation.other = found.opened.word1;
        operation.eval = found.opened.eval();
    }
    recording_->add(operation);
    return found;
}

void RecordedAccess::store(std::uint64_t key, const Entry& entry) {
    const std::uint64_t hash = table::hash_of_key(key, table_->settings().random_keys);
    const Found before = now_in_first_tier(hash);
    table::LocalCounts counts;
    const table::Stored stored =
        table_->visit([&](const auto& view) { return view.store(hash, entry, counts); });
    if (table_->settings().statistics) {
        table_->statistics().add(counts.counts);
        table_->note_collisions(counts.counts[table::kCollisions]);
    }

    Operation operation;
    operation.key = key;
    Entry dated = entry;
    dated.generation = static_cast<std::uint8_t>(table_->generation());
    operation.word = table::pack_word1(dated);
    operation.eval = entry.eval;
    operation.slot = static_cast<std::int8_t>(stored.slot);
    switch (stored.outcome) {
        case table::Outcome::kUpdated:
            operation.result =
                counts.counts[table::kKeptOld] != 0 ? Operation::kKeptOld : Operation::kUpdated;
            operation.other = before.opened.word1;
            operation.other_key = key;
            break;
        case table::Outcome::kRefused:
            operation.result = Operation::kRefused;
            break;
        case table::Outcome::kReplaced: {
            unsigned reason = 0;
            while (counts.counts[table::kReasonsFirst + reason] == 0) ++reason;
            operation.result = static_cast<std::uint8_t>(Operation::kTaken + reason);
            operation.other = stored.displaced.word1;
            if (stored.displaced.live()) operation.other_key = key_of_displaced(hash, stored.displaced);
            break;
        }
    }
    recording_->add(operation);
}

Found RecordedAccess::now_in_first_tier(std::uint64_t hash) const {
    const Geometry& geometry = table_->geometry();
    return table::with_ways(geometry.layout(), [&]<int kWays>() {
        table::Slot* const slots = table_->slots() + geometry.cluster_of(hash) * table::stride_of(kWays);
        table::NoCounts none;
        const Found found =
            table::ClusterOf<kWays, table::AtomicWords>(slots).find(hash & kSignatureMask, none);
        if constexpr (kWays == table::kDenseWays) return table::aged(found, table_->generation());
        return found;
    });
}

std::uint64_t RecordedAccess::key_of_displaced(std::uint64_t hash, const table::Opened& displaced) const {
    const Geometry& geometry = table_->geometry();
    if (!geometry.full_keys()) return 0;
    const std::uint64_t lowest = geometry.lowest_hash(geometry.cluster_of(hash));
    const std::uint64_t other = Geometry::recover_above(lowest, displaced.signature());
    return table::key_of_hash(other, table_->settings().random_keys);
}

}  // namespace tabiya::search
