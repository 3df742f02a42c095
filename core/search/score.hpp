// Scores of the search: centipawns for the side to move, and mates counted in plies from the root.
#pragma once

#include "games/game.hpp"
#include "table/mate_score.hpp"

namespace tabiya::search {

// The deepest ply of a search, and so the longest mate that it sees.
inline constexpr int kMaxPly = 246;
inline constexpr int kMate = table::kMate;
inline constexpr int kInfinite = 200'000;
inline constexpr int kDraw = 0;
// The lowest mate score.
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

// A score of this search as the table keeps it, and back (table/mate_score.hpp).
constexpr int to_table(int score, int ply) {
    return table::mate_at_node(score, ply, kMateBound);
}
constexpr int from_table(int score, int ply) {
    return table::mate_at_root(score, ply, kMateBound);
}

static_assert(from_table(to_table(mate_in(9), 4), 6) == mate_in(11));
static_assert(from_table(to_table(mated_in(9), 9), 0) == mated_in(0));
static_assert(from_table(kMateBound, kMaxPly) == kMateBound &&
              from_table(kMateBound - 1, 7) == kMateBound - 1);

}  // namespace tabiya::search
