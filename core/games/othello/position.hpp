// A board with its past: moves can be taken back. Nothing repeats in Othello, since every move but a pass
// adds a disc.
#pragma once

#include "games/othello/board.hpp"
#include "games/played_game.hpp"

namespace tabiya::othello {

// The rules ask nothing of an earlier position.
struct Past {
    Past() = default;
    explicit Past(const Board&) {}
};

class Position : public PlayedGame<Board, Past> {
  public:
    explicit Position(const Board& board = Board()) : PlayedGame(board) {}
};

}  // namespace tabiya::othello
