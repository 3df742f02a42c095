"""The sequential probability ratio test: play only until the result is clear.

It compares two hypotheses about the Elo difference: H0 (`elo0`) and H1 (`elo1`). After each game or pair, the
log-likelihood ratio of the results tells which is more likely. The test ends when it passes one of two bounds
(Wald 1945). Only the mean of the distribution is given by a hypothesis. The rest is estimated by the most
likely distribution with that mean (the generalised test).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from .elo import score_of
from .results import Pairs, Results

__all__ = ["Sprt", "SprtState", "log_likelihood_ratio"]


class SprtState(StrEnum):
    """The state of a test."""

    GOES_ON = "goes on"
    H0 = "H0 accepted"
    H1 = "H1 accepted"


@dataclass(frozen=True)
class Sprt:
    """A test with its hypotheses and error probabilities.

    >>> test = Sprt(elo0=0, elo1=5)
    >>> round(test.lower, 3), round(test.upper, 3)
    (-2.944, 2.944)
    >>> test.state(Pairs((0, 10, 50, 40, 10)))
    <SprtState.GOES_ON: 'goes on'>
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability of accepting H1 although H0 is true."""
    beta: float = 0.05
    """The probability of accepting H0 although H1 is true."""

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise ValueError(f"elo1 must be greater than elo0 ({self.elo0}), not {self.elo1}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise ValueError(f"{name} must be between 0 and 0.5, not {getattr(self, name)}")

    @property
    def lower(self) -> float:
        """Below this, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Above this, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, results: Results | Pairs) -> float:
        """Returns the log-likelihood ratio of the results."""
        return log_likelihood_ratio(results, score_of(self.elo0), score_of(self.elo1))

    def state(self, results: Results | Pairs) -> SprtState:
        """Returns the state of the test."""
        llr = self.llr(results)
        if llr >= self.upper:
            return SprtState.H1
        return SprtState.H0 if llr <= self.lower else SprtState.GOES_ON


def log_likelihood_ratio(results: Results | Pairs, score0: float, score1: float) -> float:
    """Returns the log-likelihood ratio of the results for a mean of `score1` vs `score0`."""
    distribution = _regular(results.distribution)
    if distribution is None:
        return 0.0
    total = sum(count for _, count in distribution)
    pairs = zip(
        distribution, _most_likely(distribution, score0), _most_likely(distribution, score1), strict=True
    )
    return total * sum(count / total * math.log(p1 / p0) for (_, count), p0, p1 in pairs)


def _regular(distribution: tuple[tuple[float, int], ...]) -> tuple[tuple[float, float], ...] | None:
    """Gives outcomes that never occurred a tiny weight, because all are possible."""
    if not any(count for _, count in distribution):
        return None
    return tuple((value, count if count else 1e-3) for value, count in distribution)


def _most_likely(distribution: tuple[tuple[float, float], ...], mean: float) -> list[float]:
    """Returns the distribution with this mean under which the counts are most likely.

    With observed shares p, it is p / (1 + x (value - mean)) for the x that gives the right mean (Lagrange
    multiplier; the sum below decreases monotonically in x between its poles).
    """
    total = sum(count for _, count in distribution)
    shares = [(value - mean, count / total) for value, count in distribution]
    low = -1 / max(distance for distance, _ in shares)
    high = -1 / min(distance for distance, _ in shares)
    margin = 1e-12 * (high - low)
    low, high = low + margin, high - margin
    while low < (x := (low + high) / 2) < high:
        if sum(distance * share / (1 + x * distance) for distance, share in shares) > 0:
            low = x
        else:
            high = x
    return [share / (1 + x * distance) for distance, share in shares]
