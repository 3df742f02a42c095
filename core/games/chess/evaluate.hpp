// The static evaluation of a position: what it is worth without looking ahead, in hundredths of a pawn.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/pawns.hpp"

namespace tabiya::chess {

// One thread's. For the side to move, within kMaxEvaluation; a pure function of the board, and the same for
// the board seen from the other side.
class Evaluator {
  public:
    int operator()(const Board& board);

  private:
    PawnCache pawns_;
};

// The same evaluation, taken apart: `score` equals the Evaluator's.
struct EvaluationTrace {
    evaluation::Trace<Weights> terms{kWeights};  // side 0 is white
    int phase = 0;                               // of kPhases
    int scale = 0;                               // of kFullScale
    int score = 0;
};

EvaluationTrace trace_evaluation(const Board& board);

}  // namespace tabiya::chess
