// Piece types, pieces (a type with a colour), and hands.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "games/shogi/square.hpp"

namespace tabiya::shogi {

// A promoted piece is its type plus 8. The low three bits are the type in hand after a capture, 0 for the
// king.
enum class PieceType : std::uint8_t {
    kNone,
    kPawn,
    kLance,
    kKnight,
    kSilver,
    kBishop,
    kRook,
    kGold,
    kKing,
    kPromotedPawn,
    kPromotedLance,
    kPromotedKnight,
    kPromotedSilver,
    kHorse,
    kDragon
};

inline constexpr int kTypes = 15;  // including none

constexpr int index(PieceType type) {
    return static_cast<int>(type);
}

constexpr bool is_promoted(PieceType type) {
    return type > PieceType::kKing;
}

constexpr bool can_promote(PieceType type) {
    return type >= PieceType::kPawn && type <= PieceType::kRook;
}

constexpr PieceType promoted(PieceType type) {
    return static_cast<PieceType>(index(type) + 8);
}

// The type without promotion.
constexpr PieceType base(PieceType type) {
    return is_promoted(type) ? static_cast<PieceType>(index(type) - 8) : type;
}

// colour << 4 | type, so that one instruction extracts either. Tables indexed by piece have 32 rows. 0 is
// none.
class Piece {
  public:
    constexpr Piece() = default;  // kNoPiece
    constexpr Piece(Colour colour, PieceType type)
        : code_(static_cast<std::uint8_t>(shogi::index(colour) << 4 | shogi::index(type))) {}

    constexpr int index() const { return code_; }
    constexpr PieceType type() const { return static_cast<PieceType>(code_ & 15); }
    constexpr Colour colour() const { return static_cast<Colour>(code_ >> 4); }
    constexpr bool operator==(const Piece&) const = default;

  private:
    std::uint8_t code_ = 0;
};

inline constexpr Piece kNoPiece{};

// The types that a hand can hold, in the order P L N S G B R.
inline constexpr int kHandTypes = 7;
inline constexpr std::array<PieceType, kHandTypes> kHandOrder = {
    PieceType::kPawn, PieceType::kLance,  PieceType::kKnight, PieceType::kSilver,
    PieceType::kGold, PieceType::kBishop, PieceType::kRook};

// The index in kHandOrder of a type, promoted or not; not for kings.
constexpr int hand_index(PieceType type) {
    constexpr std::array<std::int8_t, 8> kPlaces = {-1, 0, 1, 2, 3, 5, 6, 4};
    return kPlaces[static_cast<std::size_t>(index(type) & 7)];
}

// The number of pieces in a set, by kHandOrder.
inline constexpr std::array<int, kHandTypes> kSetCounts = {18, 4, 4, 4, 4, 2, 2};
inline constexpr int kMostInHand = 18;

// Counts of seven types in 32 bits, with a free bit above each:
//
//     bits 0-4 pawns, 6-8 lances, 10-12 knights, 14-16 silvers, 18-20 golds, 22-23 bishops, 25-26 rooks
class Hand {
  public:
    constexpr int count(int place) const {
        return static_cast<int>(bits_ >> kShift[at(place)] & kMask[at(place)]);
    }
    constexpr int count(PieceType type) const { return count(hand_index(type)); }
    constexpr bool has(int place) const { return (bits_ >> kShift[at(place)] & kMask[at(place)]) != 0; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr void add(int place) { bits_ += std::uint32_t{1} << kShift[at(place)]; }
    constexpr void remove(int place) { bits_ -= std::uint32_t{1} << kShift[at(place)]; }
    constexpr std::uint32_t bits() const { return bits_; }
    constexpr bool operator==(const Hand&) const = default;

  private:
    static constexpr std::array<std::uint8_t, kHandTypes> kShift = {0, 6, 10, 14, 18, 22, 25};
    static constexpr std::array<std::uint8_t, kHandTypes> kMask = {31, 7, 7, 7, 7, 3, 3};
    static constexpr std::size_t at(int place) { return static_cast<std::size_t>(place); }

    std::uint32_t bits_ = 0;
};

static_assert(sizeof(Hand) == 4);

inline constexpr std::string_view kTypeLetters = ".PLNSBRGK";  // of unpromoted types

// "P", "+p"; "" for none, as in an SFEN.
inline std::string to_string(Piece piece) {
    if (piece == kNoPiece) return "";
    const char letter = kTypeLetters[static_cast<std::size_t>(index(base(piece.type())))];
    const char cased = piece.colour() == Colour::kBlack ? letter : static_cast<char>(letter | 0x20);
    return is_promoted(piece.type()) ? std::string{'+', cased} : std::string{cased};
}

// The unpromoted piece of a letter; kNoPiece if the letter is not a piece.
constexpr Piece piece_from(char letter) {
    const bool lower = letter >= 'a' && letter <= 'z';
    const char upper = lower ? static_cast<char>(letter & ~0x20) : letter;
    for (std::size_t type = 1; type < kTypeLetters.size(); ++type) {
        if (kTypeLetters[type] == upper) {
            return Piece(lower ? Colour::kWhite : Colour::kBlack, static_cast<PieceType>(type));
        }
    }
    return kNoPiece;
}

constexpr std::string_view name(PieceType type) {
    constexpr std::string_view kNames[] = {
        "none",  "pawn", "lance",         "knight",         "silver",          "bishop",          "rook",
        "gold",  "king", "promoted pawn", "promoted lance", "promoted knight", "promoted silver", "horse",
        "dragon"};
    return kNames[index(type)];
}

constexpr std::string_view name(Colour colour) {
    return colour == Colour::kBlack ? "black" : "white";
}

}  // namespace tabiya::shogi
