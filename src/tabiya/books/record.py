"""`RecordedGame`: a game as a file of games has it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..games import GameSpec
    from .lines import TextFile

__all__ = ["Board", "RecordedGame", "legal_moves_of"]


class Board(Protocol):
    """What books ask of a board: `tabiya.chess.Board`, `tabiya.shogi.Board`, or anything with these verbs."""

    @property
    def key(self) -> int: ...
    @property
    def turn(self) -> bool: ...
    def push(self, move: Any, /) -> None: ...
    def pop(self) -> Any: ...
    def key_after(self, move: Any, /) -> int: ...
    def is_legal(self, move: Any, /) -> bool: ...


@dataclass(frozen=True)
class RecordedGame:
    """A game that was played: legal moves from a position on."""

    game: GameSpec
    start: str | None
    """The text of the first position; None for the usual start."""
    moves: tuple[Any, ...]
    points: float | None = None
    """What the side that moves first in the game (white in chess, black in shogi) made of it: 1, 0.5 or 0."""


def legal_moves_of(spec: GameSpec, board: Any, texts: Iterable[str], file: TextFile) -> tuple[Any, ...]:
    """The moves of a game from a board, up to the first that is not legal, which the file counts."""
    from ..errors import IllegalMoveError

    moves = []
    for text in texts:
        try:
            moves.append(spec.notation.parse(board, text))
        except IllegalMoveError:
            file.illegal += 1
            break
        board.push(moves[-1])
    return tuple(moves)
