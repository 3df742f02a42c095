// A game from the position that was set up to the one that stands now, in any game. What repeats, and what
// that means, is for the game's Position to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tabiya {

// `PastOfGame` is what the game's rules ask of an earlier position.
template <class BoardOfGame, class PastOfGame>
class PlayedGame {
  public:
    using Move = typename BoardOfGame::Move;
    using MoveList = typename BoardOfGame::MoveList;

    explicit PlayedGame(const BoardOfGame& board) : boards_{board} {}

    const BoardOfGame& board() const { return boards_.back(); }
    std::uint64_t key() const { return board().key(); }
    // From the one that was set up to board(). Made when asked for, so that a move need not wait for it: not
    // by two threads at once.
    std::span<const PastOfGame> past() const {
        while (past_.size() < boards_.size()) past_.emplace_back(boards_[past_.size()]);
        return past_;
    }
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
    void unmake() {
        boards_.pop_back();
        if (past_.size() > boards_.size()) past_.pop_back();
    }

  private:
    std::vector<BoardOfGame> boards_;
    mutable std::vector<PastOfGame> past_;  // of the boards so far
};

}  // namespace tabiya
