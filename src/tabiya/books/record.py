"""`RecordedGame`: a game read from a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ..games import GameSpec
    from .lines import TextFile

__all__ = ["Board", "RecordedGame", "legal_moves_of"]


class Board(Protocol):
    """The methods that books need: `tabiya.chess.Board`, `tabiya.shogi.Board` or any board with them."""

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
    """A played game: a position and legal moves."""

    game: GameSpec
    start: str | None
    """The first position as text; None for the usual start."""
    moves: tuple[Any, ...]
    points: float | None = None
    """Points of the side that moves first (white in chess, black in shogi): 1, 0.5 or 0."""


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
