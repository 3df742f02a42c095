// A set of squares in 64 bits.
#pragma once

#include <bit>
#include <cstdint>

#include "games/bits.hpp"
#include "games/chess/square.hpp"

namespace tabiya::chess {

class Bitboard {
  public:
    constexpr Bitboard() = default;
    constexpr explicit Bitboard(std::uint64_t bits) : bits_(bits) {}
    constexpr explicit Bitboard(Square square) : bits_(std::uint64_t{1} << square.index()) {}

    constexpr std::uint64_t bits() const { return bits_; }
    constexpr bool empty() const { return bits_ == 0; }
    constexpr bool any() const { return bits_ != 0; }
    constexpr bool more_than_one() const { return (bits_ & (bits_ - 1)) != 0; }
    constexpr int count() const { return popcount(bits_); }
    constexpr bool has(Square square) const { return (bits_ >> square.index()) & 1; }
    constexpr bool intersects(Bitboard other) const { return (bits_ & other.bits_) != 0; }

    // The set must not be empty.
    constexpr Square first() const { return Square(std::countr_zero(bits_)); }
    constexpr Square last() const { return Square(63 - std::countl_zero(bits_)); }
    constexpr Square pop() {
        const Square square = first();
        bits_ &= bits_ - 1;
        return square;
    }

    constexpr Bitboard operator~() const { return Bitboard(~bits_); }
    constexpr Bitboard operator&(Bitboard o) const { return Bitboard(bits_ & o.bits_); }
    constexpr Bitboard operator|(Bitboard o) const { return Bitboard(bits_ | o.bits_); }
    constexpr Bitboard operator^(Bitboard o) const { return Bitboard(bits_ ^ o.bits_); }
    constexpr Bitboard& operator&=(Bitboard o) { return bits_ &= o.bits_, *this; }
    constexpr Bitboard& operator|=(Bitboard o) { return bits_ |= o.bits_, *this; }
    constexpr Bitboard& operator^=(Bitboard o) { return bits_ ^= o.bits_, *this; }
    constexpr bool operator==(const Bitboard&) const = default;

    // for (Square square : bitboard): from a1 to h8.
    class Iterator {
      public:
        constexpr explicit Iterator(std::uint64_t bits) : bits_(bits) {}
        constexpr Square operator*() const { return Square(std::countr_zero(bits_)); }
        constexpr Iterator& operator++() { return bits_ &= bits_ - 1, *this; }
        constexpr bool operator==(const Iterator&) const = default;

      private:
        std::uint64_t bits_;
    };
    constexpr Iterator begin() const { return Iterator(bits_); }
    constexpr Iterator end() const { return Iterator(0); }

  private:
    std::uint64_t bits_ = 0;
};

inline constexpr Bitboard kAll{~std::uint64_t{0}};
inline constexpr Bitboard kFileA{0x0101010101010101};
inline constexpr Bitboard kFileH{0x8080808080808080};
inline constexpr Bitboard kDarkSquares{0xAA55AA55AA55AA55};

constexpr Bitboard rank_of(int rank) {
    return Bitboard(std::uint64_t{0xFF} << (rank * 8));
}

// Rank 1 of `colour` is the one where its king starts.
constexpr Bitboard relative_rank(Colour colour, int rank) {
    return rank_of(colour == Colour::kWhite ? rank : 7 - rank);
}

// One step. A step off the a- or h-file must not wrap around.
enum class Step { kNorth = 8, kSouth = -8, kNorthWest = 7, kNorthEast = 9, kSouthWest = -9, kSouthEast = -7 };

template <Step S>
constexpr Bitboard shift(Bitboard b) {
    if constexpr (S == Step::kNorth) return Bitboard(b.bits() << 8);
    if constexpr (S == Step::kSouth) return Bitboard(b.bits() >> 8);
    if constexpr (S == Step::kNorthWest) return Bitboard((b & ~kFileA).bits() << 7);
    if constexpr (S == Step::kNorthEast) return Bitboard((b & ~kFileH).bits() << 9);
    if constexpr (S == Step::kSouthWest) return Bitboard((b & ~kFileA).bits() >> 9);
    if constexpr (S == Step::kSouthEast) return Bitboard((b & ~kFileH).bits() >> 7);
}

template <Colour C>
inline constexpr Step kForward = C == Colour::kWhite ? Step::kNorth : Step::kSouth;
template <Colour C>
inline constexpr Step kForwardWest = C == Colour::kWhite ? Step::kNorthWest : Step::kSouthWest;
template <Colour C>
inline constexpr Step kForwardEast = C == Colour::kWhite ? Step::kNorthEast : Step::kSouthEast;

}  // namespace tabiya::chess
