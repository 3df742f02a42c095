// Sets of squares by piece, and attacks on a square. Used by Board, which keeps them consistent with its key,
// and by Setup, an unchecked position.
#pragma once

#include <array>

#include "games/chess/attacks.hpp"
#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"

namespace tabiya::chess {

struct Pieces {
    std::array<Bitboard, 6> types;
    std::array<Bitboard, 2> colours;

    Bitboard occupied() const { return colours[0] | colours[1]; }
    Bitboard of(Colour colour) const { return colours[static_cast<std::size_t>(index(colour))]; }
    Bitboard of(PieceType type) const { return types[static_cast<std::size_t>(index(type))]; }
    Bitboard of(Colour colour, PieceType type) const { return of(colour) & of(type); }
    Bitboard of(PieceType a, PieceType b) const { return of(a) | of(b); }
    Bitboard diagonal_sliders() const { return of(PieceType::kBishop, PieceType::kQueen); }
    Bitboard straight_sliders() const { return of(PieceType::kRook, PieceType::kQueen); }

    // Adds or removes the piece on these squares. Only changes the sets.
    void toggle(Piece piece, Bitboard squares) {
        types[static_cast<std::size_t>(index(piece.type()))] ^= squares;
        colours[static_cast<std::size_t>(index(piece.colour()))] ^= squares;
    }

    // The first piece found on the square in the sets.
    Piece at(Square square) const {
        for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
            if (!of(colour).has(square)) continue;
            for (int type = 0; type < 6; ++type) {
                if (types[static_cast<std::size_t>(type)].has(square)) {
                    return Piece(colour, static_cast<PieceType>(type));
                }
            }
        }
        return kNoPiece;
    }

    // Pieces of both colours that attack the square if exactly `occupied` is occupied. The result may contain
    // pieces outside `occupied`: intersect it.
    Bitboard attackers_to(Square square, Bitboard occupied) const {
        return (pawn_attacks(Colour::kWhite, square) & of(Colour::kBlack, PieceType::kPawn)) |
               (pawn_attacks(Colour::kBlack, square) & of(Colour::kWhite, PieceType::kPawn)) |
               (knight_attacks(square) & of(PieceType::kKnight)) |
               (king_attacks(square) & of(PieceType::kKing)) |
               (rook_attacks(square, occupied) & straight_sliders()) |
               (bishop_attacks(square, occupied) & diagonal_sliders());
    }

    // Whether the pawn on `capturer` may take the pawn on `captured` en passant without exposing its king.
    // Two pawns leave a rank at once, which no pin mask covers, so the king is checked after the capture.
    // `occupied` is the occupancy before the capture, after the double push.
    bool en_passant_is_safe(Square capturer, Square captured, Square target, Bitboard occupied) const {
        const Colour us = of(Colour::kWhite).has(capturer) ? Colour::kWhite : Colour::kBlack;
        const Bitboard king = of(us, PieceType::kKing);
        if (king.empty()) return true;  // possible in a Setup
        const Bitboard after = (occupied & ~Bitboard(capturer) & ~Bitboard(captured)) | Bitboard(target);
        return !attackers_to(king.first(), after).intersects(of(~us) & after);
    }

    // Whether any pawn may legally capture en passant a pawn of `pusher` that went from `from` to `to`. The
    // sets may have it on either square.
    bool en_passant_exists(Colour pusher, Square from, Square to) const {
        const Square target((from.index() + to.index()) / 2);
        const Bitboard capturers = pawn_attacks(pusher, target) & of(~pusher, PieceType::kPawn);
        if (capturers.empty()) return false;
        const Bitboard occupied_after = (occupied() & ~Bitboard(from)) | Bitboard(to);
        for (Square capturer : capturers) {
            if (en_passant_is_safe(capturer, to, target, occupied_after)) return true;
        }
        return false;
    }

    bool operator==(const Pieces&) const = default;
};

}  // namespace tabiya::chess
