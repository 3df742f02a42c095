// When an entry decides a window (alpha, beta), and which bound a search result has. The search and
// `lookup` and `record` of the table share these rules; src/tabiya/table/windows.py has them in Python.
#pragma once

#include "table/entry.hpp"
#include "table/mate_score.hpp"

namespace tabiya::table {

// Limits are integers in the search. In calls from Python they are doubles: callers may pass infinite ones,
// and every score is exact in them.
template <class Limit>
struct Window {
    Limit alpha;
    Limit beta;
};

// Returns whether a bound and score decide a node with this window.
template <class Limit>
constexpr bool decides(Bound bound, std::int32_t score, Window<Limit> window) {
    if (bound == Bound::kLower) return score >= window.beta;
    return bound == Bound::kExact || score <= window.alpha;
}

// Returns the bound of a search result. Alpha is the original one, not one raised by the moves.
template <class Limit>
constexpr Bound bound_in(Limit score, Window<Limit> window) {
    if (score <= window.alpha) return Bound::kUpper;
    return score >= window.beta ? Bound::kLower : Bound::kExact;
}

// Whether a score counts the plies to a win or loss. One beyond kMate is an evaluation of the caller's own.
constexpr bool is_decided(std::int32_t score) {
    const std::int32_t size = score < 0 ? -score : score;
    return kMate - kLongestWin <= size && size <= kMate;
}

constexpr std::int32_t score_at_node(std::int32_t score, std::int32_t ply) {
    return is_decided(score) ? mate_at_node(score, ply, kMate - kLongestWin) : score;
}
constexpr std::int32_t score_at_root(std::int32_t score, std::int32_t ply) {
    return is_decided(score) ? mate_at_root(score, ply, kMate - kLongestWin) : score;
}

static_assert(score_at_root(score_at_node(kMate - 9, 4), 6) == kMate - 11);
static_assert(score_at_root(kMate - kLongestWin, 7) == kMate - kLongestWin);
static_assert(score_at_root(kMate + 1, 7) == kMate + 1 && score_at_node(-kMate - 1, 7) == -kMate - 1);

}  // namespace tabiya::table
