// A board with its past: moves can be taken back, and repetitions are seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/shogi/board.hpp"
#include "games/shogi/movegen.hpp"

namespace tabiya::shogi {

// What a repetition means for the side to move. A side all of whose moves between the occurrences gave check
// loses; if both sides did nothing else, or neither, it is a draw.
enum class Repetition : std::uint8_t { none, draw, win, loss };

class Position {
  public:
    using Move = shogi::Move;
    using MoveList = shogi::MoveList;

    explicit Position(const Board& board = Board()) : boards_{board} {}

    const Board& board() const { return boards_.back(); }
    // Since the position was set up; the last is board().
    const std::vector<Board>& boards() const { return boards_; }
    std::uint64_t key() const { return board().key(); }
    // The key with the number of earlier occurrences in it.
    std::uint64_t repetition_aware_key() const { return key() ^ repetition_key(repetitions()); }
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
        nulls_.push_back(height());
    }
    void unmake() {
        if (!nulls_.empty() && nulls_.back() == height()) nulls_.pop_back();
        boards_.pop_back();
    }

    // How often the position stood on the board before, in this game or search.
    int repetitions() const;

    // By the rules: what it means that the position stands on the board for the fourth time (or more: then
    // the last four count).
    Repetition repetition() const;

    // For a search that has gone `search_plies` from its root: also what one repetition within the search
    // means, where the side that chose to repeat can do so again.
    Repetition repetition(int search_plies) const;

  private:
    // The height of the latest earlier occurrence, at least `oldest`, below `height`; or kNone.
    std::size_t earlier(std::size_t below, std::size_t oldest) const;
    std::size_t oldest() const { return nulls_.empty() ? 0 : nulls_.back(); }
    Repetition kind_since(std::size_t first) const;

    static constexpr std::size_t kNone = ~std::size_t{0};

    std::vector<Board> boards_;
    std::vector<std::size_t> nulls_;  // heights that a null move led to: no repetition reaches beyond one
};

}  // namespace tabiya::shogi
