// What an entry says about a window (alpha, beta), and what a search of a window found out. Limits are
// doubles: callers have infinite ones, and every score is exact in them.
//
// A win n plies away is worth kWin - n, so the same position has many values: a table counts the plies from
// its node, a search from its root. src/tabiya/windows.py says the same in Python.
#pragma once

#include <algorithm>

#include "table/entry.hpp"

namespace tabiya::table {

inline constexpr std::int32_t kWin = 100'000;
inline constexpr std::int32_t kMaxPly = 9'000;
inline constexpr std::int32_t kLowestWin = kWin - kMaxPly;

struct Window {
    double alpha;
    double beta;
};

// Whether a score with such a bound answers what the window asks.
constexpr bool decides(Bound bound, std::int32_t score, Window window) {
    if (bound == Bound::kLower) return score >= window.beta;
    return bound == Bound::kExact || score <= window.alpha;
}

// What a search of the window knows of its result; alpha as it was before any move raised it.
constexpr Bound bound_in(double score, Window window) {
    if (score <= window.alpha) return Bound::kUpper;
    return score >= window.beta ? Bound::kLower : Bound::kExact;
}

constexpr bool is_win(std::int32_t score) {
    return kLowestWin <= score && score <= kWin;
}

constexpr std::int32_t score_at_node(std::int32_t score, std::int32_t ply) {
    if (is_win(score)) return std::min(score + ply, kWin);
    return is_win(-score) ? std::max(score - ply, -kWin) : score;
}

// A win never becomes an evaluation, however far from the root it is.
constexpr std::int32_t score_at_root(std::int32_t score, std::int32_t ply) {
    if (is_win(score)) return std::max(score - ply, kLowestWin);
    return is_win(-score) ? std::min(score + ply, -kLowestWin) : score;
}

static_assert(score_at_root(score_at_node(kWin - 9, 4), 6) == kWin - 11);

}  // namespace tabiya::table
