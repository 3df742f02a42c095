// Static exchange evaluation: the material that a move wins on its square if both sides keep capturing there,
// each with its least valuable piece, and stop when it does not pay.
#pragma once

#include "games/chess/board.hpp"

namespace tabiya::chess {

inline constexpr int kExchangeValue[] = {100, 300, 300, 500, 900, 20000, 0};  // by PieceType

// In units of kExchangeValue, for the side that moves. A piece pinned away from the square takes no part
// while a pinner of its side stands. Later pawn captures do not promote.
int see(const Board& board, Move move);

// see(board, move) >= threshold, often without computing the exchange.
bool see_at_least(const Board& board, Move move, int threshold);

}  // namespace tabiya::chess
