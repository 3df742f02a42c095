// A move in 24 bits, and a list of moves.
#pragma once

#include <cstdint>

#include "games/move_list.hpp"
#include "games/othello/square.hpp"

namespace tabiya::othello {

// 0 is no move, 1 to 64 place a disc on square 0 to 63, 65 passes.
class Move {
  public:
    constexpr Move() = default;  // kNoMove
    explicit constexpr Move(Square square) : code_(static_cast<std::uint8_t>(square.index() + 1)) {}
    static constexpr Move pass() { return unpack(kPass); }
    // Invalid bits give a move that is never legal.
    static constexpr Move unpack(std::uint32_t bits) {
        Move move;
        move.code_ = static_cast<std::uint8_t>(bits <= kPass ? bits : kPass + 1);
        return move;
    }

    constexpr std::uint32_t pack() const { return code_; }
    constexpr bool is_pass() const { return code_ == kPass; }
    constexpr bool is_placement() const { return code_ >= 1 && code_ < kPass; }
    // Only for a placement.
    constexpr Square square() const { return Square(code_ - 1); }

    constexpr bool operator==(const Move&) const = default;
    constexpr explicit operator bool() const { return code_ != 0; }

  private:
    static constexpr std::uint32_t kPass = kSquares + 1;

    std::uint8_t code_ = 0;
};

inline constexpr Move kNoMove{};
inline constexpr int kMoveCodes = kSquares + 2;  // 0 to 65

// Placements are on empty squares. A position without a placement has at most one move.
using MoveList = MoveListOf<Move, kSquares>;

}  // namespace tabiya::othello
