// A board with its past: moves can be taken back, and repetitions are seen.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "games/chess/board.hpp"
#include "games/chess/movegen.hpp"

namespace tabiya::chess {

class Position {
  public:
    using Move = chess::Move;
    using MoveList = chess::MoveList;

    explicit Position(const Board& board = Board()) : boards_{board} {}

    const Board& board() const { return boards_.back(); }
    std::uint64_t key() const { return board().key(); }
    // From the one that was set up to board().
    const std::vector<Board>& boards() const { return boards_; }
    // Moves made since the position was set up.
    std::size_t height() const { return boards_.size() - 1; }

    // Undoing is forgetting: a board is copied, so what unmake restores cannot differ from what was there.
    void make(Move move) {
        boards_.push_back(boards_.back());
        boards_.back().make(move);
    }
    void make_null() {
        boards_.push_back(boards_.back());
        boards_.back().make_null();
    }
    void unmake() { boards_.pop_back(); }

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

    std::vector<Board> boards_;
};

}  // namespace tabiya::chess
