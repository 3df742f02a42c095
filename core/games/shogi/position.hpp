// A board with its past: moves can be taken back, and repetitions are detected.
#pragma once

#include <cstdint>

#include "games/played_game.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/repetition.hpp"

namespace tabiya::shogi {

class Position : public PlayedGame<Board, Past> {
  public:
    explicit Position(const Board& board = Board()) : PlayedGame(board) {}

    int repetitions() const { return shogi::repetitions(past()); }
    Verdict repetition(int search_plies = 0) const { return shogi::repetition(past(), search_plies); }
    // The key combined with the number of earlier occurrences.
    std::uint64_t repetition_aware_key() const { return key() ^ repetition_key(repetitions()); }
};

}  // namespace tabiya::shogi
