// A board with its past: moves can be taken back, and repetitions are detected.
#pragma once

#include "games/chess/board.hpp"
#include "games/chess/fifty_moves.hpp"
#include "games/chess/repetition.hpp"
#include "games/played_game.hpp"

namespace tabiya::chess {

class Position : public PlayedGame<Board, Past> {
  public:
    explicit Position(const Board& board = Board()) : PlayedGame(board) {}

    int repetitions() const { return chess::repetitions(board(), past()); }
    Verdict repetition(int search_plies = 0) const {
        return chess::repetition(board(), past(), search_plies);
    }
    bool is_fifty_moves() const { return chess::is_fifty_moves(board(), board().in_check()); }
};

}  // namespace tabiya::chess
