"""Sides and discs.

>>> Piece(DISC, WHITE).symbol(), Piece.from_symbol("X").color
('O', True)
"""

from __future__ import annotations

from ..boards.pieces import GamePiece

__all__ = ["BLACK", "BY_SYMBOL", "DISC", "WHITE", "Piece"]

BLACK = True
"""The side that moves first; X in texts."""
WHITE = False
"""O in texts."""
DISC = 1
"""The only type of piece."""


class Piece(GamePiece):
    """A black or white disc."""

    __slots__ = ()

    _symbols = (None, "disc")
    _colors = ("BLACK", "WHITE")

    def symbol(self) -> str:
        """Returns ``"X"`` or ``"O"``."""
        return "X" if self.color else "O"


BY_SYMBOL: dict[str, Piece] = Piece.by_symbol
