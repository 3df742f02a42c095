"""Othello's `GameSpec`."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.notation import Notation, Position
from ..games.parts import Matches
from ..games.score import Score
from ..games.spec import GameSpec
from .board import Board
from .drawing import draw

__all__ = ["SPEC"]


class _Notation(Notation):
    examples = "d3, or pass if no disc can be placed"

    def set_full_text(self, board: Any, text: str) -> None:
        board._set_position(text)

    def read_line(self, line: str) -> Position:
        """Parses a position, its name after a semicolon, and the best moves after another."""
        text, name, best, *_ = (part.strip() for part in f"{line};;".split(";"))
        board = Board(text)
        moves = tuple(board.parse_move(move) for move in best.removeprefix("bm").split())
        return Position(name or board.position(), board.position(), moves)

    def draw(self, board: Any) -> str:
        return draw(board.position(), frozenset(map(str, board.legal_moves)))


class _Othello(GameSpec):
    """Othello has no common engine protocol, so no `interface`, and no mates."""

    name = "othello"
    mates_in = None
    sides = ("black", "white")
    tenfold = 1200  # twelve discs
    notation = _Notation()
    matches = Matches(even=400)  # four discs

    new_search = staticmethod(_core.OthelloSearch)

    def final_score(self, board: Any) -> Score | None:
        """The margin in discs, as the search counts it."""
        outcome = board.outcome()
        if outcome is None:
            return None
        return self.score(100 * outcome.discs * (1 if outcome.winner == board.turn else -1))


SPEC = _Othello()
