// How long a cache line takes from one core to another.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include "lab/lab.hpp"

namespace tabiya::lab {
namespace {

constexpr int kMost = 10'000;  // ten seconds and more: nothing looks for signals meanwhile

struct alignas(64) Ball {
    std::atomic<int> side{0};
};

// Keeps the calling thread on the first or second core that the process may use: two threads that wait for
// each other are easily put on one. Elsewhere than on Linux, that is left to the system.
void stay_on_core([[maybe_unused]] int number) {
#ifdef __linux__
    cpu_set_t allowed, chosen;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2) return;
    CPU_ZERO(&chosen);
    for (int core = 0; core < CPU_SETSIZE; ++core) {
        if (CPU_ISSET(core, &allowed) && number-- == 0) CPU_SET(core, &chosen);
    }
    pthread_setaffinity_np(pthread_self(), sizeof chosen, &chosen);
#endif
}

// Waits for the ball. With both threads on one core, only giving way lets the other play.
void catch_ball(const Ball& ball, int side) {
    constexpr int kPatience = 10'000;
    for (int spins = 0; ball.side.load(std::memory_order_acquire) != side; ++spins) {
        if (spins == kPatience) {
            std::this_thread::yield();
            spins = 0;
        }
    }
}

}  // namespace

double time_line(int batches, int rounds) {
    if (batches < 1 || rounds < 1 || batches > kMost || rounds > kMost)
        throw std::invalid_argument("batches and rounds must be 1 to " + std::to_string(kMost));
    Ball ball;
    double least = std::numeric_limits<double>::max();
    std::jthread partner([&] {
        stay_on_core(1);
        for (int round = 0; round < batches * rounds; ++round) {
            catch_ball(ball, 1);
            ball.side.store(0, std::memory_order_release);
        }
    });
    std::jthread player([&] {
        stay_on_core(0);
        for (int batch = 0; batch < batches; ++batch) {
            const auto begin = std::chrono::steady_clock::now();
            for (int round = 0; round < rounds; ++round) {
                catch_ball(ball, 0);
                ball.side.store(1, std::memory_order_release);
            }
            catch_ball(ball, 0);
            const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
            // What else runs on the machine only adds time.
            least = std::min(least, spent.count() / rounds);
        }
    });
    player.join();
    partner.join();
    return least;
}

}  // namespace tabiya::lab
