#include "games/othello/movegen.hpp"

namespace tabiya::othello {

void generate(const Board& board, MoveList& moves) {
    const Bitboard squares = placements(board.own(), board.theirs());
    each(squares, [&](Square square) { moves.push(Move(square)); });
    if (squares == 0 && placements(board.theirs(), board.own()) != 0) moves.push(Move::pass());
}

int count_moves(const Board& board) {
    const Bitboard squares = placements(board.own(), board.theirs());
    return squares != 0 ? popcount(squares) : has_legal_move(board);
}

bool is_legal(const Board& board, Move move) {
    const Bitboard squares = placements(board.own(), board.theirs());
    if (move.is_pass()) return squares == 0 && placements(board.theirs(), board.own()) != 0;
    return move.is_placement() && (squares & bit(move.square())) != 0;
}

}  // namespace tabiya::othello
