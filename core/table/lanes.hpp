// One formula for one entry or for the four entries of a vector: arithmetic that means the same for both.
//
// A word is a std::uint64_t or, with AVX2, a vector of four. A comparison gives a bool or a mask per lane.
#pragma once

#include <cstdint>

#include "table/wide_scan.hpp"

namespace tabiya::table {

// The value where the condition holds, else 0.
constexpr std::uint64_t where(bool condition, std::uint64_t value) {
    return condition ? value : 0;
}
// Both are below 2^31.
constexpr std::uint64_t times(std::uint64_t word, std::int32_t factor) {
    return word * static_cast<std::uint64_t>(std::int64_t{factor});
}
constexpr std::int64_t as_signed(std::uint64_t word) {
    return static_cast<std::int64_t>(word);
}

#if TABIYA_WIDE_SCAN

using Words4 [[gnu::vector_size(32)]] = std::uint64_t;
using Signed4 [[gnu::vector_size(32)]] = std::int64_t;

inline Words4 words4(__m256i lanes) {
    return reinterpret_cast<Words4>(lanes);
}
inline Words4 where(Signed4 condition, std::uint64_t value) {
    return reinterpret_cast<Words4>(condition) & value;
}
inline Words4 times(Words4 words, std::int32_t factor) {
    return words4(_mm256_mul_epi32(reinterpret_cast<__m256i>(words), _mm256_set1_epi64x(factor)));
}
inline Signed4 as_signed(Words4 words) {
    return reinterpret_cast<Signed4>(words);
}

// The least of four.
inline std::int64_t least_of(Signed4 values) {
    const Signed4 halves = __builtin_shufflevector(values, values, 2, 3, 0, 1);
    values = values < halves ? values : halves;
    const Signed4 neighbours = __builtin_shufflevector(values, values, 1, 0, 3, 2);
    values = values < neighbours ? values : neighbours;
    return values[0];
}

#endif

}  // namespace tabiya::table
