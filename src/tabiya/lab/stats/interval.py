"""Intervals of a score that hold at any size of a sample and near both ends of the scale."""

from __future__ import annotations

import math

from .results import Pairs, Results, mean_of, variance_of

__all__ = ["CONFIDENCE", "interval_of", "student"]

CONFIDENCE = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""


def student(count: int) -> float:
    """What stands in for `CONFIDENCE` where the spread itself is estimated, from `count` values.

    Student's quantile by its expansion around the normal one; too small by 1% at four values, and exact
    to four digits from twelve on. Two values or fewer have no spread to speak of.

    >>> round(student(31), 3), round(student(1001), 3)
    (2.042, 1.962)
    """
    if count < 3:
        return math.inf
    z, free = CONFIDENCE, count - 1
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / free + second / free**2 + third / free**3


def interval_of(results: Results | Pairs) -> tuple[float, float]:
    """Where the true score lies with 95% certainty.

    Wilson's interval, with the spread that the results have instead of a coin's, and Student's quantile.
    Unlike the plain normal one it stays within 0 and 1 and keeps its promise for ten pairs.

    Where all outcomes were the same there is no spread to estimate, and the rule of three stands in for it:
    what never came in n times comes, with 95% certainty, less often than 3 times in n.

    >>> interval_of(Pairs((0, 0, 100, 0, 0)))
    (0.47, 0.53)
    """
    count = sum(n for _, n in results.distribution)
    score = mean_of(results.distribution)
    variance = variance_of(results.distribution)
    if variance == 0:
        spread = 3 / count if count else 1.0
        return max(score - spread, 0.0), min(score + spread, 1.0)
    quantile = student(count)
    if quantile == math.inf:
        return 0.0, 1.0
    # A coin with this score would have to be thrown so often to be known as exactly.
    throws = (count - 1) * score * (1 - score) / variance
    pull = quantile**2 / throws
    middle = (score + pull / 2) / (1 + pull)
    spread = math.sqrt(score * (1 - score) * pull + pull**2 / 4) / (1 + pull)
    return max(middle - spread, 0.0), min(middle + spread, 1.0)
