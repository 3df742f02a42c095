"""The games of the package: one list, and one object per game.

A game is a folder, such as `tabiya.chess`, whose module ``spec`` has a `GameSpec` called ``SPEC``. Engine,
protocols, books, tuner, lab and command line read that object. They never test for a game by name.

>>> from tabiya.games import GAMES, game_spec
>>> chess = game_spec("chess")
>>> board = chess.board()
>>> chess.notation.parse(board, "e2e4"), chess.mates_in
(Move.from_uci('e2e4'), 'moves')
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .notation import Notation, Position
from .parts import find_part
from .rules import Ending, GameRules
from .spec import GameSpec

__all__ = [
    "GAMES",
    "Ending",
    "GameRules",
    "GameSpec",
    "Notation",
    "Position",
    "adapter_for",
    "find_part",
    "game_spec",
    "spec_of",
]

GAMES = ("chess", "shogi", "othello")
"""All games. To add a game, add a folder with a ``spec`` and its name here."""


def game_spec(name: Any) -> GameSpec:
    """Returns the game with a name.

    >>> game_spec("checkers")
    Traceback (most recent call last):
    ValueError: game must be 'chess', 'shogi' or 'othello', not 'checkers'
    """
    if not isinstance(name, str):
        raise TypeError(f"game must be the name of a game, not {type(name).__name__} ({name!r})")
    if name not in GAMES:
        *most, last = map(repr, GAMES)
        raise ValueError(f"game must be {', '.join(most)} or {last}, not {name!r}")
    spec: GameSpec = import_module(f"tabiya.{name}.spec").SPEC
    return spec


def spec_of(board: object) -> GameSpec | None:
    """Returns the game of a board of this package; None for any other board."""
    name = getattr(type(board), "_game", None)
    return game_spec(name) if name in GAMES else None


def adapter_for(game: str, board: object) -> str:
    """Returns a hint about the adapter for a board of another library, or an empty string."""
    module = f"tabiya.{game}.adapters"
    function = f"board_from_{type(board).__module__.partition('.')[0]}"
    if find_spec(module) is None or not hasattr(import_module(module), function):
        return ""
    return f": {module}.{function}(board) makes one of it"
