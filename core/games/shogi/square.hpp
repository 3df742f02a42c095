// Squares, files, ranks and the two sides. 1a = 0, 1b = 1, ..., 9i = 80: file by file from black's right,
// and in each file from white's side to black's.
#pragma once

#include <cstdint>
#include <string>

namespace tabiya::shogi {

// Black (sente) moves first, up the board towards rank a.
enum class Colour : std::uint8_t { kBlack, kWhite };

constexpr Colour operator~(Colour c) {
    return static_cast<Colour>(static_cast<int>(c) ^ 1);
}

constexpr int index(Colour c) {
    return static_cast<int>(c);
}

inline constexpr int kSquares = 81;

class Square {
  public:
    constexpr Square() = default;  // kNoSquare
    constexpr explicit Square(int index) : index_(static_cast<std::uint8_t>(index)) {}
    constexpr Square(int file, int rank) : Square(file * 9 + rank) {}

    constexpr int index() const { return index_; }
    constexpr int file() const { return index_ / 9; }
    constexpr int rank() const { return index_ % 9; }
    constexpr bool valid() const { return index_ < kSquares; }

    // The square as `colour` sees it, rotated for white: black's 5i is white's 5a.
    constexpr Square relative(Colour colour) const {
        return colour == Colour::kBlack ? *this : Square(kSquares - 1 - index_);
    }

    constexpr bool operator==(const Square&) const = default;

  private:
    std::uint8_t index_ = kSquares;
};

inline constexpr Square kNoSquare{};

// "7f", and "-" for no square.
inline std::string to_string(Square square) {
    if (!square.valid()) return "-";
    return {static_cast<char>('1' + square.file()), static_cast<char>('a' + square.rank())};
}

}  // namespace tabiya::shogi
