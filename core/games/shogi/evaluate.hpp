// The static evaluation of a position in centipawns, without search.
#pragma once

#include "games/shogi/board.hpp"
#include "games/shogi/weights.hpp"

namespace tabiya::shogi {

inline constexpr int kFullScale = 64;  // endings are not scaled: shogi has few draws
inline constexpr int kPhases = 24;     // the opening

// For the side to move, within kMaxEvaluation. A pure function of the board, symmetric for both sides.
// Stateless; a class because the search has one per thread in every game.
class Evaluator {
  public:
    int operator()(const Board& board) const;
};

// The same evaluation in parts: `score` equals that of the Evaluator.
struct EvaluationTrace {
    evaluation::Trace<Weights> terms{kWeights};  // side 0 is black, which moves first
    int phase = 0;                               // of kPhases
    int scale = kFullScale;
    int score = 0;
};

EvaluationTrace trace_evaluation(const Board& board);

}  // namespace tabiya::shogi
