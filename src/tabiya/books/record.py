"""`RecordedGame`: a game read from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from .errors import GameFault
from .formats import records_of

if TYPE_CHECKING:
    from ..games import GameSpec
    from .errors import BookError
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
    """A played game: a position and legal moves, and what else its file says."""

    game: GameSpec
    start: str | None
    """The first position as text; None for the usual start."""
    moves: tuple[Any, ...]
    points: float | None = None
    """Points of the side that moves first (white in chess, black in shogi): 1, 0.5 or 0."""
    tags: Mapping[str, str] = field(default_factory=dict)
    """Headers, such as players and event, under the names of the format."""
    notes: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Comments by the number of plies before them. PGN keeps glyphs and variations here, as written."""
    seconds: Mapping[int, int] = field(default_factory=dict)
    """Thinking time by ply, from 1, in formats that have a field for it."""
    ending: tuple[str, ...] = ()
    """The lines after the last move, as written: how the game ended, and variations in KIF."""
    line: int = 0
    """The line of the file where the game begins."""
    fault: BookError | None = field(default=None, compare=False)
    """Why the moves end before the game does."""

    @property
    def players(self) -> tuple[str, str]:
        """The names of the side that moves first and of the other; empty if the file does not say."""
        first, other = (
            next((self.tags[name] for name in names if name in self.tags), "")
            for names in records_of(self.game).players
        )
        return first, other

    def board(self) -> Any:
        """Returns a board with the position after all moves."""
        board = self.game.board(self.start)
        for move in self.moves:
            board.push(move)
        return board


def legal_moves_of(
    spec: GameSpec, board: Any, texts: Iterable[str], file: TextFile
) -> tuple[tuple[Any, ...], GameFault | None]:
    """The moves of a game from a board, up to the first that is not legal, which the file counts."""
    from ..errors import IllegalMoveError

    moves = []
    for text in texts:
        try:
            moves.append(spec.notation.parse(board, text))
        except IllegalMoveError:
            return tuple(moves), file.illegal_move(len(moves) + 1, text)
        board.push(moves[-1])
    return tuple(moves), None
