// Text of positions and moves. A position is 64 characters (X for black, O for white, - for empty) from a1 to
// h8, row by row, then a space and the side to move, as in collections of problems.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/fault.hpp"
#include "games/othello/board.hpp"

namespace tabiya::othello {

inline constexpr std::string_view kStart =
    "---------------------------OX------XO--------------------------- X";

// Names the wrong field, its text and the reason.
class PositionError : public std::invalid_argument {
  public:
    PositionError(std::string_view text, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// A dot is an empty square too: command lines take a text that starts with - for an option.
Board parse_position(std::string_view text);
std::string to_text(const Board& board);

// "d3", "pass", and "0000" for no move.
std::string to_text(Move move);
// The legal move with this text; kNoMove if there is none.
Move parse_move(const Board& board, std::string_view text);

}  // namespace tabiya::othello
