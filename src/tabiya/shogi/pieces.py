"""Sides, kinds of piece, and pieces: a kind with a side.

>>> dragon = Piece(PROM_ROOK, WHITE)
>>> dragon.symbol(), dragon.japanese_symbol(), dragon.unpromoted()
('+r', '龍', Piece.from_symbol('r'))
"""

from __future__ import annotations

from dataclasses import dataclass

from ..arguments import check_int
from ..boards.errors import shown

__all__ = [
    "BISHOP",
    "BLACK",
    "GOLD",
    "HAND_PIECE_TYPES",
    "KING",
    "KNIGHT",
    "LANCE",
    "PAWN",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "PROM_BISHOP",
    "PROM_KNIGHT",
    "PROM_LANCE",
    "PROM_PAWN",
    "PROM_ROOK",
    "PROM_SILVER",
    "ROOK",
    "SILVER",
    "WHITE",
    "Piece",
    "check_color",
]

BLACK = True
"""Sente, who moves first and sits below."""
WHITE = False
"""Gote."""

PIECE_TYPES = range(1, 15)
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(1, 9)
PROM_PAWN, PROM_LANCE, PROM_KNIGHT, PROM_SILVER, PROM_BISHOP, PROM_ROOK = range(9, 15)
PROMOTED = 8
"""What promotion adds to a piece type."""

PIECE_SYMBOLS = (None, "p", "l", "n", "s", "b", "r", "g", "k", "+p", "+l", "+n", "+s", "+b", "+r")
"""By piece type; nothing has type 0."""

HAND_PIECE_TYPES = (PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK)
"""What a hand can hold, in the order in which hands are listed."""

_JAPANESE = "・歩香桂銀角飛金玉と杏圭全馬龍"


def check_color(value: bool, name: str = "color") -> bool:
    """``BLACK`` or ``WHITE``, or the sentence that says so."""
    if not isinstance(value, bool):
        raise TypeError(
            f"{name} must be BLACK (True) or WHITE (False), not {type(value).__name__} ({value!r})"
        )
    return value


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its type from ``PAWN`` (1) to ``PROM_ROOK`` (14), and its side."""

    piece_type: int
    color: bool

    def __post_init__(self) -> None:
        check_int("piece_type", self.piece_type, PAWN, PROM_ROOK)
        check_color(self.color)

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a symbol as an SFEN has it: upper case for black, a plus before what is promoted."""
        if not isinstance(symbol, str):
            raise TypeError(f"symbol must be a str, not {type(symbol).__name__} ({symbol!r})")
        piece = BY_SYMBOL.get(symbol)
        if piece is None:
            raise ValueError(f"invalid piece symbol: {shown(symbol)}")
        return piece

    def is_promoted(self) -> bool:
        """Whether the piece is promoted."""
        return self.piece_type > PROMOTED

    def unpromoted(self) -> Piece:
        """The piece as it began: what a captured one becomes in the hand, but for its side."""
        return Piece(self.piece_type - PROMOTED, self.color) if self.is_promoted() else self

    def symbol(self) -> str:
        """``"P"`` for a black pawn, ``"+r"`` for a white dragon."""
        letter = str(PIECE_SYMBOLS[self.piece_type])
        return letter.upper() if self.color else letter

    def japanese_symbol(self) -> str:
        """The piece's character, the same for both sides."""
        return _JAPANESE[self.piece_type]

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"


_PIECES = [Piece(piece_type, color) for color in (BLACK, WHITE) for piece_type in PIECE_TYPES]
BY_SYMBOL = {piece.symbol(): piece for piece in _PIECES}
"""The 28 pieces, by their symbols."""
