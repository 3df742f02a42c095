// Attacks of pieces. Steps use small tables made at compile time. Sliders use a table of nine-square lines
// along files; along ranks and diagonals PEXT if available, otherwise a subtraction, which carries from the
// slider to its first obstacle.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>

#include "games/shogi/bitboard.hpp"
#include "games/shogi/piece.hpp"

#if defined(__BMI2__) && !defined(TABIYA_PORTABLE)
#define TABIYA_SHOGI_PEXT 1
#include <immintrin.h>
#endif

namespace tabiya::shogi {

namespace detail {

// The last row is that of kNoSquare: a missing king neither attacks nor is attacked.
using SquareTable = std::array<Bitboard, kSquares + 1>;
using ColouredTable = std::array<SquareTable, 2>;

struct Step {
    int file, rank;  // as black sees it: forward is rank - 1
};

constexpr bool on_board(int file, int rank) {
    return file >= 0 && file < 9 && rank >= 0 && rank < 9;
}

constexpr Bitboard steps(Square from, std::initializer_list<Step> offsets) {
    Bitboard result;
    for (const auto& [file, rank] : offsets) {
        const int f = from.file() + file, r = from.rank() + rank;
        if (on_board(f, r)) result |= Bitboard(Square(f, r));
    }
    return result;
}

// Walks from the square to the edge or the first occupied square. The tables of sliders are filled from and
// tested against this definition.
constexpr Bitboard walk(Square from, Step step, Bitboard occupied) {
    Bitboard result;
    int f = from.file() + step.file, r = from.rank() + step.rank;
    while (on_board(f, r)) {
        const Square square(f, r);
        result |= Bitboard(square);
        if (occupied.has(square)) break;
        f += step.file;
        r += step.rank;
    }
    return result;
}

inline constexpr std::array<Step, 4> kRookSteps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Step, 4> kBishopSteps = {{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};

constexpr Bitboard walk_all(Square from, const std::array<Step, 4>& steps, Bitboard occupied) {
    Bitboard result;
    for (const Step step : steps) result |= walk(from, step, occupied);
    return result;
}

template <class F>
constexpr SquareTable table_of(F f) {
    SquareTable result;
    for (int s = 0; s < kSquares; ++s) result[static_cast<std::size_t>(s)] = f(Square(s));
    return result;
}

constexpr Bitboard turned(Bitboard b) {
    Bitboard result;
    b.each([&](Square s) { result |= Bitboard(s.relative(Colour::kWhite)); });
    return result;
}

// White's steps are black's on the rotated board.
template <class F>
constexpr ColouredTable coloured_table_of(F f) {
    return {table_of(f), table_of([&](Square s) { return turned(f(s.relative(Colour::kWhite))); })};
}

inline constexpr ColouredTable kPawn = coloured_table_of([](Square s) { return steps(s, {{0, -1}}); });
inline constexpr ColouredTable kKnight =
    coloured_table_of([](Square s) { return steps(s, {{-1, -2}, {1, -2}}); });
inline constexpr ColouredTable kSilver =
    coloured_table_of([](Square s) { return steps(s, {{-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {1, 1}}); });
inline constexpr ColouredTable kGold = coloured_table_of(
    [](Square s) { return steps(s, {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {0, 1}}); });
inline constexpr SquareTable kKing = table_of([](Square s) {
    return steps(s, {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}});
});

// On an empty board.
inline constexpr ColouredTable kLanceRays =
    coloured_table_of([](Square s) { return walk(s, {0, -1}, Bitboard()); });
inline constexpr SquareTable kRookRays =
    table_of([](Square s) { return walk_all(s, kRookSteps, Bitboard()); });
inline constexpr SquareTable kBishopRays =
    table_of([](Square s) { return walk_all(s, kBishopSteps, Bitboard()); });

// kLine[place][inner]: the places of a nine-square line that a slider on `place` reaches if the seven inner
// places are occupied as in `inner`. The occupancy of the ends does not matter.
inline constexpr std::array<std::array<std::uint16_t, 128>, 9> kLine = [] {
    std::array<std::array<std::uint16_t, 128>, 9> result{};
    for (int place = 0; place < 9; ++place) {
        for (int inner = 0; inner < 128; ++inner) {
            int reached = 0;
            for (int step : {-1, 1}) {
                for (int p = place + step; p >= 0 && p < 9; p += step) {
                    reached |= 1 << p;
                    if ((inner << 1) >> p & 1) break;
                }
            }
            result[static_cast<std::size_t>(place)][static_cast<std::size_t>(inner)] =
                static_cast<std::uint16_t>(reached);
        }
    }
    return result;
}();

// Filled at program start, in attacks.cpp: at compile time it would take seconds.
class Tables {
  public:
    Tables();
    Tables(const Tables&) = delete;

    // between[a][b]: the squares strictly between two aligned squares, else none.
    std::array<std::array<Bitboard, kSquares>, kSquares> between;

#ifdef TABIYA_SHOGI_PEXT
    struct Slider {
        std::uint64_t low, high;  // squares whose occupancy matters: the rays without their last squares
        const Bitboard* attacks;
        int low_count;  // number of squares in `low`
        std::size_t index(Bitboard occupied) const {
            return _pext_u64(occupied.low(), low) | _pext_u64(occupied.high(), high) << low_count;
        }
    };
    std::array<Slider, kSquares> bishop;

  private:
    std::array<Bitboard, 20224> bishop_attacks_;  // the sum of 2^(size of the mask) over the squares
#else
    // A ray upwards in square order, and the reversed bytes of one downwards.
    struct Rays {
        Bitboard up, down_reversed;
    };
    std::array<Rays, kSquares> rank;
    std::array<std::array<Rays, 2>, kSquares> diagonals;
#endif
};

extern const Tables kTables;

#ifndef TABIYA_SHOGI_PEXT
// Reverses the bytes. Neighbours on a rank or diagonal are 8 to 10 bits apart, so they are in different bytes
// and only their order is reversed, which is all that matters.
inline Bitboard bytes_reversed(Bitboard b) {
    return {__builtin_bswap64(b.high()), __builtin_bswap64(b.low())};
}

// The part of an upward ray up to its first obstacle: subtracting one changes the lowest set bit and all bits
// below it.
inline Bitboard up_to_first(Bitboard ray, Bitboard occupied) {
    const Bitboard obstacles = ray & occupied;
    const std::uint64_t low = obstacles.low() - 1;
    const std::uint64_t high = obstacles.high() - (obstacles.low() == 0);
    return Bitboard(obstacles.low() ^ low, obstacles.high() ^ high) & ray;
}

inline Bitboard both_ways(const Tables::Rays& rays, Bitboard occupied, Bitboard reversed) {
    return up_to_first(rays.up, occupied) | bytes_reversed(up_to_first(rays.down_reversed, reversed));
}
#endif

inline std::size_t at(Square square) {
    return static_cast<std::size_t>(square.index());
}
inline std::size_t at(Colour colour) {
    return static_cast<std::size_t>(index(colour));
}

}  // namespace detail

inline Bitboard pawn_attacks(Colour colour, Square from) {
    return detail::kPawn[detail::at(colour)][detail::at(from)];
}
inline Bitboard knight_attacks(Colour colour, Square from) {
    return detail::kKnight[detail::at(colour)][detail::at(from)];
}
inline Bitboard silver_attacks(Colour colour, Square from) {
    return detail::kSilver[detail::at(colour)][detail::at(from)];
}
inline Bitboard gold_attacks(Colour colour, Square from) {
    return detail::kGold[detail::at(colour)][detail::at(from)];
}
inline Bitboard king_attacks(Square from) {
    return detail::kKing[detail::at(from)];
}

// On an empty board.
inline Bitboard lance_attacks(Colour colour, Square from) {
    return detail::kLanceRays[detail::at(colour)][detail::at(from)];
}
inline Bitboard rook_attacks(Square from) {
    return detail::kRookRays[detail::at(from)];
}
inline Bitboard bishop_attacks(Square from) {
    return detail::kBishopRays[detail::at(from)];
}

inline Bitboard file_attacks(Square from, Bitboard occupied) {
    const int file = from.file(), rank = from.rank();
    const bool low = file < 7;
    const int shift = (low ? file : file - 7) * 9;
    const std::uint64_t half = low ? occupied.low() : occupied.high();
    const std::uint64_t line = detail::kLine[static_cast<std::size_t>(rank)][half >> (shift + 1) & 127];
    return low ? Bitboard(line << shift, 0) : Bitboard(0, line << shift);
}

inline Bitboard rank_attacks(Square from, Bitboard occupied) {
#ifdef TABIYA_SHOGI_PEXT
    const Bitboard rank = rank_of(from.rank());
    const std::uint64_t line = _pext_u64(occupied.low(), rank.low()) | _pext_u64(occupied.high(), rank.high())
                                                                           << 7;
    const std::uint64_t reached = detail::kLine[static_cast<std::size_t>(from.file())][line >> 1 & 127];
    return {_pdep_u64(reached, rank.low()), _pdep_u64(reached >> 7, rank.high())};
#else
    return detail::both_ways(detail::kTables.rank[detail::at(from)], occupied,
                             detail::bytes_reversed(occupied));
#endif
}

inline Bitboard lance_attacks(Colour colour, Square from, Bitboard occupied) {
    return file_attacks(from, occupied) & lance_attacks(colour, from);
}

inline Bitboard rook_attacks(Square from, Bitboard occupied) {
    return file_attacks(from, occupied) | rank_attacks(from, occupied);
}

inline Bitboard bishop_attacks(Square from, Bitboard occupied) {
#ifdef TABIYA_SHOGI_PEXT
    const detail::Tables::Slider& slider = detail::kTables.bishop[detail::at(from)];
    return slider.attacks[slider.index(occupied)];
#else
    const auto& rays = detail::kTables.diagonals[detail::at(from)];
    const Bitboard reversed = detail::bytes_reversed(occupied);
    return detail::both_ways(rays[0], occupied, reversed) | detail::both_ways(rays[1], occupied, reversed);
#endif
}

inline Bitboard horse_attacks(Square from, Bitboard occupied) {
    return bishop_attacks(from, occupied) | king_attacks(from);
}
inline Bitboard dragon_attacks(Square from, Bitboard occupied) {
    return rook_attacks(from, occupied) | king_attacks(from);
}

Bitboard attacks(PieceType type, Colour colour, Square from, Bitboard occupied);

inline Bitboard between(Square a, Square b) {
    return detail::kTables.between[detail::at(a)][detail::at(b)];
}

// The line through two aligned squares, without these two: where a piece on `b` may go without exposing `a`.
// The rays of two squares on one line cross nowhere else.
inline Bitboard line_through(Square a, Square b) {
    const Bitboard straight = rook_attacks(a);
    if (straight.has(b)) return straight & rook_attacks(b);
    return bishop_attacks(a) & bishop_attacks(b);
}

}  // namespace tabiya::shogi
