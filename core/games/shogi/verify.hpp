// Differential validation: compares the incremental key and the redundant parts of a Board with a
// recomputation from the pieces.
#pragma once

#include <optional>
#include <string>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// "white knight on 2a", "3 pawns in black's hand", "side to move", "2 earlier occurrences".
std::string describe_term(int term);

// Nothing if all is consistent; else a message that names the term or square.
std::optional<std::string> verify(const Board& board);

// The same for a move: the key and the check predicted from `parent` for `child`.
std::optional<std::string> verify_move(const Board& parent, Move move, const Board& child);

// The names of positions and moves in reports: SFEN and USI.
std::string describe(const Board& board);
std::string describe(Move move);

}  // namespace tabiya::shogi
