// Perpetual check: who repeats a position by checks alone loses.
#pragma once

#include <cstdint>
#include <span>

#include "games/shogi/board.hpp"
#include "games/verdict.hpp"

namespace tabiya::shogi {

// What repetition asks of an earlier position: its key, and whether its side to move was in check, which
// takes the place of the lowest bit.
class Past {
  public:
    Past() = default;
    explicit Past(const Board& board)
        : bits_((board.key() & ~std::uint64_t{1}) | static_cast<std::uint64_t>(board.in_check())) {}

    bool same_position(Past other) const { return (bits_ ^ other.bits_) <= 1; }
    bool in_check() const { return bits_ & 1; }
    // Whether a null move lies between the two: nothing but the side to move differs.
    bool passed_to(Past next) const { return (bits_ ^ next.bits_ ^ kSideKey) <= 1; }

  private:
    std::uint64_t bits_ = 0;
};

// What it means for the side to move that the last position of `past` stood on the board `plies` before. A
// side all of whose moves since then gave check loses; if both sides did nothing else, or neither, it is a
// draw.
inline Verdict judge_perpetual_check(std::span<const Past> past, int plies) {
    bool us = true, them = true;  // in check each time
    for (std::size_t back = 0; back < static_cast<std::size_t>(plies); back += 2) {
        us = us && past[past.size() - 1 - back].in_check();
        them = them && past[past.size() - 2 - back].in_check();
    }
    if (us == them) return Verdict::draw;
    return us ? Verdict::win : Verdict::loss;
}

}  // namespace tabiya::shogi
