// Perpetual check: a side that repeats a position only by checks loses.
#pragma once

#include <cstdint>
#include <span>

#include "games/shogi/board.hpp"
#include "games/verdict.hpp"

namespace tabiya::shogi {

// What repetition needs from earlier positions: the key, with the lowest bit replaced by whether the side to
// move was in check.
class Past {
  public:
    Past() = default;
    explicit Past(const Board& board)
        : bits_((board.key() & ~std::uint64_t{1}) | static_cast<std::uint64_t>(board.in_check())) {}

    bool same_position(Past other) const { return (bits_ ^ other.bits_) <= 1; }
    bool in_check() const { return bits_ & 1; }
    // Whether a null move lies between the two: only the side to move differs.
    bool passed_to(Past next) const { return (bits_ ^ next.bits_ ^ kSideKey) <= 1; }

  private:
    std::uint64_t bits_ = 0;
};

// The result for the side to move if the last position of `past` also occurred `plies` before. A side that
// gave check with all its moves since then loses. If both sides or neither did, it is a draw.
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
