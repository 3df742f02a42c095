// Forsyth-Edwards notation: pieces, side to move, castling rights, en passant and two counters.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "games/chess/board.hpp"

namespace tabiya::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Names the wrong field, its text and the reason.
class FenError : public std::invalid_argument {
  public:
    FenError(std::string_view fen, const Fault& fault);
    const Fault& fault() const { return fault_; }

  private:
    Fault fault_;
};

// Fields from castling on are optional, as in EPD ("-", "-", "0", "1"). Castling is KQkq, where K is the
// outermost rook on that side (X-FEN), or the files of the rooks (HAha: Shredder-FEN). Impossible positions
// are rejected.
Board parse_fen(std::string_view fen);

// X-FEN differs from plain FEN only if the castling rook is not the outermost on its side. Shredder-FEN
// always names files.
enum class CastlingStyle { kXfen, kShredder };
// The square behind any pawn that was just pushed two squares, as the standard says, or only if the capture
// is legal, so that equal positions have equal FENs.
enum class EnPassantStyle { kLegal, kAlways };
std::string to_fen(const Board& board, CastlingStyle castling = CastlingStyle::kXfen,
                   EnPassantStyle en_passant = EnPassantStyle::kLegal);
// Of a position that may be impossible. Its castling rights must have their king.
std::string to_fen(const Setup& setup, CastlingStyle castling = CastlingStyle::kXfen,
                   EnPassantStyle en_passant = EnPassantStyle::kLegal);

}  // namespace tabiya::chess
