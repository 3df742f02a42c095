"""`Move`: from-square, to-square and promotion.

>>> move = Move.from_uci("e7e8q")
>>> move.from_square, move.to_square, move.promotion, str(move)
(52, 60, 5, 'e7e8q')
>>> Move.unpack(move.pack()) == move
True
"""

from __future__ import annotations

import atexit
import re
from typing import Any

from .. import _core
from .._utils.arguments import check_int
from ..boards.move import GameMove
from ..table.entry_values import MAX_MOVE
from .errors import InvalidMoveError, shown
from .pieces import KNIGHT, PIECE_SYMBOLS, QUEEN
from .squares import A1, A8, E1, E8, H1, H8, SQUARE_NAMES, check_square, parse_square

__all__ = ["Move"]

UCI = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq])?")

# The kinds of core/games/chess/move.hpp, in bits 12 to 14 of a packed move.
CASTLING, EN_PASSANT, PROMOTE_KNIGHT = 2, 3, 4
KING_TAKES_ROOK = 0x8000
"""Set by the core in castling moves of Chess960 boards."""

USUAL_ROOKS = {(E1, H1), (E1, A1), (E8, H8), (E8, A8)}


class Move(GameMove):
    """A move. Immutable, and equal to any move with the same squares and promotion.

    Castling is written as a move to the king's new square. On a Chess960 board, or when king or rook start on
    unusual squares, it is written as a move to the rook's square, because a king step could be meant
    otherwise.

    A board returns the same object for the same move, so lists of moves are cheap. A move that you construct
    does not know whether it castles or captures en passant; boards accept it and find out. A packed move has
    15 bits.
    """

    __slots__ = ("from_square", "promotion", "to_square")

    from_square: int
    to_square: int
    promotion: int | None
    """The piece type that a pawn becomes, ``KNIGHT`` (2) to ``QUEEN`` (5), or None."""

    def __new__(cls, from_square: int, to_square: int, promotion: int | None = None) -> Move:
        start, end = check_square(from_square, "from_square"), check_square(to_square, "to_square")
        if start == end:
            where = SQUARE_NAMES[start]
            raise ValueError(f"a move must leave its square, not stay on {where} (Move.null() does not move)")
        kind = 0
        if promotion is not None:
            promotion = check_int("promotion", promotion, KNIGHT, QUEEN)
            kind = promotion - KNIGHT + PROMOTE_KNIGHT
        return cls._make(start, end, promotion, start | end << 6 | kind << 12)

    @classmethod
    def _make(cls, start: int, end: int, promotion: int | None, packed: int) -> Move:
        move = object.__new__(cls)
        assign = object.__setattr__
        assign(move, "from_square", start)
        assign(move, "to_square", end)
        assign(move, "promotion", promotion)
        assign(move, "_packed", packed)
        return move

    @classmethod
    def _from_code(cls, code: int) -> Move:
        """Called by the core when it returns a move for the first time."""
        start, end, kind = code & 63, code >> 6 & 63, code >> 12 & 7
        if kind == CASTLING and not code & KING_TAKES_ROOK and (start, end) in USUAL_ROOKS:
            end = start + 2 if end > start else start - 2
        promotion = kind - PROMOTE_KNIGHT + KNIGHT if kind >= PROMOTE_KNIGHT else None
        return cls._make(start, end, promotion, code & ~KING_TAKES_ROOK)

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """Parses a move in UCI notation: ``"e2e4"``, ``"e7e8q"``, or ``"0000"`` for the null move."""
        if not isinstance(uci, str):
            raise TypeError(f"uci must be a str, not {type(uci).__name__} ({uci!r})")
        if uci == "0000":
            return cls.null()
        match = UCI.fullmatch(uci)
        if match is None or match[1] == match[2]:
            raise InvalidMoveError(f"invalid uci: {shown(uci)}")
        promotion = PIECE_SYMBOLS.index(match[3]) if match[3] else None
        return cls(parse_square(match[1]), parse_square(match[2]), promotion)

    @classmethod
    def null(cls) -> Move:
        """Returns the null move, which passes the turn. It is false as a bool."""
        return cls._make(0, 0, None, 0)

    @classmethod
    def unpack(cls, packed: int, *, chess960: bool = False) -> Move:
        """Returns the move packed by `pack`. The move may be illegal on a given board.

        >>> Move.unpack(0x8000)
        Traceback (most recent call last):
        ValueError: packed must be a packed move, not 32768
        """
        code = check_int("packed", packed, 0, MAX_MOVE)
        if code >= KING_TAKES_ROOK or (code & 63 == code >> 6 & 63 and code != 0):
            raise ValueError(f"packed must be a packed move, not {code}")
        return _core._chess_move(code, chess960)

    def uci(self) -> str:
        """Returns the move in UCI notation."""
        if not self:
            return "0000"
        end = PIECE_SYMBOLS[self.promotion] if self.promotion else ""
        return f"{SQUARE_NAMES[self.from_square]}{SQUARE_NAMES[self.to_square]}{end}"

    def __bool__(self) -> bool:
        return self.from_square != self.to_square

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return (
            self.from_square == other.from_square
            and self.to_square == other.to_square
            and self.promotion == other.promotion
        )

    def __hash__(self) -> int:
        return self.from_square | self.to_square << 6 | (self.promotion or 0) << 12

    def __reduce__(self) -> tuple[Any, ...]:
        return Move._make, (self.from_square, self.to_square, self.promotion, self._packed)

    def __str__(self) -> str:
        return self.uci()

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"


_core._set_chess_move_factory(Move._from_code)
# The core caches its moves and must release them before the interpreter shuts down.
atexit.register(_core._forget_chess_moves)
