// Forsyth-Edwards notation: the pieces, the side to move, castling rights, en passant, two counters.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/chess/board.hpp"

namespace tabiya::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Says which field is wrong, what stands there and why it cannot.
class FenError : public std::invalid_argument {
  public:
    FenError(std::string_view fen, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// Fields from castling on may be missing, as in EPD ("-", "-", "0", "1"). Castling is read as usual (KQkq,
// where K is the outermost rook on that side: X-FEN) or by the files of the rooks (HAha: Shredder-FEN).
// Everything that is not a possible position is refused.
Board parse_fen(std::string_view fen);

// An X-FEN's castling field differs from the usual one only where the rook is not the outermost on its
// side; Shredder's always names files.
enum class CastlingStyle { kXfen, kShredder };
// The square behind any pawn that was just pushed two squares, as the standard says, or only where it can be
// captured, so that equal positions have equal texts.
enum class EnPassantStyle { kLegal, kAlways };
std::string to_fen(const Board& board, CastlingStyle castling = CastlingStyle::kXfen,
                   EnPassantStyle en_passant = EnPassantStyle::kLegal);

}  // namespace tabiya::chess
