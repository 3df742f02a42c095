"""Elo differences and how sure they are."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .results import Pairs, Results, deviation_of_mean

__all__ = ["Elo", "elo_of", "score_of"]

CONFIDENCE = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""


def score_of(elo: float) -> float:
    """The points a game that a difference in Elo promises.

    >>> round(score_of(0), 3), round(score_of(200), 3), round(score_of(-400), 3)
    (0.5, 0.76, 0.091)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The difference in Elo of a score; infinite where one side made all the points.

    >>> round(elo_of(0.75), 1), elo_of(1.0)
    (190.8, inf)
    """
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Elo:
    """A difference in Elo with its 95% interval.

    >>> print(Elo.of(Results(wins=60, losses=40, draws=100)))
    +34.9 (+1.0 to +69.4)
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, results: Results | Pairs) -> Elo:
        """From what a match counted. The interval is the normal one of the score, turned into Elo.

        Where all outcomes were the same there is no spread to estimate, and the rule of three stands in for
        it: what never came in n times comes, with 95% certainty, less often than 3 times in n.

        >>> print(Elo.of(Pairs((0, 0, 100, 0, 0))))
        +0.0 (-20.9 to +20.9)
        """
        count = sum(n for _, n in results.distribution)
        spread = CONFIDENCE * deviation_of_mean(results.distribution)
        if spread == 0:
            spread = 3 / count
        score = results.score
        return cls(elo_of(score), elo_of(max(score - spread, 0.0)), elo_of(min(score + spread, 1.0)))

    def __str__(self) -> str:
        # Adding 0 makes a plus of the minus that a zero may have.
        return f"{self.value + 0:+.1f} ({self.low + 0:+.1f} to {self.high + 0:+.1f})"
