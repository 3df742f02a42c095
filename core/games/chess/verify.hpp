// Differential validation: the incremental key and the redundant parts of a Board against what the pieces
// say from scratch.
#pragma once

#include <optional>
#include <string>

#include "games/chess/board.hpp"

namespace tabiya::chess {

// "white knight on f3", "castling right of the rook on h1", "en passant on the e-file", "side to move".
std::string describe_term(int term);

// Nothing if all is well; else a sentence that names the term or the square that is out of step.
std::optional<std::string> verify(const Board& board);

// The same for a move: the key and the check that were foretold for `child` from `parent`.
std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child);

// How a report names a position and a move: a FEN, and UCI with castling as king takes rook.
std::string describe(const Board& board);
std::string describe(Move move);

}  // namespace tabiya::chess
