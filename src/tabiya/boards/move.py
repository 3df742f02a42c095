"""`GameMove`: the base class of the moves of all games."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["GameMove"]


class GameMove:
    """An immutable move that packs into an integer, for the `move` of a table entry."""

    __slots__ = ("_packed",)

    _packed: int

    def pack(self) -> int:
        """Returns the move as an integer of at most 24 bits. 0 is no move.

        Moves from a board keep all that they know. A move that you constructed keeps what you gave it.
        """
        return self._packed

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")
