// The static evaluation of a position: the expected margin of the side to move.
#pragma once

#include "games/othello/board.hpp"
#include "games/othello/weights.hpp"

namespace tabiya::othello {

inline constexpr int kFullScale = 64;  // nothing is scaled down
inline constexpr int kPhases = 60;     // empty squares at the start

// For the side to move, in hundredths of a disc and within kMaxEvaluation. A pure function of the board, and
// symmetric in the colours. A class, because in every game the search has one evaluator per thread.
class Evaluator {
  public:
    int operator()(const Board& board) const;
};

// The same evaluation by terms. `score` equals the Evaluator's.
struct EvaluationTrace {
    evaluation::Trace<Weights> terms{kWeights};  // side 0 is black, which moves first
    int phase = 0;                               // of kPhases
    int scale = kFullScale;
    int score = 0;
};

EvaluationTrace trace_evaluation(const Board& board);

}  // namespace tabiya::othello
