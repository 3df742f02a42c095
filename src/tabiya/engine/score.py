"""`Score`: what a search thinks of a position, in hundredths of a pawn or as the distance of a mate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

__all__ = ["MATE", "MAX_PLY", "CountedIn", "Score"]

MATE = 100_000
"""The score of having mated; a mate in n plies is worth ``MATE - n``."""
MAX_PLY = 246
"""The longest mate that the native search tells apart from an evaluation."""

CountedIn = Literal["moves", "plies"]


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A score for the side to move. Scores compare by what they are worth: sooner mates are higher.

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
    """The number that the search works with."""
    counted_in: CountedIn = field(default="moves", compare=False)
    """How the game's players count a mate: chess in moves, shogi in plies."""
    mate_range: int = field(default=MAX_PLY, compare=False, repr=False)
    """How far from `MATE` a value is still a mate."""

    @property
    def is_mate(self) -> bool:
        """Whether the end of the game is in sight: `mate` and `plies` tell how far it is."""
        return abs(self.value) >= MATE - self.mate_range

    @property
    def cp(self) -> int | None:
        """Hundredths of a pawn, or None for a mate."""
        return None if self.is_mate else self.value

    @property
    def plies(self) -> int | None:
        """Plies to the mate, negative for the side that is mated; None if there is none."""
        if not self.is_mate:
            return None
        return MATE - self.value if self.value > 0 else -(MATE + self.value)

    @property
    def mate(self) -> int | None:
        """The mate as the game's players count it, negative for the side that is mated, or None.

        A side that is mated already has lost in 0.
        """
        plies = self.plies
        if plies is None or self.counted_in == "plies":
            return plies
        return (abs(plies) + 1) // 2 * (1 if plies > 0 else -1)

    def __neg__(self) -> Score:
        """The same for the other side.

        >>> -Score(35)
        Score(value=-35, counted_in='moves')
        """
        return Score(-self.value, self.counted_in, self.mate_range)

    def __str__(self) -> str:
        return f"{self.value / 100:+.2f}" if not self.is_mate else f"#{self.mate}"
