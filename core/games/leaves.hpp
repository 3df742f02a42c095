// The positions at the end of all move sequences of a given length, one after the other. Written once for
// every game.
#pragma once

#include "games/perft.hpp"

namespace tabiya {

// Calls visit(board) for each, in the order of the generator, until it returns false. Returns whether it
// never did. A position comes once for each sequence that leads to it.
template <PerftBoard Board, class Visit>
bool visit_leaves(const Board& board, int depth, const Visit& visit) {
    if (depth <= 0) return visit(board);
    typename Board::MoveList moves;
    generate(board, moves);
    for (const auto move : moves) {
        Board child = board;
        child.make(move);
        if (!visit_leaves(child, depth - 1, visit)) return false;
    }
    return true;
}

}  // namespace tabiya
