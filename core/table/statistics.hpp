// Counters that cost nothing when off and share no cache line when on.
//
// Each thread owns a block of counters and adds to it without a locked instruction. A snapshot sums the
// blocks. Threads beyond the last block share one, with atomic additions.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace tabiya::table {

// Positions in a block of counters; the histograms take several. Probes, stores and updates are sums of
// others: counting them too would cost a search an addition each, so `snapshot` fills them in.
enum Counter : int {
    kProbes,
    kHits,
    kEmpties,
    kMismatches,
    kStores,
    kUpdates,
    kRefused,
    kPrevented,
    kCollisions,
    kKeptOld,  // updates that the old entry won
    kReasonsFirst,
    kGroundsFirst = kReasonsFirst + 7,            // replacements by the policy's ground (Ground)
    kPolicyReplacedFirst = kGroundsFirst + 6,     // replacements by policy (Policy)
    kPolicyKeptFirst = kPolicyReplacedFirst + 6,  // new entries that the policy refused, likewise
    kScanFirst = kPolicyKeptFirst + 6,
    kOccupancyFirst = kScanFirst + 6,
    kTierProbes = kOccupancyFirst + 7,  // probes of the second tier
    kTierHits,
    kPromotions,
    kDemotions,
    kDemotionsFirst,  // demotions by result (TierStored)
    kCounters = kDemotionsFirst + 5,
};

using Counts = std::array<std::uint64_t, kCounters>;

// Counter types for the table's code. `kCounting` lets it skip work that only statistics need.
struct NoCounts {
    static constexpr bool kCounting = false;
    void add(int, std::uint64_t = 1) {}
};

// For batches and searches: plain numbers, flushed at the end.
struct LocalCounts {
    static constexpr bool kCounting = true;
    Counts counts{};
    void add(int counter, std::uint64_t amount = 1) { counts[static_cast<std::size_t>(counter)] += amount; }
};

class Statistics {
  public:
    Statistics();

    // For scalar calls: directly into the block of the calling thread.
    class ThreadCounts {
      public:
        static constexpr bool kCounting = true;
        explicit ThreadCounts(Statistics& statistics);
        void add(int counter, std::uint64_t amount = 1);

      private:
        std::atomic<std::uint64_t>* values_;
        bool shared_;
    };

    void add(const Counts& counts);
    Counts snapshot() const;
    void reset();

  private:
    static constexpr int kOwnedBlocks = 64;
    struct alignas(64) Block {
        std::atomic<std::uint64_t> values[kCounters] = {};
    };
    std::unique_ptr<Block[]> blocks_;
};

}  // namespace tabiya::table
