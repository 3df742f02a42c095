// Static exchange evaluation: what a move wins on its square when both sides go on capturing there, each
// with its least valuable piece, and stop when it does not pay.
#pragma once

#include "games/chess/board.hpp"

namespace tabiya::chess {

inline constexpr int kExchangeValue[] = {100, 300, 300, 500, 900, 20000, 0};  // by PieceType

// In units of kExchangeValue, for the side that moves. A piece that is pinned away from the square takes no
// part while a pinner of its side stands; later pawns do not promote.
int see(const Board& board, Move move);

// see(board, move) >= threshold, often without looking at the exchange.
bool see_at_least(const Board& board, Move move, int threshold);

}  // namespace tabiya::chess
