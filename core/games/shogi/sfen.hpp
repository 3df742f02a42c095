// Shogi's Forsyth-Edwards notation: the pieces, the side to move, the hands, the number of the move.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

inline constexpr std::string_view kStartSfen =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// Says which field is wrong, what stands there and why it cannot.
class SfenError : public std::invalid_argument {
  public:
    SfenError(std::string_view sfen, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// The number of the move may be missing (1), and then the hands too (none). Hands are read in any order.
// Everything that is not a possible position is refused: see fault() in setup.hpp.
Board parse_sfen(std::string_view sfen);

// Hands in the order of the USI protocol: rooks first, black's before white's.
std::string to_sfen(const Board& board);

}  // namespace tabiya::shogi
