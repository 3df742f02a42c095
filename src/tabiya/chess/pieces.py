"""Colors, piece types, and pieces (a type and a color).

>>> knight = Piece(KNIGHT, BLACK)
>>> knight.symbol(), knight.unicode_symbol(), knight
('n', '♞', Piece.from_symbol('n'))
"""

from __future__ import annotations

from .._utils.arguments import check_int
from ..boards.pieces import GamePiece

__all__ = [
    "BISHOP",
    "BLACK",
    "COLORS",
    "COLOR_NAMES",
    "KING",
    "KNIGHT",
    "PAWN",
    "PIECE_NAMES",
    "PIECE_SYMBOLS",
    "PIECE_TYPES",
    "QUEEN",
    "ROOK",
    "UNICODE_PIECE_SYMBOLS",
    "WHITE",
    "Color",
    "Piece",
    "PieceType",
    "piece_name",
    "piece_symbol",
]

Color = bool
PieceType = int
COLORS = [WHITE, BLACK] = [True, False]
COLOR_NAMES = ["black", "white"]
"""Indexed by color."""

PIECE_TYPES = range(1, 7)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS = (None, "p", "n", "b", "r", "q", "k")
"""Indexed by piece type; type 0 is unused."""
PIECE_NAMES = (None, "pawn", "knight", "bishop", "rook", "queen", "king")

UNICODE_PIECE_SYMBOLS = {"P": "♙", "N": "♘", "B": "♗", "R": "♖", "Q": "♕", "K": "♔"} | {
    "p": "♟", "n": "♞", "b": "♝", "r": "♜", "q": "♛", "k": "♚"
}  # fmt: skip


class Piece(GamePiece):
    """A piece: a type from ``PAWN`` (1) to ``KING`` (6) and a color. Its symbol is its letter in a FEN."""

    __slots__ = ()

    _symbols = PIECE_SYMBOLS
    _colors = ("WHITE", "BLACK")

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """Returns the figure. Use `invert_color` for light text on a dark background."""
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]


BY_SYMBOL: dict[str, Piece] = Piece.by_symbol
"""The twelve pieces, by letter."""


def piece_symbol(piece_type: int) -> str:
    """Returns the letter of a piece type: ``"n"`` for `KNIGHT`."""
    return str(PIECE_SYMBOLS[check_int("piece_type", piece_type, PAWN, KING)])


def piece_name(piece_type: int) -> str:
    """Returns the name of a piece type: ``"knight"`` for `KNIGHT`."""
    return str(PIECE_NAMES[check_int("piece_type", piece_type, PAWN, KING)])
