// A move's text in the Universal Shogi Interface: "7g7f", "8h2b+", "P*5e".
#pragma once

#include <string>
#include <string_view>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// "0000" for no move. Of bits that are no move's, some text.
std::string to_usi(Move move);

// The legal move of that text; kNoMove if there is none.
Move parse_usi(const Board& board, std::string_view text);

// The legal move with the squares (or dropped kind) and the promotion of `move`, whose kinds of mover and
// captured piece may be left open; kNoMove if there is none.
Move resolve(const Board& board, Move move);

}  // namespace tabiya::shogi
