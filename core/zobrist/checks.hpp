// Requirements on a set of Zobrist keys. The cheap checks are constexpr, so that a game can static_assert
// them; the quadratic one runs in a test.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tabiya::zobrist {

using KeySpan = std::span<const std::uint64_t>;

constexpr bool all_non_zero(KeySpan keys) {
    return std::ranges::none_of(keys, [](std::uint64_t k) { return k == 0; });
}

// A template, so that it compiles with a library whose vectors are not constexpr.
template <class Key>
constexpr bool all_distinct(std::vector<Key> keys) {
    std::ranges::sort(keys);
    return std::ranges::adjacent_find(keys) == keys.end();
}

constexpr bool all_distinct(KeySpan keys) {
    return all_distinct(std::vector<std::uint64_t>(keys.begin(), keys.end()));
}

// Rank over GF(2). At 64 every bit of a key is reachable and no bit is a function of the others.
constexpr int rank(KeySpan keys) {
    std::array<std::uint64_t, 64> basis{};  // basis[b] has b as its highest bit
    int result = 0;
    for (std::uint64_t k : keys) {
        if (result == 64) break;  // it cannot grow, and compilers limit constexpr steps
        while (k != 0) {
            std::uint64_t& pivot = basis[63 - static_cast<std::size_t>(std::countl_zero(k))];
            if (pivot == 0) {
                pivot = k;
                ++result;
                break;
            }
            k ^= pivot;
        }
    }
    return result;
}

// The largest deviation, over the 64 bits, of the number of keys with the bit set from one half, in standard
// deviations of a fair coin, squared (to avoid a square root at compile time).
constexpr double worst_imbalance_squared(KeySpan keys) {
    const double n = static_cast<double>(keys.size());
    double worst = 0;
    for (int bit = 0; bit < 64; ++bit) {
        double ones = 0;
        for (std::uint64_t k : keys) ones += static_cast<double>((k >> bit) & 1);
        const double distance = ones - n / 2;
        worst = std::max(worst, distance * distance / (n / 4));
    }
    return worst;
}

// 64 fair coins stay within 4 standard deviations 99.6% of the time.
constexpr bool bits_balanced(KeySpan keys) {
    return worst_imbalance_squared(keys) <= 16.0;
}

// No two, three or four keys XOR to zero: two positions that differ in at most four terms (a quiet move
// changes three, a capture four) never share a key. Four keys XOR to zero if two pairs have the same XOR,
// three if the XOR of a pair is a key, two if the XOR of a pair is zero.
inline bool no_four_cancel(KeySpan keys) {
    std::vector<std::uint64_t> sums(keys.begin(), keys.end());
    sums.reserve(keys.size() * (keys.size() + 1) / 2 + 1);
    sums.push_back(0);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        for (std::size_t j = i + 1; j < keys.size(); ++j) sums.push_back(keys[i] ^ keys[j]);
    }
    return all_distinct(std::move(sums));
}

// Chi-square of `bins` equal ranges of the key, in standard deviations from its mean: how evenly these keys
// would fill a table that takes its cluster from the high bits. For distinct keys; about N(0, 1) if random.
inline double range_chi_square(KeySpan keys, std::size_t bins) {
    std::vector<double> counts(bins, 0);
    for (std::uint64_t k : keys) {
        // The high word of k * bins, in two steps to stay within 64 bits; bins is below 2^32.
        const std::uint64_t high = (k >> 32) * bins, low = (k & 0xFFFFFFFF) * bins;
        counts[(high + (low >> 32)) >> 32] += 1;
    }
    const double expected = static_cast<double>(keys.size()) / static_cast<double>(bins);
    double sum = 0;
    for (double count : counts) sum += (count - expected) * (count - expected) / expected;
    const double freedom = static_cast<double>(bins - 1);
    return (sum - freedom) / std::sqrt(2 * freedom);
}

}  // namespace tabiya::zobrist
