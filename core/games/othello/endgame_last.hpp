// The exact endgame search for the last few empty squares: no memory, cheap move ordering.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "games/othello/outcome.hpp"

namespace tabiya::othello {

namespace detail {

// Regions are the quarters of the board, a bit each. odd_regions() returns those with an odd number of empty
// squares.
constexpr unsigned region(Square square) {
    return 1u << (square.column() / 4 + square.row() / 4 * 2);
}
inline unsigned odd_regions(Bitboard empty) {
    unsigned odd = 0;
    each(empty, [&](Square square) { odd ^= region(square); });
    return odd;
}
// The squares of a set of regions.
inline constexpr auto kSquaresOf = [] {
    std::array<Bitboard, 16> result{};
    for (unsigned regions = 0; regions < 16; ++regions) {
        for (int s = 0; s < kSquares; ++s) {
            if (regions & region(Square(s))) result[regions] |= bit(Square(s));
        }
    }
    return result;
}();
inline constexpr auto kNeighbours = [] {
    std::array<Bitboard, kSquares> result{};
    for (std::size_t s = 0; s < kSquares; ++s) {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const Bitboard up = kRays.up[s][axis], down = kRays.down[s][axis];
            if (up != 0) result[s] |= up & (~up + 1);
            if (down != 0) result[s] |= std::bit_floor(down);
        }
    }
    return result;
}();

}  // namespace detail

class LastMoves {
  public:
    // Positions searched so far.
    std::uint64_t nodes() const { return nodes_; }

    // In discs for the side to move, fail-soft. Every empty square at least doubles the time.
    int search(Bitboard own, Bitboard theirs, int alpha, int beta) {
        return search(own, theirs, alpha, beta, detail::odd_regions(~(own | theirs)));
    }

  private:
    int search(Bitboard own, Bitboard theirs, int alpha, int beta, unsigned odd);
    int last_square(Bitboard own, Bitboard theirs, Square square);

    std::uint64_t nodes_ = 0;
};

// The side that moves into a region with an odd number of empty squares tends to get the last move there.
// Such moves come first.
inline int LastMoves::search(Bitboard own, Bitboard theirs, int alpha, int beta, unsigned odd) {
    const Bitboard empty = ~(own | theirs);
    if ((empty & (empty - 1)) == 0)
        return empty ? last_square(own, theirs, first(empty)) : margin(own, theirs);
    ++nodes_;
    constexpr int kNone = -kSquares - 1;
    int best = kNone;
    for (Bitboard squares : {empty & detail::kSquaresOf[odd], empty & ~detail::kSquaresOf[odd]}) {
        for (; squares != 0; squares &= squares - 1) {
            const Square square = first(squares);
            if ((detail::kNeighbours[static_cast<std::size_t>(square.index())] & theirs) == 0) continue;
            const Bitboard turns = turned(square, own, theirs);
            if (turns == 0) continue;
            best = std::max(best, -search(theirs ^ turns, own | turns | bit(square), -beta,
                                          -std::max(alpha, best), odd ^ detail::region(square)));
            if (best >= beta) return best;
        }
    }
    if (best != kNone) return best;
    return placements(theirs, own) == 0 ? margin(own, theirs) : -search(theirs, own, -beta, -alpha, odd);
}

// Afterwards the board is full or neither side can move.
inline int LastMoves::last_square(Bitboard own, Bitboard theirs, Square square) {
    ++nodes_;
    const int ours = popcount(own);
    if (const Bitboard turns = turned(square, own, theirs))
        return 2 * (ours + popcount(turns) + 1) - kSquares;
    if (const Bitboard turns = turned(square, theirs, own)) return 2 * (ours - popcount(turns)) - kSquares;
    return margin(own, theirs);
}

}  // namespace tabiya::othello
