// How a game of Othello ends.
#pragma once

#include "games/othello/board.hpp"

namespace tabiya::othello {

// A disc in the units of the evaluation, so that a score of 1200 is a win by 12 discs.
inline constexpr int kDisc = 100;

// The margin in discs of the side that owns `own` in a finished game. Empty squares count for the winner, as
// in tournaments and in published scores of problems.
constexpr int margin(Bitboard own, Bitboard theirs) {
    const int ours = popcount(own), others = popcount(theirs);
    if (ours == others) return 0;
    return ours > others ? kSquares - 2 * others : 2 * ours - kSquares;
}

inline int margin(const Board& board) {
    return margin(board.own(), board.theirs());
}

}  // namespace tabiya::othello
