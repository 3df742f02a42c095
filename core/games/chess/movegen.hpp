// Strictly legal moves: pins and checks are masks, no move is made to see whether it was legal.
#pragma once

#include <cstdint>

#include "games/chess/board.hpp"

namespace tabiya::chess {

void generate(const Board& board, MoveList& moves);
// The two parts of generate(): captures and promotions, and all others. Each move is in exactly one of them.
void generate_tactical(const Board& board, MoveList& moves);
void generate_quiet(const Board& board, MoveList& moves);

// How many moves generate() would list, without listing them.
int count_moves(const Board& board);
bool has_legal_move(const Board& board);

// Whether generate() would list the move. For moves from a table, where any 16 bits may come.
bool is_legal(const Board& board, Move move);

}  // namespace tabiya::chess
