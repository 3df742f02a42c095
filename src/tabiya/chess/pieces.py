"""Sides, kinds of piece, and pieces: a kind with a side.

>>> knight = Piece(KNIGHT, BLACK)
>>> knight.symbol(), knight.unicode_symbol(), knight
('n', '♞', Piece.from_symbol('n'))
"""

from __future__ import annotations

from dataclasses import dataclass

from ..arguments import check_int
from .errors import shown

__all__ = [
    "BISHOP",
    "BLACK",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "QUEEN",
    "ROOK",
    "WHITE",
    "Piece",
    "check_color",
]

WHITE = True
BLACK = False

PIECE_TYPES = range(1, 7)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS = (None, "p", "n", "b", "r", "q", "k")
"""By piece type; nothing has type 0."""

_LETTERS = ".pnbrqk"
_FIGURES = {"P": "♙", "N": "♘", "B": "♗", "R": "♖", "Q": "♕", "K": "♔"} | {
    "p": "♟", "n": "♞", "b": "♝", "r": "♜", "q": "♛", "k": "♚"
}  # fmt: skip


def check_color(value: bool, name: str = "color") -> bool:
    """``WHITE`` or ``BLACK``, or the sentence that says so."""
    if not isinstance(value, bool):
        raise TypeError(
            f"{name} must be WHITE (True) or BLACK (False), not {type(value).__name__} ({value!r})"
        )
    return value


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: its type from ``PAWN`` (1) to ``KING`` (6), and its side."""

    piece_type: int
    color: bool

    def __post_init__(self) -> None:
        check_int("piece_type", self.piece_type, PAWN, KING)
        check_color(self.color)

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter as a FEN has it: upper case for white."""
        if not isinstance(symbol, str):
            raise TypeError(f"symbol must be a str, not {type(symbol).__name__} ({symbol!r})")
        piece = BY_SYMBOL.get(symbol)
        if piece is None:
            raise ValueError(f"invalid piece symbol: {shown(symbol)}")
        return piece

    def symbol(self) -> str:
        """``"P"`` for a white pawn, ``"n"`` for a black knight."""
        letter = _LETTERS[self.piece_type]
        return letter.upper() if self.color else letter

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The piece's figure; the other colour's if inverted, for light text on dark ground."""
        symbol = self.symbol()
        return _FIGURES[symbol.swapcase() if invert_color else symbol]

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"


_PIECES = [Piece(piece_type, color) for color in (WHITE, BLACK) for piece_type in PIECE_TYPES]
BY_SYMBOL = {piece.symbol(): piece for piece in _PIECES}
"""The twelve pieces, by their letters."""
