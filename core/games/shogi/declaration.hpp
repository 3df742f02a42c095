// The declaration of an entering king (nyugyoku).
#pragma once

#include <cstdint>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// By the 27-point rule, black wins with 28 points and white with 27. By the 24-point rule, either side wins
// with 31, and 24 to 30 are a draw.
enum class DeclarationRule : std::uint8_t { kPoints27, kPoints24 };
// The result if the side to move declares now.
enum class Declaration : std::uint8_t { kNone, kDraw, kWin };

// The pieces and points of a side that count for a declaration.
struct DeclarationCount {
    bool king_in_camp = false;
    int pieces = 0;  // in the enemy's camp, without the king
    int points = 0;  // of those and the hand: bishops and rooks 5, others 1
};

DeclarationCount declaration_count(const Board& board, Colour colour);
Declaration declaration(const Board& board, DeclarationRule rule);

}  // namespace tabiya::shogi
