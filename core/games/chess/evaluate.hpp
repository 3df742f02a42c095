// The static evaluation of a position in centipawns, without search.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/pawns.hpp"

namespace tabiya::chess {

// One per thread. For the side to move, within kMaxEvaluation. A pure function of the board, symmetric for
// both sides.
class Evaluator {
  public:
    int operator()(const Board& board);

  private:
    PawnCache pawns_;
};

// The same evaluation in parts: `score` equals that of the Evaluator.
struct EvaluationTrace {
    evaluation::Trace<Weights> terms{kWeights};  // side 0 is white
    int phase = 0;                               // of kPhases
    int scale = 0;                               // of kFullScale
    int score = 0;
};

EvaluationTrace trace_evaluation(const Board& board);

}  // namespace tabiya::chess
