// Differential validation: the incremental key of a Board against the one that its discs give from scratch.
#pragma once

#include <optional>
#include <string>

#include "games/othello/board.hpp"

namespace tabiya::othello {

// "white disc on c4", "side to move".
std::string describe_term(int term);

// Nothing if all is well; else a sentence that names the term or the square that is out of step.
std::optional<std::string> verify(const Board& board);

// The same for a move: the key that was foretold for `child` from `parent`.
std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child);

// How a report names a position and a move.
std::string describe(const Board& board);
std::string describe(Move move);

}  // namespace tabiya::othello
