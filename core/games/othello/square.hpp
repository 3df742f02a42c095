// Squares and the two sides. a1 = 0, b1 = 1, ..., h1 = 7, a2 = 8, ..., h8 = 63: row by row from the top, as
// in diagrams and problem texts of Othello.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tabiya::othello {

// Black moves first.
enum class Colour : std::uint8_t { kBlack, kWhite };

constexpr Colour operator~(Colour c) {
    return static_cast<Colour>(static_cast<int>(c) ^ 1);
}

constexpr int index(Colour c) {
    return static_cast<int>(c);
}

constexpr std::string_view name(Colour colour) {
    return colour == Colour::kBlack ? "black" : "white";
}

inline constexpr int kSquares = 64;

class Square {
  public:
    constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}

    constexpr int index() const { return index_; }
    constexpr int column() const { return index_ & 7; }
    constexpr int row() const { return index_ >> 3; }
    constexpr bool operator==(const Square&) const = default;

  private:
    std::uint8_t index_;
};

// "d3".
inline std::string to_string(Square square) {
    return {static_cast<char>('a' + square.column()), static_cast<char>('1' + square.row())};
}

}  // namespace tabiya::othello
