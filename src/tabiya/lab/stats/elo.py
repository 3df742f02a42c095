"""Elo differences and their confidence intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .results import Pairs, Results, deviation_of_mean

__all__ = ["Elo", "elo_of", "score_of"]

CONFIDENCE = 1.959963984540054
"""Standard deviations of a two-sided 95% interval of the normal distribution."""


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


@dataclass(frozen=True)
class Elo:
    """An Elo difference with its 95% interval.

    >>> print(Elo.of(Results(wins=60, losses=40, draws=100)))
    +34.9 (+1.0 to +69.4)
    """

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, results: Results | Pairs) -> Elo:
        """Computes the Elo of a match. The interval is the normal one of the score, converted to Elo.

        If all outcomes were the same, there is no spread to estimate. The rule of three replaces it: an
        outcome that never occurred in n games has, with 95% confidence, a probability below 3/n.

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
        # Adding 0 turns -0.0 into +0.0.
        return f"{self.value + 0:+.1f} ({self.low + 0:+.1f} to {self.high + 0:+.1f})"
