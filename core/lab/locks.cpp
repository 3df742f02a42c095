#include "table/locks.hpp"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"

namespace tabiya::lab {
namespace {

class Mutexes {
  public:
    Mutexes(std::uint32_t buckets, bool robust) : locks_(buckets) {
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        if (robust) {
            pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
            pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        }
        for (auto& lock : locks_) pthread_mutex_init(&lock.mutex, &attributes);
        pthread_mutexattr_destroy(&attributes);
    }
    ~Mutexes() {
        for (auto& lock : locks_) pthread_mutex_destroy(&lock.mutex);
    }
    pthread_mutex_t* operator[](std::uint64_t bucket) { return &locks_[bucket].mutex; }

  private:
    std::vector<table::BucketLock> locks_;
};

// Steps that each wait for the last one. Returns the new state.
std::uint64_t after_steps(std::uint64_t chain, int steps) {
    for (int step = 0; step < steps; ++step) {
        chain = chain * 6364136223846793005u + 1442695040888963407u;
        asm volatile("" : "+r"(chain));
    }
    return chain;
}

}  // namespace

LockTimes time_locks(std::uint32_t buckets, bool robust, int threads, std::size_t count, int work,
                     bool chosen, int held) {
    if (buckets == 0 || (buckets & (buckets - 1)) != 0 || threads < 1) {
        throw std::invalid_argument("buckets must be a power of two, threads at least 1");
    }
    Mutexes mutexes(buckets, robust);
    std::atomic<std::uint64_t> waits{0};
    std::atomic<int> ready{0};
    std::vector<double> ticks(static_cast<std::size_t>(threads));
    {
        std::vector<std::jthread> crew;
        for (int number = 0; number < threads; ++number) {
            crew.emplace_back([&, number] {
                std::uint64_t chain = static_cast<std::uint64_t>(number) * 7919 + 1, mine = 0;
                ready.fetch_add(1);
                while (ready.load() < threads) std::this_thread::yield();
                ticks[static_cast<std::size_t>(number)] = ticks_per_step(count, [&](std::size_t) {
                    chain = after_steps(chain, work + 1);
                    pthread_mutex_t* const mutex = mutexes[chosen ? (chain >> 33) & (buckets - 1) : 0];
                    if (pthread_mutex_trylock(mutex) != 0) {
                        ++mine;
                        pthread_mutex_lock(mutex);
                    }
                    chain = after_steps(chain, held);
                    pthread_mutex_unlock(mutex);
                });
                waits.fetch_add(mine);
            });
        }
    }
    const double sum = std::accumulate(ticks.begin(), ticks.end(), 0.0);
    const double rounds = static_cast<double>(count) * static_cast<double>(threads);
    return {sum / threads, static_cast<double>(waits.load()) / rounds};
}

}  // namespace tabiya::lab
