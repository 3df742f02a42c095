// How a game ends by the rules, for the side to move.
#pragma once

#include <limits>

namespace tabiya {

// A win or loss by the rules (mate, declaration, perpetual check) counts as a mate at this node. A score is
// the exact value of a finished game in units of the evaluation: 0 for a draw, the margin for games that are
// won by a margin.
class Verdict {
  public:
    static const Verdict none;  // the game goes on
    static const Verdict draw;
    static const Verdict win;
    static const Verdict loss;
    // Within +-kMaxEvaluation (evaluation.hpp).
    static constexpr Verdict of_score(int score) { return Verdict(score); }

    // Only for a draw or a score.
    constexpr int score() const { return value_; }
    constexpr bool operator==(const Verdict&) const = default;

  private:
    explicit constexpr Verdict(int value) : value_(value) {}

    int value_;
};

inline constexpr Verdict Verdict::none{std::numeric_limits<int>::min()};
inline constexpr Verdict Verdict::draw{0};
inline constexpr Verdict Verdict::win{std::numeric_limits<int>::max()};
inline constexpr Verdict Verdict::loss{-std::numeric_limits<int>::max()};

}  // namespace tabiya
