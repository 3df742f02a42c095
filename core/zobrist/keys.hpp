// Key material for Zobrist hashing, made at compile time.
//
// A game numbers its terms (a piece on a square, a castling right, ...) from 0. The key of term i is output
// i of a SplitMix64 stream (Steele, Lea and Flood 2014) whose state starts at the game's seed:
//
//     key(seed, i) = mix(seed + (i + 1) * 0x9E3779B97F4A7C15)
//
// The generator, and each game's seed and numbering, are a promise: changing a key breaks all saved and
// shared tables. New terms are appended, never inserted.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tabiya::zobrist {

// A bijection of 64 bits: the finaliser of SplitMix64.
constexpr std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
}

constexpr std::uint64_t key(std::uint64_t seed, std::uint64_t term) {
    return mix(seed + (term + 1) * 0x9E3779B97F4A7C15);
}

template <std::size_t N>
constexpr std::array<std::uint64_t, N> keys(std::uint64_t seed) {
    std::array<std::uint64_t, N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = key(seed, i);
    return result;
}

}  // namespace tabiya::zobrist
