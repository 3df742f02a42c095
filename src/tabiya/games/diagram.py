"""How a game's board is drawn: squares, pieces, hands, and the squares of a move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

__all__ = ["Diagram", "Step"]


class Step(NamedTuple):
    """A move on a diagram."""

    origin: str | None
    """The square that it leaves; ``"P*"`` for a pawn from the hand; None if a piece appears."""
    target: str | None
    """None for a pass."""
    becomes: str | None = None
    """The piece that arrives, where the player can choose it."""


class Diagram:
    """The drawing of a game's board. Each game with a drawing has a subclass.

    Pieces are named by their symbols, squares by the names that moves use.
    """

    rows: tuple[tuple[str, ...], ...]
    """The names of the squares as the first player sees them, from the top."""
    columns: str
    """The labels of the columns, from the left."""
    row_labels: str
    """The labels of the rows, from the top."""
    checkered: bool = False
    """Whether squares alternate between light and dark."""
    dots: tuple[str, ...] = ()
    """Squares whose lower right corner has a dot."""
    pointed: bool = False
    """Whether pieces point at the other player, so that they turn with the board."""
    hand: tuple[str, ...] = ()
    """The pieces that a hand can hold, as the first player's symbols."""

    board_style: ClassVar[Mapping[str, str]]
    """Colors of the board in a picture that stands alone: CSS declarations by selector."""
    piece_style: ClassVar[Mapping[str, str]]
    """The same for pieces, whose group has the class ``first`` or ``second``."""

    @cached_property
    def pieces(self) -> Mapping[str, str]:
        """The SVG of each piece in a box of 100 by 100, by symbol; first those of the side that moves first.

        Both halves have the same order. Their parts have the classes ``body``, ``line`` and ``mark``.
        """
        raise NotImplementedError

    def placed(self, board: Any) -> dict[str, str]:
        """Returns the pieces on the board, by square."""
        raise NotImplementedError

    def held(self, board: Any, first: bool) -> dict[str, int]:
        """Returns how many pieces a side holds, by the first player's symbol."""
        return {}

    def step(self, board: Any, move: Any) -> Step:
        """Returns the squares of a legal move."""
        raise NotImplementedError

    def checked(self, board: Any) -> str | None:
        """Returns the square of a king in check, or None."""
        return None
