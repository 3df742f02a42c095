"""`solve`: the exact endgame search."""

from __future__ import annotations

import time
from dataclasses import dataclass

from .. import _core
from ..table.transposition import TranspositionTable
from .board import Board
from .move import Move

__all__ = ["Solution", "solve"]


@dataclass(frozen=True, slots=True)
class Solution:
    """The value of a position with perfect play."""

    score: int
    """Discs by which the side to move wins; negative if it loses. Empty squares count for the winner."""
    best_move: Move | None
    """A move that reaches the score; None if the game is over."""
    nodes: int
    """Positions searched."""
    seconds: float


def solve(board: Board, *, table: TranspositionTable | None = None) -> Solution:
    """Searches to the end of the game. Ctrl-C stops it.

    Twenty empty squares take seconds; each further square takes two to three times as long. A `table` saves
    work, because different move orders lead to the same position. Engines may use the same table.

    >>> solution = solve(Board("X-XXXX--OOOOXX-XOOOOXXXXOOXXOXXXOOOXXOXXOOXOXXXX--OXXXXX--OOOOO- O"))
    >>> solution.score, solution.best_move
    (-2, Move.from_text('b7'))
    """
    if not isinstance(board, Board):
        raise TypeError(f"board must be a tabiya.othello.Board, not {type(board).__name__} ({board!r})")
    if table is not None and not isinstance(table, TranspositionTable):
        raise TypeError(
            f"table must be a tabiya.TranspositionTable or None, not {type(table).__name__} ({table!r})"
        )
    begin = time.perf_counter()
    score, best_move, nodes = _core._solve_othello(board, table)
    return Solution(score, best_move, nodes, time.perf_counter() - begin)
