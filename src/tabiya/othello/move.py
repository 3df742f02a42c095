"""`Move`: places a disc on a square, or passes.

>>> move = Move.from_text("d3")
>>> move.square, move.is_pass, str(move)
(19, False, 'd3')
>>> Move.unpack(move.pack()) == move
True
"""

from __future__ import annotations

import atexit
from typing import Any

from .. import _core
from .._utils.arguments import check_int
from ..boards.errors import InvalidMoveError, shown
from ..boards.move import GameMove
from .squares import SQUARE_NAMES, SQUARES, check_square

__all__ = ["PASS", "Move"]

PASS_CODE = len(SQUARES) + 1
TEXTS = ("0000", *SQUARE_NAMES, "pass")
"""Moves by packed integer, as in core/games/othello/move.hpp."""
CODES = {text: code for code, text in enumerate(TEXTS)}


class Move(GameMove):
    """A move. Immutable, and equal to any move on the same square.

    A side that cannot place a disc has one legal move, ``PASS``. The null move is different: it is never
    legal.
    """

    __slots__ = ()

    def __new__(cls, square: int) -> Move:
        return cls._from_code(check_square(square) + 1)

    @classmethod
    def from_text(cls, text: str) -> Move:
        """Parses ``"d3"``, ``"pass"``, or ``"0000"`` for the null move.

        >>> Move.from_text("d9")
        Traceback (most recent call last):
        tabiya.boards.errors.InvalidMoveError: invalid move: 'd9'
        """
        if not isinstance(text, str):
            raise TypeError(f"text must be a str, not {type(text).__name__} ({text!r})")
        if text not in CODES:
            raise InvalidMoveError(f"invalid move: {shown(text)}")
        return cls._from_code(CODES[text])

    @classmethod
    def null(cls) -> Move:
        """Returns the null move, which only changes the side to move. It is falsy and never legal."""
        return cls._from_code(0)

    @classmethod
    def unpack(cls, packed: int) -> Move:
        """Returns the move of an integer from `pack`. It need not be legal."""
        return _core._othello_move(check_int("packed", packed, 0, PASS_CODE))

    @property
    def square(self) -> int | None:
        """The square of the disc; None for a pass."""
        return self._packed - 1 if 0 < self._packed < PASS_CODE else None

    @property
    def is_pass(self) -> bool:
        """Whether the move is a pass."""
        return self._packed == PASS_CODE

    def __bool__(self) -> bool:
        return self._packed != 0

    def __eq__(self, other: object) -> bool:
        return self._packed == other._packed if isinstance(other, Move) else NotImplemented

    def __hash__(self) -> int:
        return self._packed

    def __reduce__(self) -> tuple[Any, ...]:
        return Move._from_code, (self._packed,)

    def __str__(self) -> str:
        return TEXTS[self._packed]

    def __repr__(self) -> str:
        return f"Move.from_text({str(self)!r})"


PASS = Move.from_text("pass")
"""The move of a side that cannot place a disc while the other one can."""

_core._set_othello_move_factory(Move._from_code)
# The core keeps its moves and must release them before the interpreter ends.
atexit.register(_core._forget_othello_moves)
