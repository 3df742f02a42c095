"""Score intervals that are valid for any sample size and near both ends of the scale."""

from __future__ import annotations

import math

from .bootstrap import student_quantile
from .results import Pairs, Results, mean_of, variance_of

__all__ = ["interval_of", "student"]


def student(count: int) -> float:
    """Returns the factor to use instead of `NORMAL` if the spread is estimated from `count` values.

    Two values or fewer give no usable spread.

    >>> round(student(31), 3), round(student(1001), 3), student(2)
    (2.042, 1.962, inf)
    """
    return student_quantile(count - 1) if count > 2 else math.inf


def interval_of(results: Results | Pairs) -> tuple[float, float]:
    """Returns the 95% interval of the true score.

    Wilson's interval, with the spread of the results instead of a binomial one, and with Student's quantile.
    Unlike the normal interval it stays between 0 and 1 and is valid for as few as ten pairs.

    If all outcomes are the same, there is no spread to estimate. Then the rule of three applies: an event
    that never occurred in n trials has, with 95% confidence, a probability below 3 / n.

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
    # The number of coin tosses with this score that would be equally precise.
    throws = (count - 1) * score * (1 - score) / variance
    pull = quantile**2 / throws
    middle = (score + pull / 2) / (1 + pull)
    spread = math.sqrt(score * (1 - score) * pull + pull**2 / 4) / (1 + pull)
    return max(middle - spread, 0.0), min(middle + spread, 1.0)
