"""Playing worse on purpose, in a way that still looks like chess or shogi."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..engine.result import Line

__all__ = ["FULL", "LINES", "choice", "node_limit"]

FULL = 20
"""The level that plays as well as it can."""
LINES = 4
"""Lines to choose among below it."""


def node_limit(level: int) -> int:
    """Nodes that a level may look at: each level is worth half as many more.

    >>> node_limit(0), node_limit(10), node_limit(19)
    (200, 11533, 443367)
    """
    return int(200 * 1.5**level)


def choice(lines: Sequence[Line[Any]], level: int, random: Random) -> Line[Any]:
    """One of the best lines; a weak player is content with one that is worse by up to a few pawns.

    >>> from tabiya.engine.score import Score
    >>> best, blunder = Line(Score(30), ("e2e4",), 5), Line(Score(-900), ("e2e5",), 5)
    >>> choice([best, blunder], 0, Random(1)) is best
    True
    """
    carelessness = 15 * (FULL - level)  # 0 to 300 hundredths of a pawn
    tries = [
        (line.score.value + random.randrange(carelessness + 1), -rank) for rank, line in enumerate(lines)
    ]
    return lines[-max(tries)[1]]
