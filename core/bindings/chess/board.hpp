// The object behind tabiya._core.ChessBoard: a position with its past, and the moves that led to it.
#pragma once

#include <string>
#include <string_view>

#include "bindings/game_board.hpp"
#include "bindings/move_objects.hpp"
#include "bindings/search_config.hpp"
#include "games/chess/fen.hpp"
#include "games/chess/game.hpp"
#include "games/chess/movegen.hpp"
#include "games/chess/position.hpp"
#include "games/chess/see.hpp"
#include "games/chess/uci.hpp"
#include "games/chess/verify.hpp"

namespace tabiya::bindings {

// A bit outside the 16 of a move, for the factory: castling written as king takes rook.
inline constexpr std::uint32_t kKingTakesRook = 0x8000;

inline std::uint32_t move_bits(chess::Move move, bool chess960) {
    return move.pack() | (chess960 && move.is_castling() ? kKingTakesRook : 0);
}

class PyChessBoard : public GameBoard<PyChessBoard, chess::Position> {
  public:
    using Game = chess::Game;

    PyChessBoard(std::string_view fen, bool chess960)
        : GameBoard(chess::Position(chess::parse_fen(fen))), chess960_(chess960) {}

    bool chess960() const { return chess960_; }
    // What makes a position, without the counters.
    static std::string text_of(const chess::Board& board) {
        const std::string fen = chess::to_fen(board, chess::CastlingStyle::kShredder);
        return fen.substr(0, fen.rfind(' ', fen.rfind(' ') - 1));
    }
    static MoveObjects& move_objects();
    static chess::Rules rules(const PyConfig& config);
    std::uint32_t bits(Move move) const { return move_bits(move, chess960_); }

    // A legal move as it is. Moves constructed without this board are matched by squares and promotion.
    Move resolve(std::uint32_t packed) const {
        if (packed > 0xFFFF) throw illegal("'" + std::to_string(packed) + "'");
        const Move wanted = Move::unpack(packed);
        if (chess::is_legal(board(), wanted)) return wanted;
        const Move found = chess::parse_uci(board(), chess::to_uci(wanted, true));
        if (!found) throw illegal("'" + chess::to_uci(wanted) + "'");
        return found;
    }

  private:
    bool chess960_;
};

}  // namespace tabiya::bindings
