"""Intervals that need no resampling: medians of repeated measurements, and rates of counted events."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import median

from .bootstrap import NORMAL, Interval

__all__ = ["count_interval", "median_interval", "rate_interval"]


def median_interval(values: Sequence[float]) -> Interval:
    """Returns the median and its 95% interval from the order of the values, whatever their distribution.

    Fewer than six values give no interval: even their whole range misses the median too often.

    >>> print(median_interval([5, 1, 2, 9, 3, 4, 40]))
    4 (1 to 40)
    >>> median_interval([1, 2, 3]).high
    inf
    """
    if not values:
        raise ValueError("an interval needs at least one value")
    ordered, count = sorted(values), len(values)
    below, tail = -1, 0.0  # the values that the interval leaves out at each side
    while (tail := tail + math.comb(count, below + 1) / 2**count) <= 0.025:
        below += 1
    if below < 0:
        return Interval(median(ordered), -math.inf, math.inf, count)
    return Interval(median(ordered), ordered[below], ordered[count - 1 - below], count)


def rate_interval(events: float, trials: float) -> Interval:
    """Returns the rate of independent events and its 95% interval (Wilson; the rule of three for none).

    >>> print(rate_interval(0, 3_000_000))
    0 (0 to 1e-06)
    >>> print(rate_interval(50, 100))
    0.5 (0.404 to 0.596)
    """
    if trials <= 0:
        raise ValueError(f"trials must be positive, not {trials}")
    rate = events / trials
    if events == 0:
        return Interval(0.0, 0.0, min(3 / trials, 1.0), int(trials))
    pull = NORMAL**2 / trials
    middle = (rate + pull / 2) / (1 + pull)
    spread = math.sqrt(rate * (1 - rate) * pull + pull**2 / 4) / (1 + pull)
    return Interval(rate, max(middle - spread, 0.0), min(middle + spread, 1.0), int(trials))


def count_interval(count: int) -> Interval:
    """Returns a count of rare, independent events and the 95% interval of its mean (Byar's approximation).

    >>> print(count_interval(0), count_interval(10), count_interval(700))
    0 (0 to 3.67) 10 (4.79 to 18.4) 700 (649 to 754)
    """
    more = count + 1
    low = count * (1 - 1 / (9 * count) - NORMAL / (3 * math.sqrt(count))) ** 3 if count else 0.0
    high = more * (1 - 1 / (9 * more) + NORMAL / (3 * math.sqrt(more))) ** 3
    return Interval(float(count), low, high, count)
