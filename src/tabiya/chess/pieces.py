"""Colors, piece types, and pieces (a type and a color).

>>> knight = Piece(KNIGHT, BLACK)
>>> knight.symbol(), knight.unicode_symbol(), knight
('n', '♞', Piece.from_symbol('n'))
"""

from __future__ import annotations

from ..boards.pieces import GamePiece

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
]

WHITE = True
BLACK = False

PIECE_TYPES = range(1, 7)
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES
PIECE_SYMBOLS = (None, "p", "n", "b", "r", "q", "k")
"""Indexed by piece type; type 0 is unused."""

_FIGURES = {"P": "♙", "N": "♘", "B": "♗", "R": "♖", "Q": "♕", "K": "♔"} | {
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
        return _FIGURES[symbol.swapcase() if invert_color else symbol]


BY_SYMBOL: dict[str, Piece] = Piece.by_symbol
"""The twelve pieces, by letter."""
