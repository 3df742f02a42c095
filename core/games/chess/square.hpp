// Squares, files, ranks and the two sides. a1 = 0, b1 = 1, ..., h8 = 63.
#pragma once

#include <cstdint>
#include <string>

namespace tabiya::chess {

enum class Colour : std::uint8_t { kWhite, kBlack };

constexpr Colour operator~(Colour c) {
    return static_cast<Colour>(static_cast<int>(c) ^ 1);
}

constexpr int index(Colour c) {
    return static_cast<int>(c);
}

class Square {
  public:
    constexpr Square() = default;  // kNoSquare
    constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr Square(int file, int rank) : Square(rank * 8 + file) {}

    constexpr int index() const { return index_; }
    constexpr int file() const { return index_ & 7; }
    constexpr int rank() const { return index_ >> 3; }
    constexpr bool valid() const { return index_ < 64; }

    // The square as `colour` sees it: white's e1 is black's e8.
    constexpr Square relative(Colour colour) const { return Square(index_ ^ (chess::index(colour) * 56)); }

    constexpr bool operator==(const Square&) const = default;

  private:
    std::uint8_t index_ = 64;
};

inline constexpr Square kNoSquare{};

// "e4", and "-" for no square, as in a FEN.
inline std::string to_string(Square square) {
    if (!square.valid()) return "-";
    return {static_cast<char>('a' + square.file()), static_cast<char>('1' + square.rank())};
}

}  // namespace tabiya::chess
