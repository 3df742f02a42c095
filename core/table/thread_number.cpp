#include "table/thread_number.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "table/fork.hpp"

namespace tabiya::table {
namespace {

// Numbers threads from 0 and reuses the numbers of dead threads, so that a program with many short threads
// needs no more numbers than it has threads at once.
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
    // Never destroyed: threads that outlive main still return their numbers.
    static ThreadNumbers& numbers = *new ThreadNumbers;
    return numbers;
}

struct ThreadNumber {
    int value = thread_numbers().take();
    ~ThreadNumber() { thread_numbers().give_back(value); }
};

}  // namespace

int this_thread_number() {
    thread_local ThreadNumber number;
    return number.value;
}

}  // namespace tabiya::table
