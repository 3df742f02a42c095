"""`Game`: what a game written in Python must have for `tabiya.negamax` to play it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar, runtime_checkable

__all__ = ["Game", "PackedGame"]

MoveT = TypeVar("MoveT")


@runtime_checkable
class Game(Protocol[MoveT]):
    """A position of a game for two players that changes with `push` and `pop`.

    Any object with these members is a `Game`; there is nothing to inherit. Moves are integers from 0 to
    2^24 - 2 that mean something in their position; for moves of another kind see `PackedGame`. A player who
    must pass has one move, the pass.
    """

    @property
    def key(self) -> int:
        """64 bits that stand for the position: whose move it is belongs to it, the way here does not."""
        ...

    def moves(self) -> Iterable[MoveT]:
        """The legal moves, likely good ones first; at least one while the game is on."""
        ...

    def push(self, move: MoveT, /) -> object:
        """Makes a move."""

    def pop(self) -> object:
        """Takes the last move back."""

    def evaluate(self) -> int:
        """A guess of the position's worth for the player to move, from -90,000 to 90,000."""
        ...

    def result(self) -> int | None:
        """None while the game is on, else 1, 0 or -1: won, drawn or lost for the player to move."""


@runtime_checkable
class PackedGame(Game[MoveT], Protocol[MoveT]):
    """A `Game` whose moves are no integers: it tells how the table keeps them, in 24 bits."""

    def pack(self, move: MoveT, /) -> int:
        """A number from 1 to 2^24 - 1, another one for each move of a position."""
        ...

    def unpack(self, packed: int, /) -> Any:
        """The move of such a number, for those who read the table; `negamax` looks among the legal moves."""
