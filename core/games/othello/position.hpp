// A board with its history, so that moves can be undone. Positions never repeat in Othello: every move except
// a pass adds a disc.
#pragma once

#include "games/othello/board.hpp"
#include "games/played_game.hpp"

namespace tabiya::othello {

// The rules do not depend on earlier positions.
struct Past {
    Past() = default;
    explicit Past(const Board&) {}
};

class Position : public PlayedGame<Board, Past> {
  public:
    explicit Position(const Board& board = Board()) : PlayedGame(board) {}
};

}  // namespace tabiya::othello
