// King danger: an attack strength that indexes a weight. The strength is a fixed count; the weights of its
// levels are tuned.
#pragma once

#include "games/chess/evaluate_pieces.hpp"

namespace tabiya::chess {

// A safe check, by the checking piece.
inline constexpr int kSafeCheck[] = {0, 6, 4, 7, 6, 0};
inline constexpr int kWeakRingSquare = 2;  // attacked, and defended only by king or queen
inline constexpr int kNoQueen = 10;        // penalty for an attack without a queen

template <Colour Us>
int danger_of_king(Situation& s) {
    const SideFacts &us = s.side<Us>(), &them = s.side<~Us>();
    const Square king = s.pieces.of(Us, PieceType::kKing).first();
    const Bitboard by_queen = us.attacked_by[index(PieceType::kQueen)];
    const Bitboard weak = them.attacked & ~us.attacked_twice &
                          (~us.attacked | by_queen | us.attacked_by[index(PieceType::kKing)]);
    const Bitboard safe = ~s.pieces.of(~Us) & (~us.attacked | (weak & them.attacked_twice));
    const Bitboard straight = rook_attacks(king, s.occupied) & safe,
                   diagonal = bishop_attacks(king, s.occupied) & safe;
    const auto checks = [&](PieceType type, Bitboard from) {
        return (them.attacked_by[index(type)] & from).any() ? kSafeCheck[index(type)] : 0;
    };
    int danger = them.assault + kWeakRingSquare * (us.ring & weak).count();
    danger += checks(PieceType::kKnight, knight_attacks(king) & safe);
    danger += checks(PieceType::kBishop, diagonal);
    danger += checks(PieceType::kRook, straight);
    danger += checks(PieceType::kQueen, (straight | diagonal) & ~by_queen);
    if (s.pieces.of(~Us, PieceType::kQueen).empty()) danger -= kNoQueen;
    return std::clamp(danger, 0, kDangerLevels - 1);
}

template <Colour Us, class Sum>
void king_terms(Situation& s, Sum& sum) {
    add_piece<Us, PieceType::kKing>(s.pieces.of(Us, PieceType::kKing).first(), sum);
    adder<Us>(sum)(kWeights.king_danger[danger_of_king<Us>(s)]);
}

}  // namespace tabiya::chess
