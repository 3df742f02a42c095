// The second tier of a table: created with it, and filled in the background.
#include <algorithm>

#include "table/contents.hpp"
#include "table/table.hpp"

namespace tabiya::table {

void Table::make_tiers(const Settings& settings) {
    if (settings.tiers.lines == 0) return;
    if (!geometry().full_keys()) {
        throw std::invalid_argument("a second tier needs a first tier with full keys");
    }
    if (paranoid()) throw std::invalid_argument("paranoid validation supports one tier only");
    tier::TierRules rules = settings.tiers;
    rules.background &= settings.sync != Sync::kOneThread;  // no second thread may use the table
    const bool huge_pages = settings.huge_pages != HugePages::kNone;
    tiers_ = std::make_unique<tier::Tiers>(rules, huge_pages, [this] { return sweep(); });
    tiers_started_.store(true, std::memory_order_release);
    choose_path();
}

bool Table::sweep() {
    constexpr std::uint64_t kClusters = 256;  // per call; pausing the thread waits for at most these
    constexpr double kFull = 0.75;
    // The thread may start before the constructor has stored its handle.
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

// Empties the slot that holds exactly this entry. A store between the check and the write is lost or torn,
// which probes reject. Writers under bucket locks wait.
void Table::remove_entry(std::uint64_t hash, const Opened& opened) {
    std::optional<BucketGuard> guard;
    if (settings_.sync == Sync::kBucketLocks)
        guard.emplace(locks_, locks_.bucket_of(geometry().cluster_of(hash)));
    Slot* const slots =
        body_.slots + geometry().cluster_of(hash) * static_cast<unsigned>(geometry().stride());
    for (int way = 0; way < geometry().ways(); ++way) {
        const Opened there = read_slot<AtomicWords>(slots[way]);
        if (there.word1 == opened.word1 && there.signature_and_eval == opened.signature_and_eval) {
            write_slot<AtomicWords>(slots[way], Slot{0, 0});
        }
    }
}

}  // namespace tabiya::table
