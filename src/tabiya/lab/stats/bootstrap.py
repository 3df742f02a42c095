"""How sure a mean is: bootstrap intervals, which assume nothing about the spread of the values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

__all__ = ["Figure", "Interval", "mean_interval", "plain", "ratio_interval", "share_interval"]

CONFIDENCE = 0.95
NORMAL = 1.959963984540054
"""Standard deviations on either side that hold 95% of a normal distribution."""
RESAMPLES = 4000
CELLS = 4_000_000
"""Numbers drawn at a time: 32 MB."""


@dataclass(frozen=True)
class Interval:
    """A figure with its 95% interval.

    >>> print(Interval(0.75, 0.64, 0.87, 40))
    0.75 (0.64 to 0.87)
    """

    value: float
    low: float
    high: float
    count: int
    """The number of independent units it was taken from."""

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"

    def scaled(self, factor: float, shift: float = 0.0) -> Interval:
        """The interval of `factor` times the figure plus `shift`; the ends stay in order.

        >>> print(Interval(0.75, 0.64, 0.87, 40).scaled(-100, 100))
        25 (13 to 36)
        """
        low, high = sorted((factor * self.low + shift, factor * self.high + shift))
        return Interval(factor * self.value + shift, low, high, self.count)

    def inverse(self) -> Interval:
        """The interval of one divided by a figure that is positive.

        >>> print(Interval(0.8, 0.5, 1.0, 64).inverse())
        1.25 (1 to 2)
        """
        high = 1 / self.low if self.low > 0 else math.inf
        return Interval(1 / self.value, 1 / self.high, high, self.count)


Figure: TypeAlias = float | Interval
"""A number of an experiment: counted exactly, or taken from a sample."""


def plain(figure: Figure) -> Any:
    """A figure for JSON: a number, or its interval as an object."""
    return asdict(figure) if isinstance(figure, Interval) else figure


def mean_interval(values: Sequence[float], seed: int = 1) -> Interval:
    """The mean of independent values and its percentile interval, the same for the same values.

    Percentiles of resampled means are too narrow for small samples. They are widened as Student's interval
    is: by the unbiased deviation and the t quantile instead of the normal one.

    >>> mean_interval([1.0, 1.0, 1.0]).high
    1.0
    """
    sample = np.asarray(values, float)
    count = len(sample)
    if count == 0:
        raise ValueError("an interval needs at least one value")
    mean = float(sample.mean())
    if count == 1:
        return Interval(mean, -math.inf, math.inf, count)
    means = _resampled_means(sample, seed)
    tails = (1 - CONFIDENCE) / 2
    low, high = (float(value) for value in np.quantile(means, (tails, 1 - tails)))
    wider = math.sqrt(count / (count - 1)) * student(count - 1) / NORMAL
    return Interval(mean, mean - (mean - low) * wider, mean + (high - mean) * wider, count)


def ratio_interval(numerators: Sequence[float], denominators: Sequence[float], seed: int = 1) -> Interval:
    """The geometric mean of paired ratios and its interval.

    >>> ratio_interval([2, 8, 4], [1, 2, 2]).value
    2.519842099789746
    """
    logarithms = [math.log(top / bottom) for top, bottom in zip(numerators, denominators, strict=True)]
    found = mean_interval(logarithms, seed)
    return Interval(_exp(found.value), _exp(found.low), _exp(found.high), found.count)


def share_interval(parts: Sequence[float], wholes: Sequence[float], seed: int = 1) -> Interval:
    """The share of all parts in all wholes, over independent units that have a part and a whole each.

    >>> share_interval([1, 3], [4, 4]).value
    0.5
    """
    part, whole = np.asarray(parts, float), np.asarray(wholes, float)
    total = float(whole.sum())
    share = float(part.sum()) / total if total else 0.0
    if len(part) < 2 or not total:
        return Interval(share, -math.inf, math.inf, len(part))
    # What a unit adds to the share, as far as it differs from the mean unit: the ratio, linearised.
    influence = share + (part - share * whole) / (total / len(part))
    found = mean_interval([float(value) for value in influence], seed)
    if (part <= whole).all() and (part >= 0).all():  # a part of a whole, which no interval leaves
        return Interval(share, max(found.low, 0.0), min(found.high, 1.0), len(part))
    return found


def student(degrees: int) -> float:
    """The 97.5% quantile of Student's distribution, by its expansion around the normal one.

    >>> [round(student(degrees), 2) for degrees in (5, 10, 59)]
    [2.57, 2.23, 2.0]
    """
    z: float = NORMAL
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / float(degrees**power) for power, term in enumerate(terms, 1))


def _resampled_means(sample: np.ndarray[tuple[int], np.dtype[np.float64]], seed: int) -> list[float]:
    rng = np.random.default_rng(seed)
    means: list[float] = []
    while len(means) < RESAMPLES:
        rows = min(RESAMPLES - len(means), max(1, CELLS // len(sample)))
        means += sample[rng.integers(0, len(sample), (rows, len(sample)))].mean(axis=1).tolist()
    return means


def _exp(value: float) -> float:
    return math.exp(value) if value < 700 else math.inf
