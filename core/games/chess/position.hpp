// A board with its past: moves can be taken back, and repetitions are seen.
#pragma once

#include <algorithm>
#include <cstddef>

#include "games/chess/board.hpp"
#include "games/chess/movegen.hpp"
#include "games/line.hpp"

namespace tabiya::chess {

class Position : public Line<Board> {
  public:
    explicit Position(const Board& board = Board()) : Line(board) {}

    // How often the position stood on the board before, in this game or search.
    int repetitions() const { return count_earlier(0, kAllOfThem); }

    // A draw for a search that has gone `search_plies` from its root: repeated once within the search,
    // where the side that chose to repeat can do so again, or twice over the whole game.
    bool is_repetition(int search_plies) const {
        return count_earlier(height() - std::min(height(), static_cast<std::size_t>(search_plies)), 1) >= 1 ||
               count_earlier(0, 2) >= 2;
    }

    // A hundred plies without a capture or a pawn move, unless the last of them mates.
    bool is_fifty_moves() const {
        return board().rule50() >= 100 && (!board().in_check() || has_legal_move(board()));
    }

  private:
    static constexpr int kAllOfThem = 1 << 30;

    int count_earlier(std::size_t first, int enough) const;
};

}  // namespace tabiya::chess
