// Static exchange evaluation: the material that a move wins on its square if both sides keep capturing there,
// each with its least valuable piece, and stop when it does not pay.
#pragma once

#include <array>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// By PieceType. A captured piece changes sides and its promotion is lost: taking a pawn wins 200, a promoted
// pawn 700.
inline constexpr std::array<int, kTypes> kExchangeValue = {0,     100, 300, 350, 500, 850,  1000, 550,
                                                           20000, 600, 580, 570, 560, 1150, 1400};

// The change of the material balance, for the side that moves. A piece pinned away from the square takes no
// part while a pinner of its side stands. Later capturers do not promote.
int see(const Board& board, Move move);

// see(board, move) >= threshold, often without computing the exchange.
bool see_at_least(const Board& board, Move move, int threshold);

}  // namespace tabiya::shogi
