// Bits of a word, for the bitboards of every game.
#pragma once

#include <bit>
#include <cstdint>

namespace tabiya {

constexpr int popcount(std::uint64_t bits) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return std::popcount(bits);
#else
    // Without the instruction, GCC calls a function with a table. This makes perft 10 to 30% faster.
    std::uint64_t b = bits - ((bits >> 1) & 0x5555555555555555);
    b = (b & 0x3333333333333333) + ((b >> 2) & 0x3333333333333333);
    return static_cast<int>((((b + (b >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56);
#endif
}

}  // namespace tabiya
