// Moves in UCI notation.
#pragma once

#include <string>
#include <string_view>

#include "games/chess/board.hpp"

namespace tabiya::chess {

// Castling is written as the king's move (e1g1), or as king takes rook (e1h1) in Chess960.
std::string to_uci(Move move, bool chess960 = false);

// The legal move with this text, in either style of castling; kNoMove if there is none.
Move parse_uci(const Board& board, std::string_view text);

}  // namespace tabiya::chess
