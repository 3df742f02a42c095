// Scores of mates and other forced wins: one that is n plies away scores kMate - n.
//
// A search counts the plies from its root, a table from the node of the entry, because a position is reached
// at many distances from many roots. How many plies count differs, and each has one name:
//
//   search::kMaxPly     246   the plies of the native search: it sees no longer mate (search/score.hpp)
//   kLongestWin       9,000   the plies of a win in `lookup` and `record`, whose callers search as they like
//
// src/tabiya/games/mate_score.py has the same rules in Python.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tabiya::table {

inline constexpr std::int32_t kMate = 100'000;
inline constexpr std::int32_t kLongestWin = 9'000;

// From the root to the node, `ply` plies deeper. Scores from `lowest` on are mates, others stay unchanged.
constexpr std::int32_t mate_at_node(std::int32_t score, std::int32_t ply, std::int32_t lowest) {
    if (score >= lowest) return std::min(score + ply, kMate);
    if (score <= -lowest) return std::max(score - ply, -kMate);
    return score;
}

// From the node to the root. A mate stays a mate and an evaluation stays an evaluation, however far from the
// root it is read and whatever was stored.
constexpr std::int32_t mate_at_root(std::int32_t score, std::int32_t ply, std::int32_t lowest) {
    if (score >= lowest) return std::max(std::min(score, kMate) - ply, lowest);
    if (score <= -lowest) return std::min(std::max(score, -kMate) + ply, -lowest);
    return score;
}

}  // namespace tabiya::table
