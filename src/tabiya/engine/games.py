"""The games that an `Engine` can play: a new one is an entry here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from .. import _core
from .score import CountedIn

__all__ = ["GAMES", "GameEntry", "game_entry"]


@dataclass(frozen=True)
class GameEntry:
    """What an engine must know of a game."""

    name: str
    module: str
    """Where its `Board` is."""
    native: str
    """The class of the native search."""
    mates_in: CountedIn
    """How players count a mate."""
    first_is_white: bool
    """Whether ``board.turn`` is true for White: the side that ``wtime`` belongs to."""
    parse: str
    """The method of a board that reads a move's text."""

    @property
    def board_class(self) -> type[Any]:
        board: type[Any] = import_module(self.module).Board
        return board

    def new_search(self) -> Any:
        factory: Callable[[], Any] = getattr(_core, self.native)
        return factory()

    def evaluate(self, board: Any) -> int:
        """The static evaluation for the side to move, in hundredths of a pawn."""
        return int(board.evaluate())

    def is_white(self, board: Any) -> bool:
        return bool(board.turn) == self.first_is_white

    def packed_move(self, board: Any, move: Any) -> int:
        """A legal move of the board in the core's form, from a move or its text."""
        if isinstance(move, str):
            return int(getattr(board, self.parse)(move).pack())
        if not hasattr(move, "pack"):
            raise TypeError(f"a move must be a Move or its text, not {type(move).__name__} ({move!r})")
        return int(board._resolve(move.pack()).pack())


GAMES = {
    "chess": GameEntry("chess", "tabiya.chess", "ChessSearch", "moves", True, "parse_uci"),
    "shogi": GameEntry("shogi", "tabiya.shogi", "ShogiSearch", "plies", False, "parse_usi"),
}


def game_entry(name: Any) -> GameEntry:
    """The entry of a name, if the core that runs here has the game."""
    if not isinstance(name, str):
        raise TypeError(f"game must be the name of a game, not {type(name).__name__} ({name!r})")
    there = [known for known, entry in GAMES.items() if hasattr(_core, entry.native)]
    if name not in there:
        raise ValueError(f"game must be {' or '.join(map(repr, there))}, not {name!r}")
    return GAMES[name]
