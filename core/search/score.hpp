// Scores: centipawns for the side to move, mates counted in plies from the root, and their form in the table,
// which knows no root.
#pragma once

#include <algorithm>

#include "games/game.hpp"

namespace tabiya::search {

inline constexpr int kMaxPly = 246;
inline constexpr int kMate = 100'000;
inline constexpr int kInfinite = 200'000;
inline constexpr int kDraw = 0;
// The lowest mate score: the longest mate that a search can see.
inline constexpr int kMateBound = kMate - kMaxPly;
static_assert(kMaxEvaluation < kMateBound);

constexpr int mate_in(int ply) {
    return kMate - ply;
}
constexpr int mated_in(int ply) {
    return ply - kMate;
}
constexpr bool is_mate(int score) {
    return score >= kMateBound || score <= -kMateBound;
}

// The score of a verdict at a node.
constexpr int score_of(Verdict verdict, int ply) {
    if (verdict == Verdict::win) return mate_in(ply);
    return verdict == Verdict::loss ? mated_in(ply) : verdict.score();
}

// In the table a mate is counted from its node, not from the root, because a position is reached at many
// distances from many roots.
constexpr int to_table(int score, int ply) {
    if (score >= kMateBound) return std::min(score + ply, kMate);
    if (score <= -kMateBound) return std::max(score - ply, -kMate);
    return score;
}

// A mate stays a mate and an evaluation stays an evaluation, however far from the root it is read and
// whatever was stored.
constexpr int from_table(int score, int ply) {
    if (score >= kMateBound) return std::max(std::min(score, kMate) - ply, kMateBound);
    if (score <= -kMateBound) return std::min(std::max(score, -kMate) + ply, -kMateBound);
    return score;
}

static_assert(from_table(to_table(mate_in(9), 4), 6) == mate_in(11));
static_assert(from_table(to_table(mated_in(9), 9), 0) == mated_in(0));
static_assert(from_table(kMateBound, kMaxPly) == kMateBound &&
              from_table(kMateBound - 1, 7) == kMateBound - 1);

}  // namespace tabiya::search
