// Endgame knowledge: how much of an advantage can be won, and how to mate a bare king.
#pragma once

#include "games/chess/evaluate_side.hpp"
#include "games/chess/pieces.hpp"

namespace tabiya::chess {

inline constexpr int kFullScale = 64;
inline constexpr int kPhases = 24;  // all pieces on the board

// From kPhases to 0 (kings and pawns only).
int game_phase(const Pieces& pieces);

// The share of its score that `strong`, the side ahead, keeps, in units of 1/kFullScale.
int winnable(const Pieces& pieces, Colour strong, Bitboard passed, int phase);

template <Colour Us, class Sum>
void against_lone_king(const Pieces& pieces, Sum& sum) {
    if (pieces.of(~Us).more_than_one()) return;
    const auto add = adder<Us>(sum);
    const Square own = pieces.of(Us, PieceType::kKing).first(),
                 lone = pieces.of(~Us, PieceType::kKing).first();
    const auto from_edge = [](int line) { return std::min(line, 7 - line); };
    add(kWeights.lone_king_edge[0], 6 - from_edge(lone.file()) - from_edge(lone.rank()));
    add(kWeights.lone_king_near[0], 7 - distance(own, lone));
    const Bitboard bishops = pieces.of(PieceType::kBishop),
                   others = pieces.of(PieceType::kPawn) | pieces.straight_sliders();
    if (bishops.empty() || others.any() || pieces.of(PieceType::kKnight).empty()) return;
    const bool dark = bishops.intersects(kDarkSquares);
    const int to_a1 = distance(lone, Square(dark ? 0 : 7, 0)),
              to_h8 = distance(lone, Square(dark ? 7 : 0, 7));
    add(kWeights.lone_king_corner[0], 7 - std::min(to_a1, to_h8));
}

}  // namespace tabiya::chess
