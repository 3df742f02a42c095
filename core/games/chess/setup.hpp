// An unchecked position (from a FEN or another library's board), and the reasons why it may be impossible.
#pragma once

#include <cstdint>
#include <optional>

#include "games/chess/pieces.hpp"
#include "games/fault.hpp"

namespace tabiya::chess {

struct Setup {
    Pieces pieces;
    Colour turn = Colour::kWhite;
    Bitboard castling_rooks;  // the rooks that may still castle
    Square en_passant;        // behind a pawn that was just pushed two squares; none if none was
    int rule50 = 0;           // plies since the last capture or pawn move
    int fullmove = 1;

    // The key of a Board of this setup. Works for invalid positions too and never throws: engines on other
    // libraries call it at every node.
    std::uint64_t key() const;

    // The en-passant square if a capture is legal, else none.
    Square legal_en_passant() const;

    bool operator==(const Setup&) const = default;
};

// Faults that would break the move generator or can never arise: wrong numbers of kings or pieces, pawns on
// the last ranks, a king that could be captured, castling rights without their rook, and so on. Fields:
// "pieces", "castling", "en passant", "halfmove clock", "fullmove number".
std::optional<Fault> fault(const Setup& setup);

// The castling rights that are left of `rooks`: those with king and rook, of outermost rooks. Without
// `chess960`, only those of the usual squares.
Bitboard clean_castling(const Pieces& pieces, Bitboard rooks, bool chess960);

// The setup without the castling rights and the en-passant square that its pieces do not allow.
Setup cleaned(const Setup& setup, bool chess960);

}  // namespace tabiya::chess
