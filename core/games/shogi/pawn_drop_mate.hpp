// Pawn-drop mate (uchifuzume): a pawn must not be dropped to mate.
#pragma once

#include "games/shogi/pins.hpp"

namespace tabiya::shogi {

// Whether a pawn dropped by `Us` on `to`, in front of the enemy king, mates: no piece can take it, and the
// king has no flight square. (Interposing is impossible.)
template <Colour Us>
bool pawn_drop_mates(const Board& board, Square to) {
    constexpr Colour Them = ~Us;
    const Pieces& pieces = board.pieces();
    const Square king = board.king(Them);
    const Bitboard occupied = board.occupied() | Bitboard(to);

    const Bitboard takers = pieces.attackers_to(Them, to, occupied) - Bitboard(king);
    if (takers.any()) {
        const Bitboard pinned = takers & find_checks_and_pins<Them>(pieces, king, occupied).pinned;
        if ((takers - pinned).any()) return false;
        // A pinned taker cannot take. Between king and slider, `to` would be a second piece, which ends the
        // pin; and no taker reaches past the king to `to` behind it.
    }
    const Bitboard without_king = occupied - Bitboard(king);  // it does not shield squares behind itself
    for (Square escape : king_attacks(king) - pieces.of(Them)) {
        if (pieces.attackers_to(Us, escape, without_king).empty()) return false;
    }
    return true;
}

}  // namespace tabiya::shogi
