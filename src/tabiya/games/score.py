"""`Score`: the value of a position in centipawns, or a distance to mate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .mate_score import MATE, MAX_PLY

__all__ = ["MATE", "MAX_PLY", "CountedIn", "Score"]

CountedIn = Literal["moves", "plies"]


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A score for the side to move. Scores are ordered by value: faster mates are higher.

    >>> Score(35).cp, Score(35).mate
    (35, None)
    >>> Score(MATE - 5).mate, Score(MATE - 5).plies, Score(4 - MATE).mate
    (3, 5, -2)
    >>> print(Score(35), Score(-120), Score(MATE - 5), Score(4 - MATE))
    +0.35 -1.20 #3 #-2
    >>> Score(35) < Score(MATE - 5) < Score(MATE - 3)
    True
    """

    value: int
    """The internal number of the search."""
    counted_in: CountedIn = field(default="moves", compare=False)
    """The unit of mate distances: moves in chess, plies in shogi."""
    mate_range: int = field(default=MAX_PLY, compare=False, repr=False)
    """Values this close to `MATE` are mates."""
    unit: int = field(default=100, compare=False, repr=False)
    """The number that counts as one in the game: 100 is a pawn in chess; 1 in games written in Python."""

    @property
    def is_mate(self) -> bool:
        """Whether the score is a mate. See `mate` and `plies` for the distance."""
        return abs(self.value) >= MATE - self.mate_range

    @property
    def cp(self) -> int | None:
        """Centipawns, or None for a mate."""
        return None if self.is_mate else self.value

    @property
    def in_units(self) -> float | None:
        """The score as the game counts it: pawns in chess, discs in Othello; None for a mate.

        >>> Score(35).in_units, Score(2, unit=1).in_units
        (0.35, 2.0)
        """
        return None if self.is_mate else self.value / self.unit

    @property
    def plies(self) -> int | None:
        """Plies to mate, negative if the side to move is mated; None without a mate."""
        if not self.is_mate:
            return None
        return MATE - self.value if self.value > 0 else -(MATE + self.value)

    @property
    def mate(self) -> int | None:
        """The distance to mate as the game counts it, negative if the side to move is mated, or None.

        A side that is already mated has 0.
        """
        plies = self.plies
        if plies is None or self.counted_in == "plies":
            return plies
        return (abs(plies) + 1) // 2 * (1 if plies > 0 else -1)

    def __neg__(self) -> Score:
        """The score for the other side.

        >>> -Score(35)
        Score(value=-35, counted_in='moves')
        """
        return Score(-self.value, self.counted_in, self.mate_range, self.unit)

    def __str__(self) -> str:
        """
        >>> print(Score(35), Score(2, unit=1), Score(-3, unit=1))
        +0.35 +2 -3
        """
        if self.is_mate:
            return f"#{self.mate}"
        return f"{self.value:+d}" if self.unit == 1 else f"{self.value / self.unit:+.2f}"
