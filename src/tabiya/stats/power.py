"""The statistical power of a match, before and after it is played."""

from __future__ import annotations

import math

from .bootstrap import NORMAL
from .elo import elo_of, score_of
from .interval import student
from .results import Pairs, variance_of

__all__ = ["elo_shown", "games_to_show"]

POWER = 0.8416212335729143
"""80% of a normal distribution lie below this many standard deviations: a power of 4 in 5."""
USUAL_PAIRS, USUAL_VARIANCE = 4, 1 / 16
"""A prior of a few pairs, half of them drawn, is added to the played ones: a handful alone says little about
the spread."""


def games_to_show(elo: float, pairs: Pairs | None = None) -> int:
    """Returns the games after which a true difference of `elo` gives an interval without 0, 4 times in 5.

    Results of `pairs` show how much results vary. Without them, half of the games count as drawn.

    >>> games_to_show(20), games_to_show(5)
    (1192, 18956)
    """
    distance = abs(score_of(elo) - 0.5)
    if distance == 0:
        raise ValueError("no number of games shows a difference of 0 Elo")
    ratio = _spread(pairs or Pairs()) / distance
    needed = math.ceil(((NORMAL + POWER) * ratio) ** 2)
    # The wider interval of a small sample needs a few more.
    return 2 * math.ceil(((student(max(needed, 3)) + POWER) * ratio) ** 2)


def elo_shown(pairs: Pairs) -> float:
    """Returns the smallest Elo difference that these games detect 4 times in 5; infinite for very few."""
    if pairs.pairs < 3:
        return math.inf
    return elo_of(0.5 + (student(pairs.pairs) + POWER) * _spread(pairs) / math.sqrt(pairs.pairs))


def _spread(pairs: Pairs) -> float:
    """Returns the standard deviation of the points per game in a pair."""
    total = pairs.pairs * variance_of(pairs.distribution) + USUAL_PAIRS * USUAL_VARIANCE
    return math.sqrt(total / (pairs.pairs + USUAL_PAIRS))
