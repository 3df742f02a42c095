"""The two games, as far as books need them: boards from texts, texts from boards, moves from both.

>>> chess = game_named("chess")
>>> board = chess.board()
>>> chess.parse(board, "e2e4"), chess.text(board).split()[1], chess.ply(board)
(Move.from_uci('e2e4'), 'w', 0)
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

__all__ = ["Board", "Game", "RecordedGame", "game_named", "game_of"]


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
class Game:
    """How one game writes positions and moves."""

    name: str
    board_type: type
    parse_verb: str
    """The board's method that reads a move as the game's protocol writes it."""
    legal_error: type[ValueError]
    """What a board raises where a move is not legal."""

    def board(self, text: str | None = None) -> Any:
        """A new board, of a position's text or of the start."""
        return self.board_type(text)

    def text(self, board: Any) -> str:
        """The position in full, so that a board made of it has the same moves, keys and counters."""
        text: str = board._fen(False, True) if self.name == "chess" else board._sfen()
        return text

    def set_text(self, board: Any, text: str) -> None:
        """Sets a board up as a position that `text` gave."""
        if self.name == "chess":
            board._set_fen(text)
        else:
            board._set_sfen(text)

    def parse(self, board: Any, text: str) -> Any:
        """The legal move of a UCI or USI text; raises the board's IllegalMoveError."""
        move = getattr(board, self.parse_verb)(text)
        if not move:
            raise self.legal_error(f"no move of a game: {text!r}")
        return move

    def ply(self, board: Any) -> int:
        """Plies since the start of the game, by the move number that the position carries."""
        return int(board.ply())


@dataclass(frozen=True)
class RecordedGame:
    """A game that somebody played: legal moves from a position on."""

    game: Game
    start: str | None
    """The text of the first position; None for the usual start."""
    moves: tuple[Any, ...]
    points: float | None = None
    """What the side that moves first in the game (white in chess, black in shogi) made of it: 1, 0.5 or 0."""


@cache
def game_named(name: str) -> Game:
    """The game of a name, ``"chess"`` or ``"shogi"``."""
    from ..errors import IllegalMoveError

    if name == "chess":
        from ..chess import Board as ChessBoard

        return Game(name, ChessBoard, "parse_uci", IllegalMoveError)
    if name == "shogi":
        try:
            from ..shogi import Board as ShogiBoard
        except ModuleNotFoundError:
            raise ImportError("this installation of tabiya has no shogi") from None
        return Game(name, ShogiBoard, "parse_usi", IllegalMoveError)
    raise ValueError(f"game must be 'chess' or 'shogi', not {name!r}")


def game_of(board: object) -> str:
    """The name of a board's game, by its module; empty for a game of somebody else's."""
    kind = type(board)
    if kind not in _GAMES:
        modules = [base.__module__ for base in kind.__mro__]
        named = [name for name in ("chess", "shogi") if any(m.startswith(f"tabiya.{name}.") for m in modules)]
        _GAMES[kind] = named[0] if named else ""
    return _GAMES[kind]


_GAMES: dict[type, str] = {}
"""What `game_of` found out: it is asked for every position of a walk."""
