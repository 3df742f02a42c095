"""`Move`: a piece from square to square, promoted or not, or a piece dropped from the hand.

>>> move = Move.from_usi("8h2b+")
>>> move.from_square, move.to_square, move.promotion, str(move)
(70, 10, True, '8h2b+')
>>> Move.from_usi("P*5e").drop == PAWN
True
>>> Move.unpack(move.pack()) == move
True
"""

from __future__ import annotations

import atexit
import re
from typing import Any

from .. import _core
from ..arguments import check_int
from ..boards.errors import InvalidMoveError, shown
from ..boards.move import GameMove
from ..values import MAX_MOVE
from .pieces import HAND_PIECE_TYPES, KING, PIECE_SYMBOLS, PROM_ROOK, ROOK
from .squares import SQUARE_NAMES, check_square, parse_square

__all__ = ["Move"]

USI = re.compile(r"([1-9][a-i])([1-9][a-i])(\+)?|([PLNSGBR])\*([1-9][a-i])")

# The fields of core/games/shogi/move.hpp:
#     bits  0-6   to
#     bits  7-13  from, or 81 + the dropped piece's place among P L N S G B R
#     bit   14    promotion
#     bits 15-18  type of the piece that moves, before it promotes; 0 if not known
#     bits 19-22  type of the piece that it captures; 0 if none, or not known
FROM, PROMOTION, MOVER, CAPTURED = 7, 14, 15, 19
DROPS = 81


class Move(GameMove):
    """A move. Immutable, and equal to any move of the same squares, drop and promotion.

    A board's own moves know what moves and what is captured, and keep it when they are packed. A move that
    was made by hand does not; a board takes it all the same and finds out. Neither knows the mover's side:
    that is the position's.
    """

    __slots__ = ("captured", "drop", "from_square", "piece_type", "promotion", "to_square")

    from_square: int | None
    """None for a drop."""
    to_square: int
    promotion: bool
    drop: int | None
    """The type of the piece that is dropped, or None."""
    piece_type: int | None
    """The type of the piece that moves, before it promotes; None if nobody knows."""
    captured: int | None
    """The type of the piece that is captured, as it stood; None if there is none, or nobody knows."""

    def __new__(
        cls, from_square: int | None, to_square: int, promotion: bool = False, *, drop: int | None = None
    ) -> Move:
        end = check_square(to_square, "to_square")
        if not isinstance(promotion, bool):
            raise TypeError(f"promotion must be a bool, not {type(promotion).__name__} ({promotion!r})")
        if drop is not None:
            return cls._from_code(_drop_code(drop, from_square, promotion) << FROM | end)
        if from_square is None:
            raise ValueError("a move needs a from_square, or a drop")
        start = check_square(from_square, "from_square")
        if start == end:
            where = SQUARE_NAMES[start]
            raise ValueError(f"a move must leave its square, not stay on {where}")
        return cls._from_code(end | start << FROM | promotion << PROMOTION)

    @classmethod
    def _from_code(cls, code: int) -> Move:
        """What the core calls for a move that it hands out for the first time."""
        start = code >> FROM & 127
        drop = HAND_PIECE_TYPES[start - DROPS] if start >= DROPS else None
        move = object.__new__(cls)
        assign = object.__setattr__
        assign(move, "from_square", None if drop or not code else start)
        assign(move, "to_square", code & 127)
        assign(move, "promotion", bool(code >> PROMOTION & 1))
        assign(move, "drop", drop)
        assign(move, "piece_type", drop or code >> MOVER & 15 or None)
        assign(move, "captured", code >> CAPTURED & 15 or None)
        assign(move, "_packed", code)
        return move

    @classmethod
    def from_usi(cls, usi: str) -> Move:
        """The move of a USI text: ``"7g7f"``, ``"8h2b+"``, ``"P*5e"``, or ``"0000"`` for the null move.

        >>> Move.from_usi("7g7j")
        Traceback (most recent call last):
        tabiya.boards.errors.InvalidMoveError: invalid usi: '7g7j'
        """
        if not isinstance(usi, str):
            raise TypeError(f"usi must be a str, not {type(usi).__name__} ({usi!r})")
        if usi == "0000":
            return cls.null()
        match = USI.fullmatch(usi)
        if match is None or (match[1] is not None and match[1] == match[2]):
            raise InvalidMoveError(f"invalid usi: {shown(usi)}")
        if match[4]:
            return cls(None, parse_square(match[5]), drop=PIECE_SYMBOLS.index(match[4].lower()))
        return cls(parse_square(match[1]), parse_square(match[2]), match[3] is not None)

    @classmethod
    def null(cls) -> Move:
        """No move; false as a bool. It is never legal: in shogi nobody may pass."""
        return cls._from_code(0)

    @classmethod
    def unpack(cls, packed: int) -> Move:
        """The move of an integer that `pack` gave. Whether it is legal is a board's to say.

        >>> Move.unpack(0x7FFFFF)
        Traceback (most recent call last):
        ValueError: packed must be a packed move, not 8388607
        """
        code = check_int("packed", packed, 0, MAX_MOVE)
        if code and not _is_move(code):
            raise ValueError(f"packed must be a packed move, not {code}")
        return _core._shogi_move(code)

    def usi(self) -> str:
        """The move as USI has it."""
        end = SQUARE_NAMES[self.to_square]
        if self.drop is not None:
            return f"{str(PIECE_SYMBOLS[self.drop]).upper()}*{end}"
        if self.from_square is None:
            return "0000"
        return f"{SQUARE_NAMES[self.from_square]}{end}{'+' * self.promotion}"

    def __bool__(self) -> bool:
        return self._packed != 0

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return (self._packed ^ other._packed) & SAID == 0

    def __hash__(self) -> int:
        return self._packed & SAID

    def __reduce__(self) -> tuple[Any, ...]:
        return Move._from_code, (self._packed,)

    def __str__(self) -> str:
        return self.usi()

    def __repr__(self) -> str:
        return f"Move.from_usi({self.usi()!r})"


SAID = (1 << MOVER) - 1
"""The bits that a USI text says: the rest follows from the position."""


def _drop_code(drop: int, from_square: int | None, promotion: bool) -> int:
    """What a drop has in the place of a square."""
    if from_square is not None or promotion:
        raise ValueError("a drop has no from_square and no promotion")
    kind = check_int("drop", drop, HAND_PIECE_TYPES[0], KING - 1)
    return DROPS + HAND_PIECE_TYPES.index(kind)


def _is_move(code: int) -> bool:
    """Whether the fields of a packed move can stand together."""
    end, start, promotion = code & 127, code >> FROM & 127, code >> PROMOTION & 1
    mover, captured = code >> MOVER & 15, code >> CAPTURED & 31
    if end >= DROPS or start >= DROPS + len(HAND_PIECE_TYPES) or start == end:
        return False
    if start >= DROPS:
        return not promotion and not captured and mover in (0, HAND_PIECE_TYPES[start - DROPS])
    if mover > PROM_ROOK or captured > PROM_ROOK or captured == KING:
        return False
    return not promotion or mover <= ROOK


_core._set_shogi_move_factory(Move._from_code)
# The core holds its moves until Python ends, and must let them go before the interpreter does.
atexit.register(_core._forget_shogi_moves)
