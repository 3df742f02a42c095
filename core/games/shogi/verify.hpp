// Differential validation: the incremental key and the redundant parts of a Board against what the pieces
// say from scratch.
#pragma once

#include <optional>
#include <string>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// "white knight on 2a", "3 pawns in black's hand", "side to move", "2 earlier occurrences".
std::string describe_term(int term);

// Nothing if all is well; else a sentence that names the term or the square that is out of step.
std::optional<std::string> verify(const Board& board);

// The same for a move: the key and the check that were foretold for `child` from `parent`.
std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child);

// How a report names a position and a move: an SFEN, and USI.
std::string describe(const Board& board);
std::string describe(Move move);

}  // namespace tabiya::shogi
