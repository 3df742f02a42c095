#include <chrono>
#include <cstdint>
#include <thread>

#include "lab/lab.hpp"
#include "lab/ticks.hpp"

namespace tabiya::lab {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

double ticks_per_nanosecond() {
    const auto begin = Clock::now();
    const std::uint64_t first = read_ticks();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto ticks = static_cast<double>(read_ticks() - first);
    return ticks / std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
}

// Keeps the compiler from dropping unused results.
std::pair<double, double> time_packing(std::size_t count) {
    const auto per_call = [count](auto&& work) {
        const auto begin = Clock::now();
        for (std::size_t i = 0; i < count; ++i) work(i);
        return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() /
               static_cast<double>(count);
    };
    table::Entry entry{77, -25, 12, 6, 3, table::Bound::kLower, table::Source::kIid, true};
    const double pack = per_call([&](std::size_t i) {
        entry.move = static_cast<std::uint32_t>(i) & table::kMaxMove;
        asm volatile("" : "+m"(entry));
        table::Slot slot = table::pack(i, entry);
        asm volatile("" : : "r"(slot.word0), "r"(slot.word1));
    });
    table::Slot slot = table::pack(1, entry);
    const double unpack = per_call([&](std::size_t i) {
        slot.word0 += i;
        asm volatile("" : "+m"(slot));
        table::Entry opened = table::open(slot).entry();
        asm volatile("" : : "m"(opened));
    });
    return {pack, unpack};
}

}  // namespace tabiya::lab
