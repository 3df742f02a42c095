"""Othello as the rest of the package sees it."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.notation import Notation, Position
from ..games.parts import Bench, Tuning
from ..games.spec import GameSpec
from .board import Board
from .drawing import draw

__all__ = ["SPEC"]


class _Notation(Notation):
    examples = "d3, or pass where no disc can be placed"

    def set_full_text(self, board: Any, text: str) -> None:
        board._set_position(text)

    def read_line(self, line: str) -> Position:
        """A position, after a semicolon its name, and after another the best moves."""
        text, name, best, *_ = (part.strip() for part in f"{line};;".split(";"))
        board = Board(text)
        moves = tuple(board.parse_move(move) for move in best.removeprefix("bm").split())
        return Position(name or board.position(), board.position(), moves)

    def draw(self, board: Any) -> str:
        return draw(board.position(), frozenset(map(str, board.legal_moves)))


class _Othello(GameSpec):
    """Players and programs share no protocol that could be its `interface`, and nobody is mated."""

    name = "othello"
    mates_in = None
    sides = ("black", "white")
    notation = _Notation()

    new_search = staticmethod(_core.OthelloSearch)

    @property
    def tuning(self) -> Tuning:
        from .tuning import TUNING

        return TUNING

    @property
    def bench(self) -> Bench:
        from .measures import BENCH

        return BENCH


SPEC = _Othello()
