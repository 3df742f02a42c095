"""How a game writes its moves and positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..errors import IllegalMoveError

__all__ = ["Notation", "Position"]


@dataclass(frozen=True)
class Position:
    """A line of a file of positions, with what it says of the position."""

    name: str
    text: str
    """FEN, SFEN, or what the game calls its own."""
    best: tuple[Any, ...] = ()
    """The moves that solve it, where the line names them."""
    mate: int | None = None
    """The distance of the mate as the game's players count it, where the line says so."""

    def board(self, game: str) -> Any:
        from . import game_spec

        return game_spec(game).board(self.text)


class Notation:
    """Moves and positions as texts; a game overrides what differs."""

    examples = ""
    """Moves as a player types them, for the help of ``tabiya play``."""

    # ---- moves -----------------------------------------------------------------------------------

    def parse(self, board: Any, text: str) -> Any:
        """The legal move of a text as protocols and files write it; raises `IllegalMoveError`.

        The null move is none.
        """
        move = board._parse(text)
        if not move:
            raise IllegalMoveError(f"no move of a game: {text!r}")
        return move

    def parse_typed(self, board: Any, text: str) -> Any:
        """The legal move of a text that a player typed."""
        return self.parse(board, text)

    def shown(self, board: Any, move: Any) -> str:
        """A legal move for people to read."""
        return str(board._shown_move(move))

    # ---- positions -------------------------------------------------------------------------------

    def position(self, board: Any) -> str:
        """The position as other programs read it."""
        return str(board._text())

    def full_text(self, board: Any) -> str:
        """The position in full: a board made of it has the same moves, keys and counters."""
        return self.position(board)

    def set_full_text(self, board: Any, text: str) -> None:
        """Sets a board up as the position of a `full_text`."""
        raise NotImplementedError

    def read_line(self, line: str) -> Position:
        """A line of a file of positions; raises ValueError if it is none."""
        raise NotImplementedError

    def draw(self, board: Any) -> str:
        """The board as a player sees it in a terminal."""
        return str(board)
