"""`Reading`: a shogi game while its file is being read, in KIF or CSA."""

from __future__ import annotations

from typing import Any

from ...books.errors import BookError
from ...books.lines import TextFile
from ...books.record import RecordedGame
from ..spec import SPEC

__all__ = ["Reading"]


class Reading:
    """A game while it is being read."""

    def __init__(self) -> None:
        self.start: str | None = None
        self.board: Any = None
        """None until the first position is known."""
        self.moves: list[Any] = []
        self.points: float | None = None
        self.over = False
        """Whether the main line has ended, by an ending or a fault."""
        self.line = 0
        self.tags: dict[str, str] = {}
        self.notes: dict[int, list[str]] = {}
        self.seconds: dict[int, int] = {}
        self.ending: list[str] = []
        self.fault: BookError | None = None

    @property
    def empty(self) -> bool:
        return not self.moves and self.fault is None

    def set_up(self, file: TextFile, sfen: str | None) -> None:
        """Sets up the first position; None is the usual one."""
        try:
            self.board = SPEC.board(sfen)
        except ValueError as error:
            file.fail(f"the game's first position is invalid: {error}")

    def note(self, text: str) -> None:
        """Adds a comment on the position after the last move."""
        self.notes.setdefault(len(self.moves), []).append(text)

    def push(self, move: Any) -> None:
        self.moves.append(move)
        self.board.push(move)

    def score(self, points: float) -> None:
        """Takes the result from the points of the side to move."""
        self.points = points if self.board.turn else 1 - points

    def stop(self, fault: BookError) -> None:
        self.over, self.fault = True, fault

    def stop_at_illegal(self, file: TextFile, text: str) -> None:
        """Ends the game before an illegal move, which the file counts."""
        self.stop(file.illegal_move(len(self.moves) + 1, text))

    def record(self) -> RecordedGame:
        return RecordedGame(
            SPEC,
            self.start,
            tuple(self.moves),
            self.points,
            self.tags,
            {ply: tuple(lines) for ply, lines in self.notes.items()},
            self.seconds,
            tuple(self.ending),
            self.line,
            self.fault,
        )
