// The boards of a game from the one that was set up to the one that stands now, in any game. What repeats,
// and what that means, is for the game's Position to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tabiya {

template <class BoardOfGame>
class Line {
  public:
    using Move = typename BoardOfGame::Move;
    using MoveList = typename BoardOfGame::MoveList;

    explicit Line(const BoardOfGame& board) : boards_{board} {}

    const BoardOfGame& board() const { return boards_.back(); }
    std::uint64_t key() const { return board().key(); }
    // From the one that was set up to board().
    const std::vector<BoardOfGame>& boards() const { return boards_; }
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

  private:
    std::vector<BoardOfGame> boards_;
};

}  // namespace tabiya
