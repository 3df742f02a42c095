// The object behind tabiya._core.OthelloBoard: a position with its history and moves.
#pragma once

#include <string>
#include <string_view>

#include "bindings/game_board.hpp"
#include "bindings/move_objects.hpp"
#include "bindings/search_config.hpp"
#include "games/othello/game.hpp"
#include "games/othello/movegen.hpp"
#include "games/othello/notation.hpp"
#include "games/othello/position.hpp"
#include "games/othello/verify.hpp"

namespace tabiya::bindings {

class PyOthelloBoard : public GameBoard<PyOthelloBoard, othello::Position> {
  public:
    using Game = othello::Game;

    explicit PyOthelloBoard(std::string_view text)
        : GameBoard(othello::Position(othello::parse_position(text))) {}

    static MoveObjects& move_objects();
    static othello::Rules rules(const PyConfig&) { return {}; }
    static std::uint32_t bits(Move move) { return move.pack(); }

    Move resolve(std::uint32_t packed) const {
        const Move move = Move::unpack(packed);
        if (othello::is_legal(board(), move)) return move;
        const bool is_move = move.is_placement() || move.is_pass();
        throw illegal("'" + (is_move ? othello::to_text(move) : std::to_string(packed)) + "'");
    }
};

}  // namespace tabiya::bindings
