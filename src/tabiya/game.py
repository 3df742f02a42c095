"""`Game`: the interface of games in Python for `tabiya.negamax`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar, runtime_checkable

__all__ = ["Game", "PackedGame"]

MoveT = TypeVar("MoveT")


@runtime_checkable
class Game(Protocol[MoveT]):
    """A position of a two-player game that changes with `push` and `pop`.

    Any object with these members is a `Game`; there is nothing to inherit from. Moves are integers from 0 to
    2^24 - 2 that are unique within a position. For other moves see `PackedGame`. A player who must pass has
    one move, the pass.
    """

    @property
    def key(self) -> int:
        """A 64-bit key of the position. Include the side to move, leave the history out."""
        ...

    def moves(self) -> Iterable[MoveT]:
        """The legal moves, promising ones first. Not empty until the game is over."""
        ...

    def push(self, move: MoveT, /) -> object:
        """Makes a move."""

    def pop(self) -> object:
        """Takes back the last move."""

    def evaluate(self) -> int:
        """A static evaluation for the player to move, from -90,000 to 90,000."""
        ...

    def result(self) -> int | None:
        """None until the game is over, then 1, 0 or -1: won, drawn or lost for the player to move."""


@runtime_checkable
class PackedGame(Game[MoveT], Protocol[MoveT]):
    """A `Game` whose moves are not integers. It packs them into 24 bits for the table."""

    def pack(self, move: MoveT, /) -> int:
        """Returns a number from 1 to 2^24 - 1, unique among the moves of a position."""
        ...

    def unpack(self, packed: int, /) -> Any:
        """Returns the move of a number, for readers of the table. `negamax` does not call it."""
