// Legal moves. A side that cannot place a disc has one legal move, the pass. If neither side can, the game is
// over and there is no legal move.
#pragma once

#include "games/othello/board.hpp"

namespace tabiya::othello {

void generate(const Board& board, MoveList& moves);
// The two parts of generate(). Every placement turns discs, so there is no small set of captures as in chess.
constexpr void generate_tactical(const Board&, MoveList&) {}
inline void generate_quiet(const Board& board, MoveList& moves) {
    generate(board, moves);
}

// The number of moves that generate() would list.
int count_moves(const Board& board);
bool is_legal(const Board& board, Move move);

inline bool has_legal_move(const Board& board) {
    return placements(board.own(), board.theirs()) != 0 || placements(board.theirs(), board.own()) != 0;
}

}  // namespace tabiya::othello
