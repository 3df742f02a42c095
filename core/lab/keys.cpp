#include <algorithm>
#include <array>
#include <functional>
#include <random>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"

namespace tabiya::lab {

std::pair<double, double> time_hands(std::size_t count) {
    constexpr int kHands = 14, kCounts = 19;
    static const auto keys = [] {
        std::array<std::array<std::uint64_t, kCounts>, kHands> result;
        std::mt19937_64 random(1);
        for (auto& row : result) std::generate(row.begin(), row.end(), std::ref(random));
        return result;
    }();
    std::array<int, kHands> hands{}, before{};
    std::uint64_t key = 0;
    const auto move = [&](std::size_t i) {
        const std::size_t kind = (i * 5) % kHands;
        hands[kind] = hands[kind] == kCounts - 1 ? 0 : hands[kind] + 1;
        return kind;
    };
    const double loop = ticks_per_step(count, [&](std::size_t i) {
        before = hands;
        move(i);
        for (std::size_t kind = 0; kind < kHands; ++kind) {
            if (before[kind] != hands[kind]) {
                key ^= keys[kind][static_cast<std::size_t>(before[kind])] ^
                       keys[kind][static_cast<std::size_t>(hands[kind])];
            }
        }
        asm volatile("" : "+r"(key));
    });
    const double changed = ticks_per_step(count, [&](std::size_t i) {
        const std::size_t kind = (i * 5) % kHands;
        const auto old = static_cast<std::size_t>(hands[kind]);
        move(i);
        key ^= keys[kind][old] ^ keys[kind][static_cast<std::size_t>(hands[kind])];
        asm volatile("" : "+r"(key));
    });
    return {loop, changed};
}

}  // namespace tabiya::lab
