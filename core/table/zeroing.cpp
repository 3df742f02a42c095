#include "table/zeroing.hpp"

#include <algorithm>
#include <vector>

#include "table/sync.hpp"
#include "threads.hpp"

namespace tabiya::table {
namespace {

void zero(std::uint64_t* words, std::size_t first, std::size_t last) {
    for (std::size_t word = first; word < last; ++word) AtomicWords::store(words[word], 0);
}

// Writes zeros with all cores, if the kernel does not take the pages back.
void zero_with_all_threads(std::uint64_t* words, std::size_t count) {
    const std::size_t workers = kHasThreads ? std::max(1u, std::thread::hardware_concurrency()) : 1;
    std::vector<Thread> threads;
    for (std::size_t worker = 1; worker < workers; ++worker) {
        threads.emplace_back(zero, words, count * worker / workers, count * (worker + 1) / workers);
    }
    zero(words, 0, count / workers);
}

}  // namespace

void zero_slots(const Memory& memory, std::uint64_t* words, std::size_t bytes) {
    constexpr std::size_t kWorthAsking = std::size_t{1} << 20;  // below, writing zeros is as fast
    const std::size_t forgettable = bytes >= kWorthAsking ? bytes / 4096 * 4096 : 0;
    const bool forgotten = forgettable > 0 && memory.forget(reinterpret_cast<std::byte*>(words), forgettable);
    if (forgotten || bytes < kWorthAsking) {
        zero(words, forgotten ? forgettable / 8 : 0, bytes / 8);
    } else {
        zero_with_all_threads(words, bytes / 8);
    }
    memory.check();
}

}  // namespace tabiya::table
