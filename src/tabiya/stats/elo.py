"""Elo differences and their confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .bootstrap import Interval
from .interval import interval_of, student
from .results import Pairs, Results, variance_of

__all__ = ["Elo", "elo_of", "elo_text", "score_of"]

NORMALISED = 800 / math.log(10)
"""Makes normalised and logistic Elo agree for small differences in a match without draws."""


def score_of(elo: float) -> float:
    """Returns the expected points per game for an Elo difference.

    >>> round(score_of(0), 3), round(score_of(200), 3), round(score_of(-400), 3)
    (0.5, 0.76, 0.091)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Returns the Elo difference for a score; infinite if one side made all points.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


def elo_text(value: float, low: float, high: float, digits: int = 1) -> str:
    """Formats an Elo difference with its interval, the same way everywhere.

    >>> elo_text(-0.04, -8.2, 8.1), elo_text(246.3, 184.5, math.inf, digits=0)
    ('+0.0 (-8.2 to +8.1)', '+246 (+184 to no bound)')
    >>> elo_text(math.inf, 120.4, math.inf), elo_text(0.0, -math.inf, math.inf)
    ('all won: +120.4 or more', '+0.0 (no bounds)')
    """

    def signed(elo: float) -> str:
        # Adding 0 turns -0.0 into +0.0.
        return f"{round(elo, digits) + 0.0:+.{digits}f}" if math.isfinite(elo) else "no bound"

    if math.isinf(value):
        who, bound, side = ("won", low, "more") if value > 0 else ("lost", high, "less")
        return f"all {who}" + (f": {signed(bound)} or {side}" if math.isfinite(bound) else "")
    bounded = math.isfinite(low) or math.isfinite(high)
    return f"{signed(value)} " + (f"({signed(low)} to {signed(high)})" if bounded else "(no bounds)")


@dataclass(frozen=True)
class Elo:
    """An Elo difference with its 95% interval.

    >>> print(Elo.of(Results(wins=60, losses=40, draws=100)))
    +34.9 (+0.6 to +69.1)
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, results: Results | Pairs) -> Elo:
        """Returns logistic Elo: the score and its interval, converted to Elo.

        >>> print(Elo.of(Pairs((0, 0, 100, 0, 0))))
        +0.0 (-20.9 to +20.9)
        """
        low, high = interval_of(results)
        return cls(elo_of(results.score), elo_of(low), elo_of(high))

    @classmethod
    def normalised(cls, results: Results | Pairs) -> Elo:
        """Returns normalised Elo: the distance from an even score in standard deviations of one game.

        Unlike logistic Elo it does not depend on the share of draws, and it shows directly how many games are
        needed: the width of the interval only depends on their number.

        >>> print(Elo.normalised(Pairs((0, 10, 50, 40, 0))))
        +115.1 (+66.4 to +163.9)
        """
        count = sum(n for _, n in results.distribution)
        variance = results.games / count * variance_of(results.distribution) if count else 0.0
        distance = results.score - 0.5
        if variance == 0:
            return cls(math.copysign(math.inf, distance) if distance else 0.0, -math.inf, math.inf)
        value = NORMALISED * distance / math.sqrt(variance)
        spread = NORMALISED * student(count) / math.sqrt(results.games)
        return cls(value, value - spread, value + spread)

    def figure(self, count: int) -> Interval:
        """Returns the difference as a figure of the lab, from `count` pairs."""
        return Interval(self.value, self.low, self.high, count)

    def __str__(self) -> str:
        return elo_text(self.value, self.low, self.high)
