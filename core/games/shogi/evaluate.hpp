// The static evaluation of a position: what it is worth without looking ahead, in hundredths of a pawn.
#pragma once

#include "games/shogi/board.hpp"
#include "games/shogi/weights.hpp"

namespace tabiya::shogi {

inline constexpr int kFullScale = 64;  // no ending is scaled down: shogi knows few draws
inline constexpr int kPhases = 24;     // the opening

// For the side to move, within kMaxEvaluation; a pure function of the board, and the same for the board seen
// from the other side. Keeps nothing: a class, because a search has one for each thread in every game.
class Evaluator {
  public:
    int operator()(const Board& board) const;
};

// The same evaluation, taken apart: `score` equals the Evaluator's.
struct EvaluationTrace {
    evaluation::Trace<Weights> terms{kWeights};  // side 0 is black, which moves first
    int phase = 0;                               // of kPhases
    int scale = kFullScale;
    int score = 0;
};

EvaluationTrace trace_evaluation(const Board& board);

}  // namespace tabiya::shogi
