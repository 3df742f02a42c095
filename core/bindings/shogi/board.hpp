// The object behind tabiya._core.ShogiBoard: a position with its past, and the moves that led to it.
#pragma once

#include <string>
#include <string_view>

#include "bindings/game_board.hpp"
#include "bindings/move_objects.hpp"
#include "bindings/search_config.hpp"
#include "games/shogi/declaration.hpp"
#include "games/shogi/game.hpp"
#include "games/shogi/movegen.hpp"
#include "games/shogi/position.hpp"
#include "games/shogi/see.hpp"
#include "games/shogi/sfen.hpp"
#include "games/shogi/usi.hpp"
#include "games/shogi/verify.hpp"

namespace tabiya::bindings {

class PyShogiBoard : public GameBoard<PyShogiBoard, shogi::Position> {
  public:
    using Game = shogi::Game;

    explicit PyShogiBoard(std::string_view sfen) : GameBoard(shogi::Position(shogi::parse_sfen(sfen))) {}

    // What makes a position, without the number of the move.
    static std::string text_of(const shogi::Board& board) {
        const std::string sfen = shogi::to_sfen(board);
        return sfen.substr(0, sfen.rfind(' '));
    }
    static MoveObjects& move_objects();
    static shogi::Rules rules(const PyConfig& config);
    static std::uint32_t bits(Move move) { return move.pack(); }

    // A legal move as it is. Moves constructed without this board, without piece types, are matched by
    // squares, drop and promotion.
    Move resolve(std::uint32_t packed) const {
        const Move wanted = Move::unpack(packed);
        if (shogi::is_legal(board(), wanted)) return wanted;
        const bool open = wanted.type() == shogi::PieceType::kNone &&
                          wanted.captured() == shogi::PieceType::kNone && packed >> 23 == 0;
        const Move found = open ? shogi::resolve(board(), wanted) : Move();
        if (!found) {
            throw illegal(
                "'" +
                (packed >> 23 == 0 && wanted.to().valid() ? shogi::to_usi(wanted) : std::to_string(packed)) +
                "'");
        }
        return found;
    }
};

}  // namespace tabiya::bindings
