"""How a game writes its moves and positions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ..errors import IllegalMoveError

__all__ = ["Notation", "Position"]


@dataclass(frozen=True)
class Position:
    """A line of a position file: the position and its known solution."""

    name: str
    text: str
    """FEN, SFEN, or the game's own format."""
    best: tuple[Any, ...] = ()
    """The best moves, if the line names them."""
    mate: int | None = None
    """The distance to mate as the game counts it, if the line names it."""

    def board(self, game: str) -> Any:
        from . import game_spec

        return game_spec(game).board(self.text)


class Notation:
    """Reads and writes moves and positions. A game overrides what differs."""

    examples = ""
    """Sample moves for the help of ``tabiya play``."""
    forms: tuple[str, ...] = ("plain",)
    """The ways to write a move, the most readable first. The last is the one of protocols and files."""

    # ---- moves -----------------------------------------------------------------------------------

    def parse(self, board: Any, text: str) -> Any:
        """Parses a legal move as protocols and files write it. Raises `IllegalMoveError`.

        The null move is rejected.
        """
        move = board._parse(text)
        if not move:
            raise IllegalMoveError(f"not a playable move: {text!r}")
        return move

    def parse_typed(self, board: Any, text: str) -> Any:
        """Parses a legal move typed by a player."""
        return self.parse(board, text)

    def shown(self, board: Any, move: Any) -> str:
        """Formats a legal move for people."""
        return str(board._shown_move(move))

    def write(self, board: Any, move: Any, form: str | None = None) -> str:
        """Writes a legal move in one of the `forms`, by default the first.

        >>> from tabiya.games import game_spec
        >>> chess = game_spec("chess")
        >>> chess.notation.write(chess.board(), chess.notation.parse(chess.board(), "g1f3"))
        'Nf3'
        """
        if self.checked_form(form) == self.forms[-1]:
            return str(move)
        return self._write(board, move)

    def write_line(self, board: Any, moves: Iterable[Any], form: str | None = None) -> list[str]:
        """Writes the moves of a line of play. The board does not change."""
        line = board.copy()
        texts = []
        for move in moves:
            texts.append(self.write(line, move, form))
            line.push(move)
        return texts

    def number(self, board: Any) -> str:
        """The number of the next move, as players count."""
        return str(len(board.move_stack) + 1)

    def checked_form(self, form: str | None) -> str:
        """Returns the name of a form. Raises ValueError if the game does not have it."""
        if form is not None and form not in self.forms:
            raise ValueError(f"notation must be {' or '.join(map(repr, self.forms))}, not {form!r}")
        return form or self.forms[0]

    def _write(self, board: Any, move: Any) -> str:
        """Writes a legal move in the first form."""
        return self.shown(board, move)

    # ---- positions -------------------------------------------------------------------------------

    def position(self, board: Any) -> str:
        """Formats the position for other programs."""
        return str(board._text())

    def full_text(self, board: Any) -> str:
        """Formats the position completely: a board made from it has the same moves, keys and counters."""
        return self.position(board)

    def set_full_text(self, board: Any, text: str) -> None:
        """Sets up the position of a `full_text` on a board."""
        raise NotImplementedError

    def read_line(self, line: str) -> Position:
        """Reads a line of a position file. Raises ValueError if it is invalid."""
        raise NotImplementedError

    def draw(self, board: Any) -> str:
        """Draws the board for a terminal."""
        return str(board)
