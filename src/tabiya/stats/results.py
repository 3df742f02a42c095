"""Match results: single games, or pairs of games with the same opening and colours reversed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Pairs", "Results"]


@dataclass(frozen=True)
class Results:
    """Results of single games, for the first player.

    >>> results = Results(wins=10, losses=5, draws=5)
    >>> results.games, results.score
    (20, 0.625)
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def distribution(self) -> tuple[tuple[float, int], ...]:
        """Outcomes of a game and their counts."""
        return ((0.0, self.losses), (0.5, self.draws), (1.0, self.wins))

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; 0.5 without games."""
        return mean_of(self.distribution)


@dataclass(frozen=True)
class Pairs:
    """Pairs of games, by the points of the first player in both: 0, ½, 1, 1½ or 2.

    Both games of a pair start from the same opening, so their results are correlated. Pairs give a more exact
    estimate than single games.

    >>> pairs = Pairs.of([(1.0, 0.5), (0.0, 1.0), (0.5, 0.5)])
    >>> pairs.counts, pairs.score
    ((0, 0, 2, 1, 0), 0.5833333333333334)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, pairs: Iterable[tuple[float, float]]) -> Pairs:
        """Counts pairs of single results, each 0, ½ or 1."""
        counts = [0] * 5
        for first, second in pairs:
            counts[round(2 * (first + second))] += 1
        return cls(tuple(counts))  # type: ignore[arg-type]

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def distribution(self) -> tuple[tuple[float, int], ...]:
        """Points per game in a pair, and their counts."""
        return tuple((i / 4, count) for i, count in enumerate(self.counts))

    @property
    def score(self) -> float:
        """Points per game, 0 to 1; 0.5 without games."""
        return mean_of(self.distribution)


def mean_of(distribution: tuple[tuple[float, int], ...]) -> float:
    """Returns the mean of counted values; 0.5 if there are none."""
    count = sum(n for _, n in distribution)
    return sum(value * n for value, n in distribution) / count if count else 0.5


def variance_of(distribution: tuple[tuple[float, int], ...]) -> float:
    """Returns the variance of counted values; 0 if there are none."""
    count = sum(n for _, n in distribution)
    mean = mean_of(distribution)
    return sum(n * (value - mean) ** 2 for value, n in distribution) / count if count else 0.0
