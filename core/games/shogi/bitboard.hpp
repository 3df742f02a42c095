// A set of squares in 128 bits: files 1 to 7 in the low half (63 bits), files 8 and 9 in the high one
// (18 bits), so that no file is torn apart and a step along a file is a shift of the halves.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "games/bits.hpp"
#include "games/shogi/square.hpp"

namespace tabiya::shogi {

class alignas(16) Bitboard {
  public:
    static constexpr int kLowSquares = 63;
    static constexpr std::uint64_t kLowMask = (std::uint64_t{1} << 63) - 1;
    static constexpr std::uint64_t kHighMask = (std::uint64_t{1} << 18) - 1;

    constexpr Bitboard() = default;
    constexpr Bitboard(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
    // Of no square, the empty set.
    constexpr explicit Bitboard(Square square)
        : low_(square.index() < kLowSquares ? std::uint64_t{1} << square.index() : 0),
          high_(square.index() < kLowSquares
                    ? 0
                    : (std::uint64_t{1} << (square.index() - kLowSquares)) & kHighMask) {}

    constexpr std::uint64_t low() const { return low_; }
    constexpr std::uint64_t high() const { return high_; }
    constexpr bool empty() const { return (low_ | high_) == 0; }
    constexpr bool any() const { return (low_ | high_) != 0; }
    constexpr bool more_than_one() const {
        return (low_ & (low_ - 1)) != 0 || (high_ & (high_ - 1)) != 0 || (low_ != 0 && high_ != 0);
    }
    constexpr int count() const { return popcount(low_) + popcount(high_); }
    constexpr bool has(Square square) const { return intersects(Bitboard(square)); }
    constexpr bool intersects(Bitboard o) const { return ((low_ & o.low_) | (high_ & o.high_)) != 0; }

    // Of a set that is not empty.
    constexpr Square first() const {
        return Square(low_ != 0 ? std::countr_zero(low_) : kLowSquares + std::countr_zero(high_));
    }
    constexpr Square pop() {
        const Square square = first();
        if (low_ != 0) {
            low_ &= low_ - 1;
        } else {
            high_ &= high_ - 1;
        }
        return square;
    }

    constexpr Bitboard operator~() const { return {~low_ & kLowMask, ~high_ & kHighMask}; }
    constexpr Bitboard operator&(Bitboard o) const { return {low_ & o.low_, high_ & o.high_}; }
    constexpr Bitboard operator|(Bitboard o) const { return {low_ | o.low_, high_ | o.high_}; }
    constexpr Bitboard operator^(Bitboard o) const { return {low_ ^ o.low_, high_ ^ o.high_}; }
    // This set without the other.
    constexpr Bitboard operator-(Bitboard o) const { return {low_ & ~o.low_, high_ & ~o.high_}; }
    constexpr Bitboard& operator&=(Bitboard o) { return *this = *this & o; }
    constexpr Bitboard& operator|=(Bitboard o) { return *this = *this | o; }
    constexpr Bitboard& operator^=(Bitboard o) { return *this = *this ^ o; }
    constexpr Bitboard& operator-=(Bitboard o) { return *this = *this - o; }
    constexpr bool operator==(const Bitboard&) const = default;

    // f(square) for each, from 1a to 9i.
    template <class F>
    constexpr void each(F f) const {
        for (std::uint64_t bits = low_; bits != 0; bits &= bits - 1) f(Square(std::countr_zero(bits)));
        for (std::uint64_t bits = high_; bits != 0; bits &= bits - 1) {
            f(Square(kLowSquares + std::countr_zero(bits)));
        }
    }

    // for (Square square : bitboard), where a loop reads better than each().
    class Iterator {
      public:
        constexpr explicit Iterator(std::uint64_t low, std::uint64_t high) : low_(low), high_(high) {}
        constexpr Square operator*() const { return Bitboard(low_, high_).first(); }
        constexpr Iterator& operator++() {
            (low_ != 0 ? low_ : high_) &= (low_ != 0 ? low_ : high_) - 1;
            return *this;
        }
        constexpr bool operator==(const Iterator&) const = default;

      private:
        std::uint64_t low_, high_;
    };
    constexpr Iterator begin() const { return Iterator(low_, high_); }
    constexpr Iterator end() const { return Iterator(0, 0); }

  private:
    std::uint64_t low_ = 0, high_ = 0;
};

inline constexpr Bitboard kAll{Bitboard::kLowMask, Bitboard::kHighMask};

constexpr Bitboard rank_of(int rank) {
    constexpr std::uint64_t kLow = 0x0040201008040201, kHigh = 0x201;
    return {kLow << rank, kHigh << rank};
}

constexpr Bitboard file_of(int file) {
    return file < 7 ? Bitboard(std::uint64_t{0x1FF} << (file * 9), 0)
                    : Bitboard(0, std::uint64_t{0x1FF} << ((file - 7) * 9));
}

// Rank 0 of `colour` is the one farthest from its king's home: its last rank.
constexpr Bitboard relative_rank(Colour colour, int rank) {
    return rank_of(colour == Colour::black ? rank : 8 - rank);
}

// The three ranks where `colour`'s pieces promote: the enemy's camp.
constexpr Bitboard camp_of_enemy(Colour colour) {
    return relative_rank(colour, 0) | relative_rank(colour, 1) | relative_rank(colour, 2);
}

// One step forward of pieces that do not stand on their last rank.
template <Colour C>
constexpr Bitboard forward(Bitboard b) {
    if constexpr (C == Colour::black) return {b.low() >> 1, b.high() >> 1};
    return {b.low() << 1, b.high() << 1};
}

// The files that have a square of the set, whole. In each file of nine bits, adding 0xFF to the lower eight
// carries into the ninth if one of them is set.
constexpr Bitboard files_of(Bitboard b) {
    constexpr auto kSpread = [](std::uint64_t bits, std::uint64_t tops) {
        const std::uint64_t below = tops - (tops >> 8);
        const std::uint64_t found = (((bits & below) + below) | bits) & tops;
        return found | (found - (found >> 8));
    };
    const Bitboard tops = rank_of(8);
    return {kSpread(b.low(), tops.low()), kSpread(b.high(), tops.high())};
}

}  // namespace tabiya::shogi
