"""Weaker play on purpose, which still looks like chess or shogi."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ..engine.result import Line, Result

__all__ = ["FULL", "LINES", "choice", "limits", "move_of", "node_limit"]

FULL = 20
"""The level of full strength."""
LINES = 4
"""Lines to choose from at lower levels."""


def node_limit(level: int) -> int:
    """Returns the node limit of a level. Each level searches half as many nodes more.

    >>> node_limit(0), node_limit(10), node_limit(19)
    (200, 11533, 443367)
    """
    return int(200 * 1.5**level)


def limits(level: int, seconds: float) -> dict[str, Any]:
    """Returns the arguments of the search for a move at a level.

    >>> limits(3, 1.0), limits(FULL, 1.0)
    ({'time': 1.0, 'nodes': 675, 'multipv': 4}, {'time': 1.0})
    """
    weaker = {"nodes": node_limit(level), "multipv": LINES} if level < FULL else {}
    return {"time": seconds, **weaker}


def move_of(result: Result[Any], level: int, random: Random) -> tuple[Any, Any]:
    """Returns the move that a level plays after such a search, and its score."""
    if level == FULL or len(result.lines) < 2:
        return result.best_move, result.score
    line = choice(result.lines, level, random)
    return line.pv[0], line.score


def choice(lines: Sequence[Line[Any]], level: int, random: Random) -> Line[Any]:
    """Picks one of the best lines. A weak level accepts one that is up to a few pawns worse.

    >>> from tabiya.games.score import Score
    >>> best, blunder = Line(Score(30), ("e2e4",), 5), Line(Score(-900), ("e2e5",), 5)
    >>> choice([best, blunder], 0, Random(1)) is best
    True
    """
    carelessness = 15 * (FULL - level)  # 0 to 300 hundredths of a pawn
    tries = [
        (line.score.value + random.randrange(carelessness + 1), -rank) for rank, line in enumerate(lines)
    ]
    return lines[-max(tries)[1]]
