// Counters that cost nothing when they are off and no shared cache line when they are on.
//
// Each thread owns one block of counters and adds to it without a locked instruction; a snapshot sums the
// blocks. Threads beyond the last block share one, with real atomic additions.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>

namespace tabiya::table {

// Positions in a block of counters; the histograms take several.
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
    kScanFirst = kReasonsFirst + 6,
    kOccupancyFirst = kScanFirst + 4,
    kTierProbes = kOccupancyFirst + 5,  // the second tier was asked
    kTierHits,
    kPromotions,
    kDemotions,
    kDemotionsFirst,  // what became of demotions, by TierStored
    kCounters = kDemotionsFirst + 5,
};

using Counts = std::array<std::uint64_t, kCounters>;

// What the table's code counts into. `kCounting` lets it skip work that only statistics need.
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

    // For scalar calls: straight into the calling thread's block.
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
