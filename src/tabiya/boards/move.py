"""`GameMove`: what the moves of all games have in common."""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["GameMove"]


class GameMove:
    """A move that cannot be changed and packs into an integer, for the move of a table's entry."""

    __slots__ = ("_packed",)

    _packed: int

    def pack(self) -> int:
        """The move as an integer of at most 24 bits; 0 is no move.

        A board's own moves keep all that there is to know. A move made by hand packs to what it says.
        """
        return self._packed

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")
