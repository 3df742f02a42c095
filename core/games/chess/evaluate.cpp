#include "games/chess/evaluate.hpp"

#include <algorithm>

#include "games/chess/evaluate_endings.hpp"
#include "games/chess/evaluate_king.hpp"

namespace tabiya::chess {

namespace {

template <PieceType Type, class Sum>
void pieces_of_both(Situation& s, Sum& sum) {
    pieces_of<Colour::kWhite, Type>(s, sum);
    pieces_of<Colour::kBlack, Type>(s, sum);
}

// All terms except those of pawns and kings alone.
template <class Sum>
void piece_terms(const Board& board, const PawnFacts& pawns, Sum& sum) {
    Situation s(board, pawns);
    prepare_side<Colour::kWhite>(s);
    prepare_side<Colour::kBlack>(s);
    pieces_of_both<PieceType::kKnight>(s, sum);
    pieces_of_both<PieceType::kBishop>(s, sum);
    pieces_of_both<PieceType::kRook>(s, sum);
    pieces_of_both<PieceType::kQueen>(s, sum);
    king_terms<Colour::kWhite>(s, sum);
    king_terms<Colour::kBlack>(s, sum);
    passed_pawns<Colour::kWhite>(s, sum);
    passed_pawns<Colour::kBlack>(s, sum);
    threats<Colour::kWhite>(s, sum);
    threats<Colour::kBlack>(s, sum);
    against_lone_king<Colour::kWhite>(s.pieces, sum);
    against_lone_king<Colour::kBlack>(s.pieces, sum);
    if (board.turn() == Colour::kWhite) {
        adder<Colour::kWhite>(sum)(kWeights.tempo[0]);
    } else {
        adder<Colour::kBlack>(sum)(kWeights.tempo[0]);
    }
}

// From white's side, before scaling. Divided by kPhases at the end only.
int mixed(Weight sum, int phase) {
    return sum.middle_game() * phase + sum.end_game() * (kPhases - phase);
}

// Division rounds towards zero, so both sides get the same result.
int for_side_to_move(const Board& board, int mixed, int scale) {
    const int white = mixed * scale / (kPhases * kFullScale);
    return std::clamp(board.turn() == Colour::kWhite ? white : -white, -kMaxEvaluation, kMaxEvaluation);
}

Colour ahead(int mixed) {
    return mixed >= 0 ? Colour::kWhite : Colour::kBlack;
}

}  // namespace

int Evaluator::operator()(const Board& board) {
    const PawnCache::Entry& pawns = pawns_(board.pieces());
    evaluation::Total total;
    total.add(pawns.sum);
    piece_terms(board, pawns.facts, total);
    const int phase = game_phase(board.pieces()), score = mixed(total.sum(), phase);
    return for_side_to_move(board, score, winnable(board.pieces(), ahead(score), pawns.facts.passed, phase));
}

EvaluationTrace trace_evaluation(const Board& board) {
    EvaluationTrace trace;
    const PawnFacts pawns = pawn_terms(board.pieces(), trace.terms);
    piece_terms(board, pawns, trace.terms);
    trace.phase = game_phase(board.pieces());
    const int score = mixed(trace.terms.sum(), trace.phase);
    trace.scale = winnable(board.pieces(), ahead(score), pawns.passed, trace.phase);
    trace.score = for_side_to_move(board, score, trace.scale);
    return trace;
}

}  // namespace tabiya::chess
