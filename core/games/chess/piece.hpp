// Piece types, and pieces: a type with a colour.
#pragma once

#include <cstdint>
#include <string_view>

#include "games/chess/square.hpp"

namespace tabiya::chess {

enum class PieceType : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing, kNone };

constexpr int index(PieceType type) {
    return static_cast<int>(type);
}

// colour << 3 | type, so that one instruction extracts either. Tables indexed by piece have 16 rows.
class Piece {
  public:
    constexpr Piece() = default;  // kNoPiece
    constexpr Piece(Colour colour, PieceType type)
        : code_(static_cast<std::uint8_t>(chess::index(colour) << 3 | chess::index(type))) {}

    constexpr int index() const { return code_; }
    constexpr PieceType type() const { return static_cast<PieceType>(code_ & 7); }
    constexpr Colour colour() const { return static_cast<Colour>(code_ >> 3); }
    constexpr bool operator==(const Piece&) const = default;

  private:
    std::uint8_t code_ = chess::index(PieceType::kNone);
};

inline constexpr Piece kNoPiece{};
inline constexpr std::string_view kPieceLetters = "PNBRQK.?pnbrqk.?";  // by Piece::index()

constexpr char to_char(Piece piece) {
    return kPieceLetters[static_cast<std::size_t>(piece.index())];
}

// kNoPiece if the letter is not a piece.
constexpr Piece piece_from(char letter) {
    for (Colour colour : {Colour::kWhite, Colour::kBlack}) {
        for (int type = 0; type < 6; ++type) {
            const Piece piece(colour, static_cast<PieceType>(type));
            if (to_char(piece) == letter) return piece;
        }
    }
    return kNoPiece;
}

constexpr std::string_view name(PieceType type) {
    constexpr std::string_view kNames[] = {"pawn", "knight", "bishop", "rook", "queen", "king", "none"};
    return kNames[index(type)];
}

constexpr std::string_view name(Colour colour) {
    return colour == Colour::kWhite ? "white" : "black";
}

}  // namespace tabiya::chess
