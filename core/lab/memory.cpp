#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"

namespace tabiya::lab {

double time_chase(std::size_t bytes, std::size_t steps) {
    constexpr std::size_t kWords = 8;
    const std::size_t lines = std::max<std::size_t>(bytes / 64, 2);
    std::vector<std::uint32_t> order(lines);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin() + 1, order.end(), std::mt19937_64(1));
    std::vector<std::uint64_t> memory(lines * kWords);
    for (std::size_t i = 0; i < lines; ++i) memory[order[i] * kWords] = order[(i + 1) % lines] * kWords;
    std::uint64_t at = 0;
    const auto step = [&](std::size_t) { at = memory[at]; };
    ticks_per_step(lines, step);
    const double ticks = ticks_per_step(steps, step);
    keep(at);
    return ticks;
}

double time_stream(std::size_t bytes) {
    std::vector<std::uint64_t> memory(bytes / 8, 1);
    std::uint64_t sum = 0;
    const double ticks =
        ticks_per_step(1, [&](std::size_t) { sum = std::accumulate(memory.begin(), memory.end(), sum); });
    keep(sum);
    return ticks / static_cast<double>(bytes);
}

}  // namespace tabiya::lab
