// The fifty-move rule.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/movegen.hpp"

namespace tabiya::chess {

// A hundred plies without a capture or pawn move, unless the last of them mates.
inline bool is_fifty_moves(const Board& board, bool in_check) {
    return board.rule50() >= 100 && (!in_check || has_legal_move(board));
}

// Near the draw, a score found elsewhere says little, unless table keys include the counter.
inline bool is_near_fifty_moves(const Board& board) {
    return board.rule50() >= 90;
}

// Whether `plies` plies are left before the draw.
inline bool has_time_for(const Board& board, int plies) {
    return board.rule50() + plies <= 100;
}

}  // namespace tabiya::chess
