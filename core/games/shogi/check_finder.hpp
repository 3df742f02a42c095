// Which moves give check.
#pragma once

#include <array>
#include <cstddef>

#include "games/shogi/board.hpp"

namespace tabiya::shogi {

// The checks of the side to move, prepared once for all moves of a position.
class CheckFinder {
  public:
    explicit CheckFinder(const Board& board) : king_(board.king(~board.turn())) {
        if (!king_.valid()) return;
        find_direct(board);
        find_hidden(board);
    }

    bool gives(Move move) const {
        if (from_[static_cast<std::size_t>(index(move.type_after()))].has(move.to())) return true;
        return hidden_.any() && !move.is_drop() && hidden_.has(move.from()) &&
               !line_through(king_, move.from()).has(move.to());
    }

  private:
    // Where a piece of each type would attack the king. Leaving a square opens no line for the piece itself:
    // it would have given check from there.
    void find_direct(const Board& board) {
        const Colour them = ~board.turn();
        const Bitboard occupied = board.occupied();
        const Bitboard straight = rook_attacks(king_, occupied), diagonal = bishop_attacks(king_, occupied);
        const Bitboard beside = king_attacks(king_), gold = gold_attacks(them, king_);
        const auto set = [&](PieceType type, Bitboard from) {
            from_[static_cast<std::size_t>(index(type))] = from;
        };
        set(PieceType::kPawn, pawn_attacks(them, king_));
        set(PieceType::kLance, straight & lance_attacks(them, king_));
        set(PieceType::kKnight, knight_attacks(them, king_));
        set(PieceType::kSilver, silver_attacks(them, king_));
        set(PieceType::kBishop, diagonal);
        set(PieceType::kRook, straight);
        for (const PieceType type : {PieceType::kGold, PieceType::kPromotedPawn, PieceType::kPromotedLance,
                                     PieceType::kPromotedKnight, PieceType::kPromotedSilver}) {
            set(type, gold);
        }
        set(PieceType::kHorse, diagonal | beside);
        set(PieceType::kDragon, straight | beside);
    }

    // Own pieces that are the only ones between one of our sliders and the king.
    void find_hidden(const Board& board) {
        const Pieces& pieces = board.pieces();
        const Bitboard own = pieces.of(board.turn());
        const Bitboard sliders = own & ((rook_attacks(king_) & pieces.family(PieceType::kRook)) |
                                        (bishop_attacks(king_) & pieces.family(PieceType::kBishop)) |
                                        (lance_attacks(~board.turn(), king_) & pieces.of(PieceType::kLance)));
        sliders.each([&](Square slider) {
            const Bitboard blockers = between(king_, slider) & board.occupied();
            if (!blockers.more_than_one()) hidden_ |= blockers & own;
        });
    }

    Square king_;
    std::array<Bitboard, 16> from_{};
    Bitboard hidden_;
};

}  // namespace tabiya::shogi
