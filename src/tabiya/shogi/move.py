"""`Move`: a board move, with or without promotion, or a drop.

>>> move = Move.from_usi("8h2b+")
>>> move.from_square, move.to_square, move.promotion, str(move)
(70, 10, True, '8h2b+')
>>> Move.from_usi("P*5e").drop
1
>>> Move.unpack(move.pack()) == move
True
"""

from __future__ import annotations

import atexit
import re
from typing import Any

from .. import _core
from .._utils.arguments import check_int
from ..boards.errors import InvalidMoveError, shown
from ..boards.move import GameMove
from ..table.entry_values import MAX_MOVE
from .pieces import HAND_PIECE_TYPES, KING, PIECE_SYMBOLS, PROM_ROOK, ROOK
from .squares import SQUARE_NAMES, check_square, parse_square

__all__ = ["Move"]

USI = re.compile(r"([1-9][a-i])([1-9][a-i])(\+)?|([PLNSGBR])\*([1-9][a-i])")

# The fields of core/games/shogi/move.hpp:
#     bits  0-6   to
#     bits  7-13  from, or 81 + the dropped piece's place among P L N S G B R
#     bit   14    promotion
#     bits 15-18  type of the piece that moves, before it promotes; 0 if unknown
#     bits 19-22  type of the piece that it captures; 0 if none or unknown
FROM, PROMOTION, MOVER, CAPTURED = 7, 14, 15, 19
DROPS = 81
HAND_LETTERS = "PLNSGBR"


class Move(GameMove):
    """A move. Immutable, and equal to any move with the same squares, drop and promotion.

    Moves from a board know the moving and the captured piece, and keep them when packed. A move that you
    construct does not; boards accept it and find out. A move that names its piece is legal only if that piece
    stands there. A move does not know the side that makes it.
    """

    # Boards create hundreds of moves, so a move keeps only its packed form.
    __slots__ = ()

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
    def from_usi(cls, usi: str) -> Move:
        """Parses a move in USI notation: ``"7g7f"``, ``"8h2b+"``, ``"P*5e"``, or ``"0000"`` (null move).

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
        """Returns the null move, which passes the turn. It is false as a bool, and illegal in a game."""
        return cls._from_code(0)

    @classmethod
    def unpack(cls, packed: int) -> Move:
        """Returns the move packed by `pack`. The move may be illegal on a given board.

        >>> Move.unpack(0x7FFFFF)
        Traceback (most recent call last):
        ValueError: packed must be a packed move, not 8388607
        """
        code = check_int("packed", packed, 0, MAX_MOVE)
        if code and not _is_move(code):
            raise ValueError(f"packed must be a packed move, not {code}")
        return _core._shogi_move(code)

    @property
    def to_square(self) -> int:
        """The destination square."""
        return self._packed & 127

    @property
    def from_square(self) -> int | None:
        """The origin square; None for a drop."""
        start = self._packed >> FROM & 127
        return start if start < DROPS and self._packed else None

    @property
    def promotion(self) -> bool:
        """Whether the piece promotes."""
        return bool(self._packed >> PROMOTION & 1)

    @property
    def drop(self) -> int | None:
        """The type of the dropped piece, or None."""
        start = self._packed >> FROM & 127
        return HAND_PIECE_TYPES[start - DROPS] if start >= DROPS else None

    @property
    def piece_type(self) -> int | None:
        """The type of the piece that moves, before it promotes; None if unknown."""
        return self.drop or self._packed >> MOVER & 15 or None

    @property
    def captured(self) -> int | None:
        """The type of the captured piece, as it stood on the board; None if none or unknown."""
        return self._packed >> CAPTURED & 15 or None

    def usi(self) -> str:
        """Returns the move in USI notation."""
        if not self._packed:
            return "0000"
        end, start = SQUARE_NAMES[self._packed & 127], self._packed >> FROM & 127
        if start >= DROPS:
            return f"{HAND_LETTERS[start - DROPS]}*{end}"
        return f"{SQUARE_NAMES[start]}{end}{'+' * self.promotion}"

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
"""The bits that a USI text determines. The rest depends on the position."""


def _drop_code(drop: int, from_square: int | None, promotion: bool) -> int:
    """The code that stands for the from-square of a drop."""
    if from_square is not None or promotion:
        raise ValueError("a drop has no from_square and no promotion")
    kind = check_int("drop", drop, HAND_PIECE_TYPES[0], KING - 1)
    return DROPS + HAND_PIECE_TYPES.index(kind)


def _is_move(code: int) -> bool:
    """Returns whether the fields of a packed move are consistent."""
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
# The core caches its moves and must release them before the interpreter shuts down.
atexit.register(_core._forget_shogi_moves)
