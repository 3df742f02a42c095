// Checks, pins and the pawn drop that mates: what legality is decided by.
#pragma once

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

struct Checks {
    Bitboard checkers;
    Bitboard pinned;  // own pieces that alone stand between their king and a slider
};

// Of `Us`'s king, which may be kNoSquare. `occupied` may have a square more than the pieces: a drop to come.
template <Colour Us>
Checks find_checks(const Pieces& pieces, Square king, Bitboard occupied) {
    const Bitboard enemy = pieces.of(~Us), plain = enemy - pieces.promoted;
    Checks result;
    // Most kings have no enemy beside them.
    if (enemy.intersects(king_attacks(king) | knight_attacks(Us, king))) {
        result.checkers = (pawn_attacks(Us, king) & plain & pieces.family(PieceType::pawn)) |
                          (knight_attacks(Us, king) & plain & pieces.family(PieceType::knight)) |
                          (silver_attacks(Us, king) & plain & pieces.family(PieceType::silver)) |
                          (gold_attacks(Us, king) & enemy & pieces.golds()) |
                          (king_attacks(king) & enemy & pieces.horses_and_dragons());
    }
    const Bitboard snipers = (rook_attacks(king) & enemy & pieces.family(PieceType::rook)) |
                             (bishop_attacks(king) & enemy & pieces.family(PieceType::bishop)) |
                             (lance_attacks(Us, king) & plain & pieces.family(PieceType::lance));
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

// Whether a pawn dropped by `Us` on `to`, in front of the enemy's king, mates: nobody can take it, and the
// king has no square to go to. (Nothing can stand between.)
template <Colour Us>
bool pawn_drop_mates(const Board& board, Square to) {
    constexpr Colour Them = ~Us;
    const Pieces& pieces = board.pieces();
    const Square king = board.king(Them);
    const Bitboard occupied = board.occupied() | Bitboard(to);

    const Bitboard takers = pieces.attackers_to(Them, to, occupied) - Bitboard(king);
    if (takers.any()) {
        const Bitboard pinned = takers & find_checks<Them>(pieces, king, occupied).pinned;
        if ((takers - pinned).any()) return false;
        for (Square taker : pinned) {
            if (line_through(king, taker).has(to)) return false;
        }
    }
    const Bitboard without_king = occupied - Bitboard(king);  // it does not hide the squares behind itself
    for (Square escape : king_attacks(king) - pieces.of(Them)) {
        if (pieces.attackers_to(Us, escape, without_king).empty()) return false;
    }
    return true;
}

}  // namespace tabiya::shogi
