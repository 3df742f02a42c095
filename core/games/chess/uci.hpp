// A move's text in the Universal Chess Interface.
#pragma once

#include <string>
#include <string_view>

#include "games/chess/board.hpp"

namespace tabiya::chess {

// Castling is the king's two squares (e1g1), or king takes rook (e1h1) where Chess960 asks for it.
std::string to_uci(Move move, bool chess960 = false);

// The legal move of that text, in either style of castling; kNoMove if there is none.
Move parse_uci(const Board& board, std::string_view text);

}  // namespace tabiya::chess
