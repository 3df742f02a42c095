// The checks and pins that decide whether a move is legal.
#pragma once

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

struct ChecksAndPins {
    Bitboard checkers;
    Bitboard pinned;  // own pieces that are the only ones between their king and a slider
};

// For the king of `Us`, which may be kNoSquare. `occupied` may contain the square of a coming drop.
template <Colour Us>
ChecksAndPins find_checks_and_pins(const Pieces& pieces, Square king, Bitboard occupied) {
    const Bitboard enemy = pieces.of(~Us), plain = enemy - pieces.promoted;
    ChecksAndPins result;
    // Most kings have no adjacent enemy.
    if (enemy.intersects(king_attacks(king) | knight_attacks(Us, king))) {
        result.checkers = (pawn_attacks(Us, king) & plain & pieces.family(PieceType::kPawn)) |
                          (knight_attacks(Us, king) & plain & pieces.family(PieceType::kKnight)) |
                          (silver_attacks(Us, king) & plain & pieces.family(PieceType::kSilver)) |
                          (gold_attacks(Us, king) & enemy & pieces.golds()) |
                          (king_attacks(king) & enemy & pieces.horses_and_dragons());
    }
    const Bitboard snipers = (rook_attacks(king) & enemy & pieces.family(PieceType::kRook)) |
                             (bishop_attacks(king) & enemy & pieces.family(PieceType::kBishop)) |
                             (lance_attacks(Us, king) & plain & pieces.family(PieceType::kLance));
    snipers.each([&](Square sniper) {
        const Bitboard blockers = between(king, sniper) & occupied;
        if (blockers.empty()) {
            result.checkers |= Bitboard(sniper);
        } else if (!blockers.more_than_one()) {
            result.pinned |= blockers & pieces.of(Us);
        }
    });
    return result;
}

}  // namespace tabiya::shogi
