// Texts of positions and moves. A position is 64 characters, X for black, O for white and - for empty, from
// a1 to h8 row by row, and after a blank the side to move: as collections of problems have them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/fault.hpp"
#include "games/othello/board.hpp"

namespace tabiya::othello {

inline constexpr std::string_view kStart =
    "---------------------------OX------XO--------------------------- X";

// Says which field is wrong, what stands there and why it cannot.
class PositionError : public std::invalid_argument {
  public:
    PositionError(std::string_view text, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// A dot is read as an empty square too: shells take a text that begins with - for an option.
Board parse_position(std::string_view text);
std::string to_text(const Board& board);

// "d3", "pass", and "0000" for no move.
std::string to_text(Move move);
// The legal move of that text; kNoMove if there is none.
Move parse_move(const Board& board, std::string_view text);

}  // namespace tabiya::othello
