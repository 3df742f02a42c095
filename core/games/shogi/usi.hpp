// Moves in USI notation: "7g7f", "8h2b+", "P*5e".
#pragma once

#include <string>
#include <string_view>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// "0000" for no move. For invalid bits, some text.
std::string to_usi(Move move);

// The legal move with this text; kNoMove if there is none.
Move parse_usi(const Board& board, std::string_view text);

// The legal move with the squares (or dropped type) and promotion of `move`, whose types of mover and
// captured piece may be missing; kNoMove if there is none.
Move resolve(const Board& board, Move move);

}  // namespace tabiya::shogi
