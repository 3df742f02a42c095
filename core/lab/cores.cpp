// How long a cache line takes from one core to another.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lab/lab.hpp"

namespace tabiya::lab {
namespace {

struct alignas(64) Ball {
    std::atomic<int> side{0};
};

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

constexpr int kMost = 10'000;  // ten seconds and more: nothing looks for signals meanwhile

double time_line(int batches, int rounds) {
    if (batches < 1 || rounds < 1 || batches > kMost || rounds > kMost)
        throw std::invalid_argument("batches and rounds must be 1 to " + std::to_string(kMost));
    Ball ball;
    std::vector<double> found;
    std::jthread partner([&] {
        for (int round = 0; round < batches * rounds; ++round) {
            catch_ball(ball, 1);
            ball.side.store(0, std::memory_order_release);
        }
    });
    for (int batch = 0; batch < batches; ++batch) {
        const auto begin = std::chrono::steady_clock::now();
        for (int round = 0; round < rounds; ++round) {
            catch_ball(ball, 0);
            ball.side.store(1, std::memory_order_release);
        }
        catch_ball(ball, 0);
        const std::chrono::duration<double, std::nano> spent = std::chrono::steady_clock::now() - begin;
        found.push_back(spent.count() / rounds);
    }
    // What else runs on the machine only adds time.
    return *std::ranges::min_element(found);
}

}  // namespace tabiya::lab
