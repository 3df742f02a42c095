// When an entry decides a window (alpha, beta), and which bound a search result has. Limits are doubles:
// callers may pass infinite ones, and every score is exact in them.
//
// A win n plies away scores kWin - n, so the same position has many values: a table counts the plies from
// its node, a search from its root. src/tabiya/table/windows.py has the same rules in Python.
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

// Returns whether a bound and score decide a node with this window.
constexpr bool decides(Bound bound, std::int32_t score, Window window) {
    if (bound == Bound::kLower) return score >= window.beta;
    return bound == Bound::kExact || score <= window.alpha;
}

// Returns the bound of a search result. Alpha is the original one, not one raised by the moves.
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

// A win stays a win, at any distance from the root.
constexpr std::int32_t score_at_root(std::int32_t score, std::int32_t ply) {
    if (is_win(score)) return std::max(score - ply, kLowestWin);
    return is_win(-score) ? std::min(score + ply, -kLowestWin) : score;
}

static_assert(score_at_root(score_at_node(kWin - 9, 4), 6) == kWin - 11);

}  // namespace tabiya::table
