#include "games/shogi/evaluate.hpp"

#include <algorithm>

#include "games/shogi/evaluate_king.hpp"

namespace tabiya::shogi {

namespace {

template <class Sum>
void all_terms(const Board& board, Sum& sum) {
    Situation s(board);
    prepare_side<Colour::kBlack>(s);
    prepare_side<Colour::kWhite>(s);
    all_pieces<Colour::kBlack>(s, sum);
    all_pieces<Colour::kWhite>(s, sum);
    hand_terms<Colour::kBlack>(board, sum);
    hand_terms<Colour::kWhite>(board, sum);
    king_terms<Colour::kBlack>(s, sum);
    king_terms<Colour::kWhite>(s, sum);
    threats<Colour::kBlack>(s, sum);
    threats<Colour::kWhite>(s, sum);
    if (board.turn() == Colour::kBlack) {
        adder<Colour::kBlack>(sum)(kWeights.tempo[0]);
    } else {
        adder<Colour::kWhite>(sum)(kWeights.tempo[0]);
    }
}

// The phase advances as pieces come into hands and into the enemy's camp, because no piece ever leaves the
// game.
int game_phase(const Board& board) {
    int out = board.pieces().promoted.count();
    for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
        const Hand hand = board.hand(colour);
        for (int place = 0; place < kHandTypes; ++place) out += hand.count(place);
    }
    return std::max(0, kPhases - 2 * out);
}

// Division rounds towards zero, so both sides get the same result.
int for_side_to_move(const Board& board, Weight sum, int phase) {
    const int black = (sum.middle_game() * phase + sum.end_game() * (kPhases - phase)) / kPhases;
    return std::clamp(board.turn() == Colour::kBlack ? black : -black, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace

int Evaluator::operator()(const Board& board) const {
    evaluation::Total total;
    all_terms(board, total);
    return for_side_to_move(board, total.sum(), game_phase(board));
}

EvaluationTrace trace_evaluation(const Board& board) {
    EvaluationTrace trace;
    all_terms(board, trace.terms);
    trace.phase = game_phase(board);
    trace.score = for_side_to_move(board, trace.terms.sum(), trace.phase);
    return trace;
}

}  // namespace tabiya::shogi
