"""What the fields of an entry may hold: two enumerations and the limits."""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "FULL_KEY_CLUSTERS",
    "GENERATIONS",
    "MAX_DEPTH",
    "MAX_EVAL",
    "MAX_KEY",
    "MAX_MOVE",
    "MAX_PLY",
    "MAX_SCORE",
    "MIN_KEY",
    "NO_EVAL",
    "Bound",
    "Source",
]

MAX_KEY = 2**64 - 1
MIN_KEY = -(2**63)
"""Keys from here on are taken, and mean their two's complement."""
MAX_PLY = 9_000
"""More plies than a search can see."""
MAX_MOVE = 2**24 - 1
MAX_SCORE = 500_000
MAX_DEPTH = 255
MAX_EVAL = 32767
NO_EVAL = -32768
"""How an absent static evaluation is written in the 16 bits of a slot; Python sees ``None``."""
FULL_KEY_CLUSTERS = 65536
"""From so many clusters on, a cluster and the 48 bits of a signature give the whole key back."""
GENERATIONS = 64
"""Generations count modulo this number."""


class Bound(IntEnum):
    """What a score says about the true value of a position. The number is the bound's quality too.

    >>> Bound.EXACT > Bound.LOWER > Bound.UPPER
    True
    """

    NONE = 0
    """No entry: a slot with this bound is empty. It cannot be stored."""
    UPPER = 1
    """The value is at most the score: every move failed low."""
    LOWER = 2
    """The value is at least the score: a move was good enough to stop."""
    EXACT = 3

    def __str__(self) -> str:
        return self.name


class Source(IntEnum):
    """Which part of a search an entry comes from; it decides what may displace what.

    >>> Source(4)
    <Source.MAIN: 4>
    """

    QUIESCENCE = 0
    NULL_MOVE = 1
    IID = 2
    """Internal iterative deepening: a shallow search made to find a move to try first."""
    BOOK = 3
    MAIN = 4

    def __str__(self) -> str:
        return self.name
