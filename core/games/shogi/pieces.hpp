// Sets of squares by piece, and attacks on a square. Used by Board, which keeps them consistent with its key,
// and by Setup, an unchecked position.
#pragma once

#include <array>

#include "games/shogi/attacks.hpp"
#include "games/shogi/bitboard.hpp"
#include "games/shogi/piece.hpp"

namespace tabiya::shogi {

struct Pieces {
    // By type without promotion (the low three bits of PieceType; 0 is the king), and separately the promoted
    // pieces: most queries concern both types at once, or unpromoted ones only.
    std::array<Bitboard, 8> families;
    Bitboard promoted;
    std::array<Bitboard, 2> colours;

    Bitboard occupied() const { return colours[0] | colours[1]; }
    Bitboard of(Colour colour) const { return colours[static_cast<std::size_t>(index(colour))]; }
    // Bishops with horses, rooks with dragons, and so on.
    Bitboard family(PieceType type) const { return families[static_cast<std::size_t>(index(type) & 7)]; }
    Bitboard of(PieceType type) const {
        return is_promoted(type) ? family(type) & promoted : family(type) - promoted;
    }
    Bitboard of(Colour colour, PieceType type) const { return of(colour) & of(type); }
    Bitboard big() const { return family(PieceType::kBishop) | family(PieceType::kRook); }
    // Golds, and promoted pieces that move like them.
    Bitboard golds() const { return family(PieceType::kGold) | (promoted - big()); }
    Bitboard horses_and_dragons() const { return promoted & big(); }

    // Adds or removes the piece on these squares. Only changes the sets.
    void toggle(Piece piece, Bitboard squares) {
        families[static_cast<std::size_t>(index(piece.type()) & 7)] ^= squares;
        colours[static_cast<std::size_t>(index(piece.colour()))] ^= squares;
        if (is_promoted(piece.type())) promoted ^= squares;
    }

    // The first piece found on the square in the sets.
    Piece at(Square square) const {
        for (Colour colour : {Colour::kBlack, Colour::kWhite}) {
            if (!of(colour).has(square)) continue;
            for (int type = 1; type < kTypes; ++type) {
                if (of(static_cast<PieceType>(type)).has(square)) {
                    return Piece(colour, static_cast<PieceType>(type));
                }
            }
        }
        return kNoPiece;
    }

    Square king(Colour colour) const {
        const Bitboard kings = of(colour) & family(PieceType::kKing);
        return kings.any() ? kings.first() : kNoSquare;
    }

    // Pieces of `colour` that attack the square if exactly `occupied` is occupied. The result may contain
    // pieces outside `occupied`: intersect it.
    Bitboard attackers_to(Colour colour, Square square, Bitboard occupied) const {
        const Bitboard plain = kAll - promoted;
        const Bitboard steppers = (pawn_attacks(~colour, square) & family(PieceType::kPawn) & plain) |
                                  (knight_attacks(~colour, square) & family(PieceType::kKnight) & plain) |
                                  (silver_attacks(~colour, square) & family(PieceType::kSilver) & plain) |
                                  (gold_attacks(~colour, square) & golds()) |
                                  (king_attacks(square) & (family(PieceType::kKing) | horses_and_dragons()));
        const Bitboard lances = family(PieceType::kLance) & plain & lance_attacks(~colour, square);
        Bitboard sliders;
        if ((family(PieceType::kRook) & rook_attacks(square)).any()) {
            sliders |= family(PieceType::kRook) & rook_attacks(square, occupied);
        }
        if (lances.any()) sliders |= lances & file_attacks(square, occupied);
        if ((family(PieceType::kBishop) & bishop_attacks(square)).any()) {
            sliders |= family(PieceType::kBishop) & bishop_attacks(square, occupied);
        }
        return (steppers | sliders) & of(colour);
    }

    bool operator==(const Pieces&) const = default;
};

}  // namespace tabiya::shogi
