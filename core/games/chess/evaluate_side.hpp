// Code shared by the parts of the evaluation: terms of one side, and geometry.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "games/chess/bitboard.hpp"
#include "games/chess/weights.hpp"

namespace tabiya::chess {

// Returns a function that adds `weight` `count` times for the side `Us`.
template <Colour Us, class Sum>
constexpr auto adder(Sum& sum) {
    return [&sum](const Weight& weight, int count = 1) { sum.template add<index(Us)>(weight, count); };
}

// Material and square in one table, because they are always added together.
inline constexpr auto kPieceSquare = [] {
    std::array<std::array<Weight, 64>, 6> table;
    for (int type = 0; type < 6; ++type) {
        const PieceType piece = static_cast<PieceType>(type);
        const Weight material = piece == PieceType::kKing ? Weight() : kWeights.material[type];
        for (int s = 0; s < 64; ++s) {
            table[static_cast<std::size_t>(type)][static_cast<std::size_t>(s)] =
                material + squares_of(kWeights, piece)[half_board_index(Square(s))];
        }
    }
    return table;
}();

template <Colour Us, PieceType Type, class Sum>
void add_piece(Square square, Sum& sum) {
    const Square relative = square.relative(Us);
    if constexpr (Sum::kCounts) {
        if constexpr (Type != PieceType::kKing) adder<Us>(sum)(kWeights.material[index(Type)]);
        adder<Us>(sum)(squares_of(kWeights, Type)[half_board_index(relative)]);
    } else {
        adder<Us>(sum)(kPieceSquare[index(Type)][static_cast<std::size_t>(relative.index())]);
    }
}

// The squares of the set and all squares in front of them.
template <Colour Us>
constexpr Bitboard fill_forward(Bitboard set) {
    std::uint64_t b = set.bits();
    if constexpr (Us == Colour::kWhite) {
        b |= b << 8;
        b |= b << 16;
        b |= b << 32;
    } else {
        b |= b >> 8;
        b |= b >> 16;
        b |= b >> 32;
    }
    return Bitboard(b);
}

constexpr Bitboard fill_files(Bitboard set) {
    return fill_forward<Colour::kWhite>(set) | fill_forward<Colour::kBlack>(set);
}

// The squares to the left and right.
constexpr Bitboard beside(Bitboard set) {
    return Bitboard((set & ~kFileA).bits() >> 1 | (set & ~kFileH).bits() << 1);
}

constexpr Bitboard file_of(int file) {
    return Bitboard(kFileA.bits() << file);
}

// In moves of a king.
inline int distance(Square a, Square b) {
    return std::max(std::abs(a.file() - b.file()), std::abs(a.rank() - b.rank()));
}

template <Colour Us>
constexpr int relative_rank_of(Square square) {
    return square.relative(Us).rank();
}

}  // namespace tabiya::chess
