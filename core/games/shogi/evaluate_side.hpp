// Code shared by the parts of the evaluation: terms of one side, and geometry.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "games/shogi/board.hpp"
#include "games/shogi/weights.hpp"

namespace tabiya::shogi {

// Returns a function that adds `weight` `count` times for the side `Us`.
template <Colour Us, class Sum>
constexpr auto adder(Sum& sum) {
    return [&sum](const Weight& weight, int count = 1) { sum.template add<index(Us)>(weight, count); };
}

constexpr int from_edge(int file) {
    return std::min(file, 8 - file);
}

// The cell (see kCells) of a piece relative to a king, both as relative squares.
constexpr int cell_of(Square king, Square piece) {
    const int files = king.file() - piece.file(), ranks = king.rank() - piece.rank();
    return std::min(files < 0 ? -files : files, 3) * 7 + std::clamp(ranks, -3, 3) + 3;
}

using CellTable = std::array<std::array<std::uint8_t, kSquares>, kSquares>;
inline constexpr CellTable kCell = [] {
    CellTable table{};
    for (int king = 0; king < kSquares; ++king) {
        for (int piece = 0; piece < kSquares; ++piece) {
            table[static_cast<std::size_t>(king)][static_cast<std::size_t>(piece)] =
                static_cast<std::uint8_t>(cell_of(Square(king), Square(piece)));
        }
    }
    return table;
}();

// Material, rank and file in one table, because they are always added together.
inline constexpr auto kPieceSquare = [] {
    std::array<std::array<Weight, kSquares>, kTypes> table;
    for (int type = 0; type < kTypes; ++type) {
        for (int s = 0; s < kSquares; ++s) {
            const Square square(s);
            table[static_cast<std::size_t>(type)][static_cast<std::size_t>(s)] =
                kWeights.material[type] + kWeights.rank[type * 9 + square.rank()] +
                kWeights.file[type * 5 + from_edge(square.file())];
        }
    }
    return table;
}();

// The kings from one side's view. A missing king is in a corner, far from everything.
struct Kings {
    template <Colour Us>
    static Kings of(const Board& board) {
        const auto place = [](Square king) { return king.valid() ? king.relative(Us) : Square(0); };
        return {place(board.king(Us)), place(board.king(~Us))};
    }

    Square own, their;
};

// For pieces other than kings.
template <Colour Us, PieceType Type, class Sum>
void add_piece(Square square, const Kings& kings, Sum& sum) {
    const auto add = adder<Us>(sum);
    const Square place = square.relative(Us);
    const std::size_t at = static_cast<std::size_t>(place.index());
    constexpr int kType = index(Type);
    if constexpr (Sum::kCounts) {
        add(kWeights.material[kType]);
        add(kWeights.rank[kType * 9 + place.rank()]);
        add(kWeights.file[kType * 5 + from_edge(place.file())]);
    } else {
        add(kPieceSquare[kType][at]);
    }
    add(kWeights.near_own_king[kType * kCells + kCell[static_cast<std::size_t>(kings.own.index())][at]]);
    add(kWeights.near_their_king[kType * kCells + kCell[static_cast<std::size_t>(kings.their.index())][at]]);
}

}  // namespace tabiya::shogi
