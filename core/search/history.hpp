// What a thread has learned about moves: which quiet moves cut off, where, and in reply to what.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "games/game.hpp"

namespace tabiya::search {

// A score that bonuses pull towards +-kMax. The closer it is, the less they move it, so that it never
// overflows and forgets old results.
class HistoryScore {
  public:
    static constexpr int kMax = 16384;

    int value() const { return value_; }
    void update(int bonus) {
        bonus = std::clamp(bonus, -kMax, kMax);
        value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / kMax);
    }

  private:
    std::int16_t value_ = 0;
};

constexpr int history_bonus(int depth) {
    return std::min(160 * depth - 80, 1600);
}

// Kept between searches. Never shared between threads.
template <Game G>
struct History {
    using Move = typename G::Move;
    using Row = std::array<HistoryScore, G::kPieceSlots>;

    std::array<HistoryScore, G::kRouteSlots> quiet{};        // by side, origin and target
    std::array<HistoryScore, G::kTacticalSlots> tactical{};  // by piece, target and captured piece
    std::array<Move, G::kPieceSlots> counter{};              // the reply to a piece on a square
    std::array<Row, G::kPieceSlots + 1>
        continuation{};  // by an earlier move and the move; last row: no earlier move

    Row& after_none() { return continuation[G::kPieceSlots]; }
};

}  // namespace tabiya::search
