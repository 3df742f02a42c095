// A move in 16 bits, and a list of moves.
#pragma once

#include <cstdint>

#include "games/chess/piece.hpp"
#include "games/chess/square.hpp"
#include "games/move_list.hpp"

namespace tabiya::chess {

enum class MoveKind : std::uint8_t {
    kNormal = 0,
    kDoublePush = 1,
    kCastling = 2,  // from the king's square to that of its rook, also in Chess960
    kEnPassant = 3,
    kPromoteKnight = 4,  // the promotions are in the order of PieceType
    kPromoteBishop = 5,
    kPromoteRook = 6,
    kPromoteQueen = 7,
};

// bits  0-5  from
//       6-11 to
//      12-15 kind
//
// 0 is no move (a1a1 is impossible). The 16 bits are the whole move and fit into a table's 24. The captured
// piece depends on the position.
class Move {
  public:
    constexpr Move() = default;  // kNoMove
    constexpr Move(Square from, Square to, MoveKind kind = MoveKind::kNormal)
        : bits_(static_cast<std::uint16_t>(from.index() | to.index() << 6 | static_cast<int>(kind) << 12)) {}
    static constexpr Move unpack(std::uint32_t bits) {
        Move move;
        move.bits_ = static_cast<std::uint16_t>(bits);
        return move;
    }

    constexpr std::uint32_t pack() const { return bits_; }
    constexpr Square from() const { return Square(bits_ & 63); }
    constexpr Square to() const { return Square(bits_ >> 6 & 63); }
    constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ >> 12); }
    constexpr bool is_promotion() const { return bits_ >> 14 & 1; }
    constexpr bool is_castling() const { return kind() == MoveKind::kCastling; }
    constexpr bool is_en_passant() const { return kind() == MoveKind::kEnPassant; }

    // Only for promotions.
    constexpr PieceType promotion() const { return static_cast<PieceType>((bits_ >> 12) - 3); }

    constexpr bool operator==(const Move&) const = default;
    constexpr explicit operator bool() const { return bits_ != 0; }

  private:
    std::uint16_t bits_ = 0;
};

static_assert(sizeof(Move) == 2);
static_assert(Move(Square(48), Square(56), MoveKind::kPromoteQueen).promotion() == PieceType::kQueen);

inline constexpr Move kNoMove{};

// No reachable position has more than 218 legal moves. A Board rejects unreachable material, and 256 leaves
// room for the unreachable positions that it accepts.
using MoveList = MoveListOf<Move, 256>;

}  // namespace tabiya::chess
