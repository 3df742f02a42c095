#include "table/statistics.hpp"

#include <algorithm>
#include <numeric>

#include "table/thread_number.hpp"

namespace tabiya::table {

Statistics::Statistics() : blocks_(std::make_unique<Block[]>(kOwnedBlocks + 1)) {}

Statistics::ThreadCounts::ThreadCounts(Statistics& statistics) {
    const int number = this_thread_number();
    shared_ = number >= kOwnedBlocks;
    values_ = statistics.blocks_[shared_ ? kOwnedBlocks : number].values;
}

void Statistics::ThreadCounts::add(int counter, std::uint64_t amount) {
    std::atomic<std::uint64_t>& value = values_[counter];
    if (shared_) {
        value.fetch_add(amount, std::memory_order_relaxed);
    } else {
        value.store(value.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed);
    }
}

void Statistics::add(const Counts& counts) {
    ThreadCounts mine(*this);
    for (int counter = 0; counter < kCounters; ++counter) {
        mine.add(counter, counts[static_cast<std::size_t>(counter)]);
    }
}

namespace {

std::uint64_t sum_of(const Counts& counts, int first, int end) {
    return std::accumulate(counts.begin() + first, counts.begin() + end, std::uint64_t{0});
}

void fill_in_sums(Counts& counts) {
    counts[kProbes] = counts[kHits] + counts[kEmpties] + counts[kMismatches];
    counts[kStores] = sum_of(counts, kOccupancyFirst, kTierProbes);
    const std::uint64_t others = counts[kRefused] + sum_of(counts, kReasonsFirst, kGroundsFirst);
    counts[kUpdates] = counts[kStores] - std::min(counts[kStores], others);  // a store may be half counted
}

}  // namespace

Counts Statistics::snapshot() const {
    Counts sum{};
    for (int block = 0; block <= kOwnedBlocks; ++block) {
        for (std::size_t counter = 0; counter < kCounters; ++counter) {
            sum[counter] += blocks_[block].values[counter].load(std::memory_order_relaxed);
        }
    }
    fill_in_sums(sum);
    return sum;
}

void Statistics::reset() {
    for (int block = 0; block <= kOwnedBlocks; ++block) {
        for (auto& value : blocks_[block].values) value.store(0, std::memory_order_relaxed);
    }
}

}  // namespace tabiya::table
