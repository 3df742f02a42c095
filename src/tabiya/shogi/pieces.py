"""Colors, piece types, and pieces (a type and a color).

>>> dragon = Piece(PROM_ROOK, WHITE)
>>> dragon.symbol(), dragon.japanese_symbol(), dragon.unpromoted()
('+r', '龍', Piece.from_symbol('r'))
"""

from __future__ import annotations

from ..boards.pieces import GamePiece

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
]

BLACK = True
"""Sente, who moves first and sits below."""
WHITE = False
"""Gote."""

PIECE_TYPES = range(1, 15)
PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, GOLD, KING = range(1, 9)
PROM_PAWN, PROM_LANCE, PROM_KNIGHT, PROM_SILVER, PROM_BISHOP, PROM_ROOK = range(9, 15)
PROMOTED = 8
"""Added to a piece type by promotion."""

PIECE_SYMBOLS = (None, "p", "l", "n", "s", "b", "r", "g", "k", "+p", "+l", "+n", "+s", "+b", "+r")
"""Indexed by piece type; type 0 is unused."""

HAND_PIECE_TYPES = (PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK)
"""Piece types that a hand can hold, in listing order."""

_JAPANESE = "・歩香桂銀角飛金玉と杏圭全馬龍"


class Piece(GamePiece):
    """A piece: a type from ``PAWN`` (1) to ``PROM_ROOK`` (14) and a color.

    Its symbol is its text in an SFEN: a letter, after a plus if promoted.
    """

    __slots__ = ()

    _symbols = PIECE_SYMBOLS
    _colors = ("BLACK", "WHITE")

    def is_promoted(self) -> bool:
        """Returns whether the piece is promoted."""
        return self.piece_type > PROMOTED

    def unpromoted(self) -> Piece:
        """Returns the unpromoted piece of the same color."""
        return Piece(self.piece_type - PROMOTED, self.color) if self.is_promoted() else self

    def japanese_symbol(self) -> str:
        """Returns the kanji of the piece, the same for both sides."""
        return _JAPANESE[self.piece_type]


BY_SYMBOL: dict[str, Piece] = Piece.by_symbol
"""The 28 pieces, by symbol."""
