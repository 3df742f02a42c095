// The processor's time stamp counter, for measurements in ticks.
#pragma once

#include <chrono>
#include <cstdint>
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace tabiya::lab {

// Nanoseconds on processors without such a counter.
inline std::uint64_t read_ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

// Ticks per step of `count` calls of `work(i)`.
template <class Work>
double ticks_per_step(std::size_t count, const Work& work) {
    const std::uint64_t begin = read_ticks();
    for (std::size_t i = 0; i < count; ++i) work(i);
    return static_cast<double>(read_ticks() - begin) / static_cast<double>(count ? count : 1);
}

// Keeps the compiler from dropping an unused value.
template <class T>
inline void keep(const T& value) {
    asm volatile("" : : "r"(value));
}

}  // namespace tabiya::lab
