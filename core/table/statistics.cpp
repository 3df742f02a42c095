#include "table/statistics.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "table/fork.hpp"

namespace tabiya::table {
namespace {

// Numbers threads from 0 and gives a dead thread's number to the next one, so that a program which starts
// many short threads does not run out of blocks.
class ThreadNumbers {
  public:
    int take() {
        const std::lock_guard guard(mutex_);
        if (free_.empty()) return next_++;
        const auto least = std::min_element(free_.begin(), free_.end());
        const int number = *least;
        free_.erase(least);
        return number;
    }
    void give_back(int number) {
        const std::lock_guard guard(mutex_);
        free_.push_back(number);
    }

  private:
    LeafMutex mutex_;
    std::vector<int> free_;
    int next_ = 0;
};

ThreadNumbers& thread_numbers() {
    // Never destroyed: threads that outlive main still give their numbers back.
    static ThreadNumbers& numbers = *new ThreadNumbers;
    return numbers;
}

struct ThreadNumber {
    int value = thread_numbers().take();
    ~ThreadNumber() { thread_numbers().give_back(value); }
};

int this_thread_number() {
    thread_local ThreadNumber number;
    return number.value;
}

}  // namespace

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

Counts Statistics::snapshot() const {
    Counts sum{};
    for (int block = 0; block <= kOwnedBlocks; ++block) {
        for (std::size_t counter = 0; counter < kCounters; ++counter) {
            sum[counter] += blocks_[block].values[counter].load(std::memory_order_relaxed);
        }
    }
    return sum;
}

void Statistics::reset() {
    for (int block = 0; block <= kOwnedBlocks; ++block) {
        for (auto& value : blocks_[block].values) value.store(0, std::memory_order_relaxed);
    }
}

}  // namespace tabiya::table
