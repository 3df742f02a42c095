// The static evaluation of a position: by how much the side to move will win, without looking ahead.
#pragma once

#include "games/othello/board.hpp"
#include "games/othello/weights.hpp"

namespace tabiya::othello {

inline constexpr int kFullScale = 64;  // nothing is scaled down
inline constexpr int kPhases = 60;     // as many squares are empty at the start

// For the side to move, in hundredths of a disc and within kMaxEvaluation; a pure function of the board, and
// the same for the board with colours swapped. A class, because a search has one for each thread in every
// game.
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

}  // namespace tabiya::othello
