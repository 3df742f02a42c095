"""`GamePiece`: a piece type with a color, in any game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self, cast

from .._utils.arguments import check_int
from .errors import shown

__all__ = ["GamePiece"]


@dataclass(frozen=True, slots=True)
class GamePiece:
    """A piece: its type, counted from 1, and its color, True for the side that moves first.

    Subclasses name their types and colors in `_symbols` and `_colors`.
    """

    piece_type: int
    color: bool

    _symbols: ClassVar[tuple[str | None, ...]]
    """Indexed by piece type, as written for the side that moves second. Type 0 is unused."""
    _colors: ClassVar[tuple[str, str]]
    """The names of the colors, the side that moves first before the other."""
    by_symbol: ClassVar[dict[str, Any]]
    """Every piece of the game."""

    def __post_init__(self) -> None:
        check_int("piece_type", self.piece_type, 1, len(self._symbols) - 1)
        self.check_color(self.color)

    @classmethod
    def check_color(cls, value: bool, name: str = "color") -> bool:
        """Returns a color, or raises TypeError."""
        if not isinstance(value, bool):
            first, second = cls._colors
            raise TypeError(
                f"{name} must be {first} (True) or {second} (False), not {type(value).__name__} ({value!r})"
            )
        return value

    def __init_subclass__(cls) -> None:
        pieces = [cls(kind, color) for color in (True, False) for kind in range(1, len(cls._symbols))]
        cls.by_symbol = {piece.symbol(): piece for piece in pieces}

    @classmethod
    def from_symbol(cls, symbol: str) -> Self:
        """Returns the piece with a symbol: upper case for the side that moves first."""
        if not isinstance(symbol, str):
            raise TypeError(f"symbol must be a str, not {type(symbol).__name__} ({symbol!r})")
        piece = cls.by_symbol.get(symbol)
        if piece is None:
            raise ValueError(f"invalid piece symbol: {shown(symbol)}")
        return cast("Self", piece)

    def symbol(self) -> str:
        """Returns the symbol, in upper case for the side that moves first."""
        letter = str(self._symbols[self.piece_type])
        return letter.upper() if self.color else letter

    def __str__(self) -> str:
        return self.symbol()

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_symbol({self.symbol()!r})"
