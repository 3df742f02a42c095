"""`GameMove`: the base class of the moves of all games."""

from __future__ import annotations

from typing import Any, NoReturn, Self

__all__ = ["GameMove"]


class GameMove:
    """An immutable move that packs into an integer, for the `move` of a table entry."""

    __slots__ = ("_packed",)

    _packed: int

    @classmethod
    def _from_code(cls, code: int) -> Self:
        """Called by the core when it returns a move for the first time."""
        move = object.__new__(cls)
        _set_packed(move, code)
        return move

    def pack(self) -> int:
        """Returns the move as an integer of at most 24 bits. 0 is no move.

        Moves from a board keep all that they know. A move that you constructed keeps what you gave it.
        """
        return self._packed

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a Move cannot be changed ({name})")


# Moves are immutable, even while they are made: the slot's descriptor sets the value.
_set_packed = GameMove.__dict__["_packed"].__set__
