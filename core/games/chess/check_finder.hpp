// Which moves give check.
#pragma once

#include <array>
#include <cstddef>

#include "games/chess/board.hpp"

namespace tabiya::chess {

// The checks of the side to move, prepared once for all moves of a position.
class CheckFinder {
  public:
    explicit CheckFinder(const Board& board) : board_(board), king_(board.king(~board.turn())) {
        const Pieces& pieces = board.pieces();
        const Bitboard occupied = board.occupied();
        const Bitboard straight = rook_attacks(king_, occupied), diagonal = bishop_attacks(king_, occupied);
        from_ = {pawn_attacks(~board.turn(), king_),
                 knight_attacks(king_),
                 diagonal,
                 straight,
                 straight | diagonal,
                 Bitboard()};
        // Our pieces in the king's view that hide one of our sliders.
        const Bitboard own = pieces.of(board.turn()), lifted = occupied ^ ((straight | diagonal) & own);
        const bool hidden =
            (rook_attacks(king_, lifted) & pieces.straight_sliders() & own & ~straight).any() ||
            (bishop_attacks(king_, lifted) & pieces.diagonal_sliders() & own & ~diagonal).any();
        if (hidden) seen_ = (straight | diagonal) & own;
    }

    bool gives(Move move) const {
        if (move.kind() >= MoveKind::kCastling) return board_.gives_check(move);  // and promotions
        const auto type = static_cast<std::size_t>(index(board_.at(move.from()).type()));
        if (from_[type].has(move.to())) return true;
        return seen_.has(move.from()) && board_.gives_check(move);
    }

  private:
    const Board& board_;
    Square king_;
    std::array<Bitboard, 6> from_;
    Bitboard seen_;  // may uncover a check when they move
};

}  // namespace tabiya::chess
