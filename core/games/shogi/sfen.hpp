// Shogi's Forsyth-Edwards notation: pieces, side to move, hands and move number.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

inline constexpr std::string_view kStartSfen =
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

// Names the wrong field, its text and the reason.
class SfenError : public std::invalid_argument {
  public:
    SfenError(std::string_view sfen, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// The move number is optional (1), and so are the hands if it is missing (none). Hands may be in any order.
// Impossible positions are rejected: see fault() in setup.hpp.
Board parse_sfen(std::string_view sfen);

// Hands in the order of the USI protocol: rooks first, black's before white's.
std::string to_sfen(const Board& board);

}  // namespace tabiya::shogi
