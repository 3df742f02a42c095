// A move in 24 bits, and a list of moves.
#pragma once

#include <cstdint>

#include "games/move_list.hpp"
#include "games/shogi/piece.hpp"
#include "games/shogi/square.hpp"

namespace tabiya::shogi {

// bits  0-6  to
//       7-13 from; for a drop 81 + the index of the dropped type in P L N S G B R
//      14    promotes
//      15-18 type of the mover before the move (for a drop, the dropped type)
//      19-22 captured type, 0 for none
//      23    0
//
// 0 is no move (1a1a is impossible). These bits are the whole move and fit into a table. The colour of the
// mover depends on the position and is not stored.
class Move {
  public:
    constexpr Move() = default;  // kNoMove
    constexpr Move(Square from, Square to, PieceType type, PieceType captured, bool promotes = false)
        : bits_(static_cast<std::uint32_t>(to.index() | from.index() << 7 | promotes << 14 |
                                           index(type) << 15 | index(captured) << 19)) {}
    static constexpr Move drop(PieceType type, Square to) {
        return Move(Square(kSquares + hand_index(type)), to, type, PieceType::kNone);
    }
    static constexpr Move unpack(std::uint32_t bits) {
        Move move;
        move.bits_ = bits;
        return move;
    }

    constexpr std::uint32_t pack() const { return bits_; }
    constexpr Square to() const { return Square(static_cast<int>(bits_ & 127)); }
    constexpr bool is_drop() const { return (bits_ >> 7 & 127) >= kSquares; }
    // Not for drops.
    constexpr Square from() const { return Square(static_cast<int>(bits_ >> 7 & 127)); }
    // For drops: the index of the type in kHandOrder. Above 6 only in invalid bits.
    constexpr int drop_index() const { return static_cast<int>(bits_ >> 7 & 127) - kSquares; }
    constexpr bool is_promotion() const { return bits_ >> 14 & 1; }
    constexpr PieceType type() const { return static_cast<PieceType>(bits_ >> 15 & 15); }
    constexpr PieceType captured() const { return static_cast<PieceType>(bits_ >> 19 & 15); }
    // The type on `to` after the move.
    constexpr PieceType type_after() const {
        return static_cast<PieceType>(static_cast<int>(bits_ >> 15 & 15) +
                                      static_cast<int>(bits_ >> 14 & 1) * 8);
    }

    constexpr bool operator==(const Move&) const = default;
    constexpr explicit operator bool() const { return bits_ != 0; }

  private:
    std::uint32_t bits_ = 0;
};

static_assert(sizeof(Move) == 4);
static_assert(Move(Square(8, 8), Square(8, 0), PieceType::kRook, PieceType::kDragon, true).pack() < 1u << 23);
static_assert(Move::drop(PieceType::kRook, Square(80)).drop_index() == kHandTypes - 1);

inline constexpr Move kNoMove{};

// 593 is the largest known number of legal moves in a position with at most one set of pieces, which is all
// that a Board accepts. The rest is room for positions without a king.
using MoveList = MoveListOf<Move, 640>;

}  // namespace tabiya::shogi
