#include "games/chess/evaluate.hpp"

#include <algorithm>

#include "games/chess/evaluate_endings.hpp"
#include "games/chess/evaluate_king.hpp"

namespace tabiya::chess {

namespace {

template <PieceType Type, class Sum>
void pieces_of_both(Situation& s, Sum& sum) {
    pieces_of<Colour::white, Type>(s, sum);
    pieces_of<Colour::black, Type>(s, sum);
}

// All terms except those of pawns and kings alone.
template <class Sum>
void piece_terms(const Board& board, const PawnFacts& pawns, Sum& sum) {
    Situation s(board, pawns);
    prepare_side<Colour::white>(s);
    prepare_side<Colour::black>(s);
    pieces_of_both<PieceType::knight>(s, sum);
    pieces_of_both<PieceType::bishop>(s, sum);
    pieces_of_both<PieceType::rook>(s, sum);
    pieces_of_both<PieceType::queen>(s, sum);
    king_terms<Colour::white>(s, sum);
    king_terms<Colour::black>(s, sum);
    passed_pawns<Colour::white>(s, sum);
    passed_pawns<Colour::black>(s, sum);
    threats<Colour::white>(s, sum);
    threats<Colour::black>(s, sum);
    against_lone_king<Colour::white>(s.pieces, sum);
    against_lone_king<Colour::black>(s.pieces, sum);
    if (board.turn() == Colour::white) {
        adder<Colour::white>(sum)(kWeights.tempo[0]);
    } else {
        adder<Colour::black>(sum)(kWeights.tempo[0]);
    }
}

// From white's side, before scaling. Divided by kPhases at the end only.
int mixed(Weight sum, int phase) {
    return sum.middle_game() * phase + sum.end_game() * (kPhases - phase);
}

// Division rounds towards zero, so both sides get the same result.
int for_side_to_move(const Board& board, int mixed, int scale) {
    const int white = mixed * scale / (kPhases * kFullScale);
    return std::clamp(board.turn() == Colour::white ? white : -white, -kMaxEvaluation, kMaxEvaluation);
}

Colour ahead(int mixed) {
    return mixed >= 0 ? Colour::white : Colour::black;
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
