// Attacks of pieces. Leapers use small tables made at compile time. Sliders use one table of all relevant
// occupancies, indexed with PEXT if available, otherwise by multiplication.
#pragma once

#include <array>
#include <cstdint>

#include "games/chess/bitboard.hpp"
#include "games/chess/piece.hpp"

#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
#define TABIYA_CHESS_PEXT 1
#include <immintrin.h>
#endif

namespace tabiya::chess {

namespace detail {

using SquareTable = std::array<Bitboard, 64>;

constexpr Bitboard steps(Square from, const int (&offsets)[8][2]) {
    Bitboard result;
    for (const auto& [file, rank] : offsets) {
        const int f = from.file() + file, r = from.rank() + rank;
        if (f >= 0 && f < 8 && r >= 0 && r < 8) result |= Bitboard(Square(f, r));
    }
    return result;
}

// Walks from the square to the edge or the first occupied square. The table of sliders is filled from and
// tested against this definition.
constexpr Bitboard walk(Square from, int file_step, int rank_step, Bitboard occupied) {
    Bitboard result;
    int f = from.file() + file_step, r = from.rank() + rank_step;
    while (f >= 0 && f < 8 && r >= 0 && r < 8) {
        const Square square(f, r);
        result |= Bitboard(square);
        if (occupied.has(square)) break;
        f += file_step;
        r += rank_step;
    }
    return result;
}

inline constexpr int kRookSteps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
inline constexpr int kBishopSteps[4][2] = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};

constexpr Bitboard walk_all(Square from, const int (&steps)[4][2], Bitboard occupied) {
    Bitboard result;
    for (const auto& [file, rank] : steps) result |= walk(from, file, rank, occupied);
    return result;
}

template <class F>
constexpr SquareTable table_of(F f) {
    SquareTable result;
    for (int s = 0; s < 64; ++s) result[static_cast<std::size_t>(s)] = f(Square(s));
    return result;
}

inline constexpr SquareTable kKnight = table_of([](Square s) {
    return steps(s, {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}});
});
inline constexpr SquareTable kKing = table_of([](Square s) {
    return steps(s, {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}});
});
inline constexpr std::array<SquareTable, 2> kPawn = {
    table_of(
        [](Square s) { return shift<Step::kNorthWest>(Bitboard(s)) | shift<Step::kNorthEast>(Bitboard(s)); }),
    table_of([](Square s) {
        return shift<Step::kSouthWest>(Bitboard(s)) | shift<Step::kSouthEast>(Bitboard(s));
    })};

// kBetween[a][b]: the squares strictly between two aligned squares, else none.
inline constexpr std::array<SquareTable, 64> kBetween = [] {
    std::array<SquareTable, 64> result{};
    for (int a = 0; a < 64; ++a) {
        for (int df = -1; df <= 1; ++df) {
            for (int dr = -1; dr <= 1; ++dr) {
                if (df == 0 && dr == 0) continue;
                Bitboard path;
                int f = Square(a).file() + df, r = Square(a).rank() + dr;
                for (; f >= 0 && f < 8 && r >= 0 && r < 8; f += df, r += dr) {
                    result[static_cast<std::size_t>(a)][static_cast<std::size_t>(r * 8 + f)] = path;
                    path |= Bitboard(Square(f, r));
                }
            }
        }
    }
    return result;
}();

// On an empty board.
inline constexpr SquareTable kRookRays =
    table_of([](Square s) { return walk_all(s, kRookSteps, Bitboard()); });
inline constexpr SquareTable kBishopRays =
    table_of([](Square s) { return walk_all(s, kBishopSteps, Bitboard()); });

// One square's part of the table of slider attacks.
struct Slider {
    std::uint64_t mask;  // squares whose occupancy matters: the rays without their last squares
    const Bitboard* attacks;
#ifdef TABIYA_CHESS_PEXT
    std::size_t index(Bitboard occupied) const { return _pext_u64(occupied.bits(), mask); }
#else
    std::uint64_t magic;  // maps each subset of the mask to a unique index, or to one with equal attacks
    int shift;
    std::size_t index(Bitboard occupied) const {
        return static_cast<std::size_t>(((occupied.bits() & mask) * magic) >> shift);
    }
#endif
};

// Filled at program start, in attacks.cpp.
class Sliders {
  public:
    Sliders();
    Sliders(const Sliders&) = delete;

    std::array<Slider, 64> rook, bishop;

  private:
    std::array<Bitboard, 102400> rook_attacks_;  // the sum of 2^(size of the mask) over the squares
    std::array<Bitboard, 5248> bishop_attacks_;
};

extern const Sliders kSliders;

}  // namespace detail

inline Bitboard pawn_attacks(Colour colour, Square from) {
    return detail::kPawn[static_cast<std::size_t>(index(colour))][static_cast<std::size_t>(from.index())];
}

inline Bitboard knight_attacks(Square from) {
    return detail::kKnight[static_cast<std::size_t>(from.index())];
}

inline Bitboard king_attacks(Square from) {
    return detail::kKing[static_cast<std::size_t>(from.index())];
}

// On an empty board.
inline Bitboard rook_attacks(Square from) {
    return detail::kRookRays[static_cast<std::size_t>(from.index())];
}

inline Bitboard bishop_attacks(Square from) {
    return detail::kBishopRays[static_cast<std::size_t>(from.index())];
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
    const detail::Slider& slider = detail::kSliders.rook[static_cast<std::size_t>(from.index())];
    return slider.attacks[slider.index(occupied)];
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
    const detail::Slider& slider = detail::kSliders.bishop[static_cast<std::size_t>(from.index())];
    return slider.attacks[slider.index(occupied)];
}

inline Bitboard queen_attacks(Square from, Bitboard occupied) {
    return rook_attacks(from, occupied) | bishop_attacks(from, occupied);
}

// For pieces other than pawns.
inline Bitboard attacks(PieceType type, Square from, Bitboard occupied) {
    switch (type) {
        case PieceType::kKnight:
            return knight_attacks(from);
        case PieceType::kBishop:
            return bishop_attacks(from, occupied);
        case PieceType::kRook:
            return rook_attacks(from, occupied);
        case PieceType::kQueen:
            return queen_attacks(from, occupied);
        case PieceType::kKing:
            return king_attacks(from);
        default:
            return Bitboard();
    }
}

inline Bitboard between(Square a, Square b) {
    return detail::kBetween[static_cast<std::size_t>(a.index())][static_cast<std::size_t>(b.index())];
}

// The squares attacked by any pawn of a colour.
template <Colour C>
constexpr Bitboard pawn_attacks(Bitboard pawns) {
    return shift<kForwardWest<C>>(pawns) | shift<kForwardEast<C>>(pawns);
}

// The squares attacked by any knight of a set.
constexpr Bitboard knight_attacks(Bitboard knights) {
    const std::uint64_t b = knights.bits();
    const std::uint64_t west1 = b >> 1 & 0x7F7F7F7F7F7F7F7F, west2 = b >> 2 & 0x3F3F3F3F3F3F3F3F;
    const std::uint64_t east1 = b << 1 & 0xFEFEFEFEFEFEFEFE, east2 = b << 2 & 0xFCFCFCFCFCFCFCFC;
    const std::uint64_t one = west1 | east1, two = west2 | east2;
    return Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8);
}

}  // namespace tabiya::chess
