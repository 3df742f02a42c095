"""The values of entry fields: two enumerations and the limits."""

from __future__ import annotations

from enum import IntEnum

__all__ = [
    "FULL_KEY_CLUSTERS",
    "GENERATIONS",
    "MAX_DEPTH",
    "MAX_EVAL",
    "MAX_KEY",
    "MAX_MOVE",
    "MAX_SCORE",
    "MIN_KEY",
    "NO_EVAL",
    "Bound",
    "Source",
]

MAX_KEY = 2**64 - 1
MIN_KEY = -(2**63)
"""The least key accepted. Negative keys mean their two's complement."""
MAX_MOVE = 2**24 - 1
MAX_SCORE = 500_000
MAX_DEPTH = 255
MAX_EVAL = 32767
NO_EVAL = -32768
"""The 16-bit code of a missing static evaluation. In Python it is ``None``."""
FULL_KEY_CLUSTERS = 65536
"""With at least this many clusters, cluster number and 48-bit signature determine the key."""
GENERATIONS = 64
"""Generations count modulo this number."""


class Bound(IntEnum):
    """How a score relates to the true value of a position. Higher numbers carry more information.

    >>> Bound.EXACT > Bound.LOWER > Bound.UPPER
    True
    """

    NONE = 0
    """No entry. A slot with this bound is empty; it cannot be stored."""
    UPPER = 1
    """The value is at most the score: all moves failed low."""
    LOWER = 2
    """The value is at least the score: a move caused a cutoff."""
    EXACT = 3

    def __str__(self) -> str:
        return self.name


class Source(IntEnum):
    """The part of the search that an entry comes from. Source priority uses it.

    >>> Source(4)
    <Source.MAIN: 4>
    """

    QUIESCENCE = 0
    NULL_MOVE = 1
    IID = 2
    """Internal iterative deepening: a shallow search that finds a move to try first."""
    BOOK = 3
    MAIN = 4

    def __str__(self) -> str:
        return self.name
