// Strictly legal moves: pins and checks are masks, no move is made to see whether it was legal.
#pragma once

#include <cstdint>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// All of them, also those that give up a promotion for nothing (of pawns, bishops, rooks): they are legal,
// and the counts of the literature include them.
void generate(const Board& board, MoveList& moves);
// The two parts of generate(): captures and promotions, and all others. Each move is in exactly one of them.
void generate_tactical(const Board& board, MoveList& moves);
void generate_quiet(const Board& board, MoveList& moves);

// How many moves generate() would list, without listing them.
int count_moves(const Board& board);
bool has_legal_move(const Board& board);

// Whether generate() would list the move. For moves from a table, where any 24 bits may come.
bool is_legal(const Board& board, Move move);

}  // namespace tabiya::shogi
