// Sets of squares, legal placements, and the discs that a placement turns. `own` are the discs of the side to
// move, `theirs` those of the other side.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/bits.hpp"
#include "games/othello/square.hpp"

namespace tabiya::othello {

using Bitboard = std::uint64_t;

constexpr Bitboard bit(Square square) {
    return Bitboard{1} << square.index();
}

constexpr Square first(Bitboard squares) {
    return Square(std::countr_zero(squares));
}

// Calls visit(square) for each square in ascending order.
template <class Visit>
constexpr void each(Bitboard squares, Visit visit) {
    for (; squares != 0; squares &= squares - 1) visit(first(squares));
}

inline constexpr Bitboard kLeftColumn = 0x0101010101010101;
inline constexpr Bitboard kRightColumn = 0x8080808080808080;
inline constexpr Bitboard kTopRow = 0xFF;
inline constexpr Bitboard kBottomRow = 0xFF00000000000000;
inline constexpr Bitboard kCorners = (kTopRow | kBottomRow) & (kLeftColumn | kRightColumn);

// The four axes by the distance between neighbours: rows, columns and the two diagonals.
inline constexpr std::array<int, 4> kAxes = {1, 8, 7, 9};

// The squares without a neighbour in one of the directions of an axis.
constexpr Bitboard border(int axis) {
    const Bitboard columns = kLeftColumn | kRightColumn, rows = kTopRow | kBottomRow;
    return axis == 1 ? columns : axis == 8 ? rows : columns | rows;
}

namespace detail {

// Empty squares beyond an unbroken row of their discs that starts next to one of ours, in both directions of
// an axis. `inner` are their discs with neighbours on both sides.
template <int kAxis>
constexpr Bitboard placements(Bitboard own, Bitboard inner) {
    Bitboard up = inner & (own << kAxis), down = inner & (own >> kAxis);
    up |= inner & (up << kAxis);
    down |= inner & (down >> kAxis);
    // Two steps at a time: a row has at most six discs between its ends.
    const Bitboard pairs_up = inner & (inner << kAxis), pairs_down = inner & (inner >> kAxis);
    up |= pairs_up & (up << 2 * kAxis);
    down |= pairs_down & (down >> 2 * kAxis);
    up |= pairs_up & (up << 2 * kAxis);
    down |= pairs_down & (down >> 2 * kAxis);
    return up << kAxis | down >> kAxis;
}

// The four rays from each square to higher numbers, and the four to lower ones, by axis.
struct Rays {
    std::array<std::array<Bitboard, 4>, kSquares> up{}, down{};
};

inline constexpr Rays kRays = [] {
    Rays rays;
    constexpr int kSteps[4][2] = {{1, 0}, {0, 1}, {-1, 1}, {1, 1}};  // columns and rows of kAxes
    for (int s = 0; s < kSquares; ++s) {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            for (const int sign : {1, -1}) {
                int column = Square(s).column() + sign * kSteps[axis][0];
                int row = Square(s).row() + sign * kSteps[axis][1];
                Bitboard& ray = (sign > 0 ? rays.up : rays.down)[static_cast<std::size_t>(s)][axis];
                while (column >= 0 && column < 8 && row >= 0 && row < 8) {
                    ray |= bit(Square(row * 8 + column));
                    column += sign * kSteps[axis][0];
                    row += sign * kSteps[axis][1];
                }
            }
        }
    }
    return rays;
}();

}  // namespace detail

// Where the side to move can place a disc.
constexpr Bitboard placements(Bitboard own, Bitboard theirs) {
    const Bitboard inner = theirs & ~(kLeftColumn | kRightColumn);  // rows do not wrap around the edge
    const Bitboard found = detail::placements<1>(own, inner) | detail::placements<8>(own, theirs) |
                           detail::placements<7>(own, inner) | detail::placements<9>(own, inner);
    return found & ~(own | theirs);
}

// The discs that a placement on an empty square turns; none if it is illegal.
constexpr Bitboard turned(Square square, Bitboard own, Bitboard theirs) {
    const auto at = static_cast<std::size_t>(square.index());
    Bitboard result = 0;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        // Upwards, a carry runs through their discs and stops at the first square that is not theirs.
        const Bitboard up = detail::kRays.up[at][axis];
        const Bitboard end_up = ((theirs | ~up) + 1) & up & own;
        result |= (end_up - (end_up != 0)) & up;
        // Downwards, that square is the highest one on the ray.
        const Bitboard down = detail::kRays.down[at][axis];
        const Bitboard others = down & ~theirs;
        const Bitboard end_down = others == 0 ? 0 : std::bit_floor(others) & own;
        result |= (Bitboard{0} - 2 * end_down) & down;
    }
    return result;
}

static_assert(placements(0x0000000810000000, 0x0000001008000000) == 0x0000102004080000);
static_assert(turned(Square(19), 0x0000000810000000, 0x0000001008000000) == 0x0000000008000000);

}  // namespace tabiya::othello
