"""The uncertainty of a mean ratio over positions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

__all__ = ["ratio_interval"]

SAMPLES = 10_000


def ratio_interval(figures: Sequence[float], base: Sequence[float], seed: int = 1) -> tuple[float, float]:
    """Returns the 95% bootstrap interval of the geometric mean of paired ratios.

    The seed is fixed: the same figures give the same interval.

    >>> [round(end, 3) for end in ratio_interval([2, 4, 8], [1, 2, 4])]
    [2.0, 2.0]
    >>> low, high = ratio_interval([1, 2, 4, 8], [2, 2, 2, 2])
    >>> low < 2**0.5 < high
    True
    """
    logarithms = np.log(np.asarray(figures, dtype=float) / np.asarray(base, dtype=float))
    chosen = np.random.default_rng(seed).integers(0, len(logarithms), (SAMPLES, len(logarithms)))
    low, high = np.quantile(logarithms[chosen].mean(axis=1), [0.025, 0.975])
    return float(np.exp(low)), float(np.exp(high))
