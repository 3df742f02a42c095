#include "games/othello/evaluate.hpp"

#include <algorithm>

#include "games/othello/outcome.hpp"
#include "games/othello/stability.hpp"

namespace tabiya::othello {

namespace {

// The squares and their neighbours.
Bitboard grown(Bitboard squares) {
    const Bitboard wide = squares | (squares << 1 & ~kLeftColumn) | (squares >> 1 & ~kRightColumn);
    return wide | wide << 8 | wide >> 8;
}

// The squares next to empty corners, by whether they are on the edge.
struct BesideCorners {
    Bitboard diagonal, edge;

    explicit BesideCorners(Bitboard empty) {
        const Bitboard around = grown(empty & kCorners) & ~kCorners;
        const Bitboard border = kTopRow | kBottomRow | kLeftColumn | kRightColumn;
        diagonal = around & ~border;
        edge = around & border;
    }
};

template <Colour Us, class Sum>
void side_terms(const Board& board, Bitboard near_empty, const BesideCorners& beside, Sum& sum) {
    const auto add = [&](const Weight& weight, Bitboard squares) {
        sum.template add<index(Us)>(weight, popcount(squares));
    };
    const Bitboard own = board.discs(Us), theirs = board.discs(~Us);
    add(kWeights.mobility[0], placements(own, theirs));
    add(kWeights.frontier[0], own & near_empty);
    add(kWeights.corner[0], own & kCorners);
    add(kWeights.x_square[0], own & beside.diagonal);
    add(kWeights.c_square[0], own & beside.edge);
    add(kWeights.stable[0], stable_discs(own, theirs));
    add(kWeights.discs[0], own);
}

template <class Sum>
void all_terms(const Board& board, Sum& sum) {
    const Bitboard near_empty = grown(board.empty());
    const BesideCorners beside(board.empty());
    side_terms<Colour::kBlack>(board, near_empty, beside, sum);
    side_terms<Colour::kWhite>(board, near_empty, beside, sum);
    if (popcount(board.empty()) % 2 == 0) return;
    if (board.turn() == Colour::kBlack) {
        sum.template add<index(Colour::kBlack)>(kWeights.parity[0]);
    } else {
        sum.template add<index(Colour::kWhite)>(kWeights.parity[0]);
    }
}

int game_phase(const Board& board) {
    return std::min(popcount(board.empty()), kPhases);
}

// No win exceeds 64 discs. Division rounds towards zero, which is symmetric for both sides.
int for_side_to_move(const Board& board, Weight sum, int phase) {
    constexpr int kMost = kSquares * kDisc;
    static_assert(kMost <= kMaxEvaluation);
    const int black = (sum.middle_game() * phase + sum.end_game() * (kPhases - phase)) / kPhases;
    return std::clamp(board.turn() == Colour::kBlack ? black : -black, -kMost, kMost);
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

}  // namespace tabiya::othello
