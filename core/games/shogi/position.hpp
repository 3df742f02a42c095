// A board with its past: moves can be taken back, and repetitions are seen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/line.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/movegen.hpp"

namespace tabiya::shogi {

// What a repetition means for the side to move. A side all of whose moves between the occurrences gave check
// loses; if both sides did nothing else, or neither, it is a draw.
enum class Repetition : std::uint8_t { none, draw, win, loss };

class Position : public Line<Board> {
  public:
    explicit Position(const Board& board = Board()) : Line(board) {}

    // The key with the number of earlier occurrences in it.
    std::uint64_t repetition_aware_key() const { return key() ^ repetition_key(repetitions()); }

    void make_null() {
        Line::make_null();
        nulls_.push_back(height());
    }
    void unmake() {
        if (!nulls_.empty() && nulls_.back() == height()) nulls_.pop_back();
        Line::unmake();
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

    std::vector<std::size_t> nulls_;  // heights that a null move led to: no repetition reaches beyond one
};

}  // namespace tabiya::shogi
