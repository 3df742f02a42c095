// Differential validation: compares the incremental key of a Board with the key computed from scratch.
#pragma once

#include <optional>
#include <string>

#include "games/othello/board.hpp"

namespace tabiya::othello {

// "white disc on c4", "side to move".
std::string describe_term(int term);

// Empty if all is well; otherwise a sentence that names the wrong term or square.
std::optional<std::string> verify(const Board& board);

// The same for the key that was predicted for `child` from `parent`.
std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child);

// How a report names a position and a move.
std::string describe(const Board& board);
std::string describe(Move move);

}  // namespace tabiya::othello
