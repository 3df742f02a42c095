"""How a game writes its moves and positions."""

from __future__ import annotations

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
