"""Boards as records of games."""

from __future__ import annotations

from typing import Any

from ..books.record import RecordedGame
from ..games import spec_of

__all__ = ["record_of"]


def record_of(game: Any) -> RecordedGame:
    """Returns a record as it is, and the game on a board as a record."""
    if isinstance(game, RecordedGame):
        return game
    spec = spec_of(game)
    if spec is None:
        raise TypeError(
            f"game must be a RecordedGame or a board of this package, not {type(game).__name__} ({game!r})"
        )
    root = game.root()
    usual = root == spec.board()
    start = None if usual else spec.notation.full_text(root)
    return RecordedGame(spec, start, tuple(game.move_stack))
