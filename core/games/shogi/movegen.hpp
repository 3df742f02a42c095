// Strictly legal moves: pins and checks are masks, and no move is made to test it.
#pragma once

#include <cstdint>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// All legal moves, including those that pointlessly decline promotion (pawns, bishops, rooks): published
// counts include them.
void generate(const Board& board, MoveList& moves);
// The two parts of generate(): captures and promotions, and all other moves. Each move is in exactly one.
void generate_tactical(const Board& board, MoveList& moves);
void generate_quiet(const Board& board, MoveList& moves);

// The number of moves that generate() would list, without listing them.
int count_moves(const Board& board);
bool has_legal_move(const Board& board);

// Whether generate() would list the move. For moves from a table, which may have any 24 bits.
bool is_legal(const Board& board, Move move);

// The move on this board with these low 16 bits: squares, promotion and one bit of the moving type. No move
// if that bit contradicts the board. The move need not be legal.
Move completed(const Board& board, std::uint32_t bits);

}  // namespace tabiya::shogi
