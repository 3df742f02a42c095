// Points where a thread may be preempted between two accesses to shared words.
//
// A machine preempts a thread there once in millions of accesses. Test builds (TABIYA_YIELDS) do so before
// every fourth store and sometimes before a load, so that races appear within seconds, even on one core. In
// all other builds the function is empty.
#pragma once

#ifdef TABIYA_YIELDS
#include <cstdint>
#include <thread>
#endif

namespace tabiya::table {

#ifdef TABIYA_YIELDS
inline constexpr bool kPreempted = true;
template <int kOneIn>
void preemption_point() {
    // Xorshift with a different state per thread: a fixed rhythm would always hit the same access.
    thread_local std::uint64_t state = 0;
    if (state == 0) state = reinterpret_cast<std::uintptr_t>(&state) | 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    if ((state >> 32) % kOneIn == 0) std::this_thread::yield();
}
#else
inline constexpr bool kPreempted = false;
template <int kOneIn>
void preemption_point() {}
#endif

}  // namespace tabiya::table
