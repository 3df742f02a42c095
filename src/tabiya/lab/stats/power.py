"""What a sample can show, before and after it was played."""

from __future__ import annotations

import math

from .elo import elo_of, score_of
from .interval import CONFIDENCE, student
from .results import Pairs, variance_of

__all__ = ["elo_shown", "games_to_show"]

POWER = 0.8416212335729143
"""Standard deviations below which 80% of a normal distribution lie: differences are shown 4 times in 5."""
USUAL_PAIRS, USUAL_VARIANCE = 4, 1 / 16
"""A few pairs of games, half of them drawn, stand beside those that were played: a handful alone says nothing
about the spread."""


def games_to_show(elo: float, pairs: Pairs | None = None) -> int:
    """Games after which a true difference of `elo` shows, 4 times in 5, as an interval that leaves 0 out.

    `pairs` played already say how much results vary; without any, half of the games count as drawn.

    >>> games_to_show(20), games_to_show(5)
    (1192, 18956)
    """
    distance = abs(score_of(elo) - 0.5)
    if distance == 0:
        raise ValueError("no number of games shows a difference of 0 Elo")
    ratio = _spread(pairs or Pairs()) / distance
    needed = math.ceil(((CONFIDENCE + POWER) * ratio) ** 2)
    # The wider interval of a small sample takes a few more.
    return 2 * math.ceil(((student(max(needed, 3)) + POWER) * ratio) ** 2)


def elo_shown(pairs: Pairs) -> float:
    """The smallest difference in Elo that so many games show 4 times in 5; infinite for very few."""
    if pairs.pairs < 3:
        return math.inf
    return elo_of(0.5 + (student(pairs.pairs) + POWER) * _spread(pairs) / math.sqrt(pairs.pairs))


def _spread(pairs: Pairs) -> float:
    """The standard deviation of the points per game in a pair."""
    total = pairs.pairs * variance_of(pairs.distribution) + USUAL_PAIRS * USUAL_VARIANCE
    return math.sqrt(total / (pairs.pairs + USUAL_PAIRS))
