// Threefold repetition. The look back stops at irreversible moves.
#pragma once

#include <cstdint>
#include <span>

#include "games/chess/board.hpp"
#include "games/repetition.hpp"

namespace tabiya::chess {

// What repetition needs from earlier positions: the key without the fifty-move counter.
class Past {
  public:
    Past() = default;
    explicit Past(const Board& board) : key_(board.key()) {}

    bool same_position(Past other) const { return key_ == other.key_; }

  private:
    std::uint64_t key_ = 0;
};

// How often the position occurred before, in this game or search.
inline int repetitions(const Board& board, std::span<const Past> past) {
    return count_earlier(past, [&](int back) { return back <= board.reversible_plies(); });
}

// A draw at the third occurrence. `search_plies` from the root of a search, already at the second one if both
// are within the search.
inline Verdict repetition(const Board& board, std::span<const Past> past, int search_plies) {
    return judge_repetition(
        past, search_plies, 2, [reach = board.reversible_plies()](int back) { return back <= reach; },
        [](int) { return Verdict::draw; });
}

}  // namespace tabiya::chess
