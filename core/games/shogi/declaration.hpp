// The declaration of an entered king (nyugyoku).
#pragma once

#include <cstdint>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// By the 27-point rule, 28 points win for black and 27 for white; fewer win nothing. By the 24-point rule, 31
// win for either side, and 24 to 30 make the game a draw.
enum class DeclarationRule : std::uint8_t { kPoints27, kPoints24 };
// What the side to move gets for declaring now: nothing to declare, a draw, a win.
enum class Declaration : std::uint8_t { kNone, kDraw, kWin };

// What a side has towards a declaration.
struct DeclarationCount {
    bool king_in_camp = false;
    int pieces = 0;  // in the enemy's camp, without the king
    int points = 0;  // of those and of the hand: bishops and rooks 5, others 1
};

DeclarationCount declaration_count(const Board& board, Colour colour);
Declaration declaration(const Board& board, DeclarationRule rule);

}  // namespace tabiya::shogi
