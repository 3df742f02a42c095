// A game from the initial position to the current one, in any game. The game's Position decides what a
// repetition is and means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tabiya {

// `PastOfGame` is what the game's rules need from earlier positions.
template <class BoardOfGame, class PastOfGame>
class PlayedGame {
  public:
    using Move = typename BoardOfGame::Move;
    using MoveList = typename BoardOfGame::MoveList;

    explicit PlayedGame(const BoardOfGame& board) : boards_{board} {}

    const BoardOfGame& board() const { return boards_.back(); }
    std::uint64_t key() const { return board().key(); }
    // From the initial position to board(). Computed on demand, so that moves stay fast: not thread-safe.
    std::span<const PastOfGame> past() const {
        while (past_.size() < boards_.size()) past_.emplace_back(boards_[past_.size()]);
        return past_;
    }
    // Moves made since the initial position.
    std::size_t height() const { return boards_.size() - 1; }

    // Boards are copied, so undoing a move just drops the last one and restores it exactly.
    void make(Move move) {
        boards_.push_back(boards_.back());
        boards_.back().make(move);
    }
    void make_null() {
        boards_.push_back(boards_.back());
        boards_.back().make_null();
    }
    // Puts another board in place of the current one. The past stays.
    void replace(const BoardOfGame& board) {
        if (past_.size() == boards_.size()) past_.pop_back();
        boards_.back() = board;
    }
    void unmake() {
        boards_.pop_back();
        if (past_.size() > boards_.size()) past_.pop_back();
    }

  private:
    std::vector<BoardOfGame> boards_;
    mutable std::vector<PastOfGame> past_;  // for the boards so far
};

}  // namespace tabiya
