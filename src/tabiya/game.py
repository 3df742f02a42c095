"""`Game`: what a game written in Python must have for `tabiya.negamax` to play it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar, runtime_checkable

from .arguments import check_int

__all__ = ["MAX_EVALUATION", "Game", "PackedGame", "check_members", "check_result", "pack_integer"]

MAX_EVALUATION = 90_000
"""Evaluations and margins stay below every win."""

MoveT = TypeVar("MoveT")


@runtime_checkable
class Game(Protocol[MoveT]):
    """A position of a game for two players that changes with `push` and `pop`.

    Any object with these members is a `Game`; there is nothing to inherit. Moves are integers from 0 to
    2^24 - 2 that mean something in their position; for moves of another kind see `PackedGame`. A player who
    must pass has one move, the pass.

    Two members are optional. `turn` tells whose move it is, by any two values: a game that has it may let a
    player move again. ``margins = True`` says that `result` gives final scores instead of 1, 0 and -1.
    """

    @property
    def key(self) -> int:
        """64 bits that stand for the position: include the side to move, leave the history out."""
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
        """None while the game is on, else 1, 0 or -1: won, drawn or lost for the player to move.

        With ``margins = True`` it is the final score for the player to move, from -90,000 to 90,000.
        """


@runtime_checkable
class PackedGame(Game[MoveT], Protocol[MoveT]):
    """A `Game` whose moves are no integers: it tells how the table keeps them, in 24 bits."""

    def pack(self, move: MoveT, /) -> int:
        """A number from 1 to 2^24 - 1, another one for each move of a position."""
        ...

    def unpack(self, packed: int, /) -> Any:
        """The move of such a number, for those who read the table; `negamax` looks among the legal moves."""


def pack_integer(move: Any) -> int:
    """Integers from 0 on are kept as from 1 on: a table's 0 is no move."""
    return int(move) + 1


def check_members(game: Any) -> None:
    """Raises TypeError unless the object has what a `Game` must have."""
    missing = [
        name for name in ("moves", "push", "pop", "key", "evaluate", "result") if not hasattr(game, name)
    ]
    if missing:
        raise TypeError(f"game must be a tabiya.Game: {type(game).__name__} has no {missing[0]}")
    if callable(getattr(game, "turn", None)):
        raise TypeError("game.turn must be a value, not a method: make it a property")


def check_result(result: Any, margins: bool) -> int | None:
    """What `Game.result` may give.

    >>> check_result(7, margins=False)
    Traceback (most recent call last):
    ValueError: result() must be None, 1, 0 or -1, not 7 (a game with margins = True may give any score)
    """
    if result is None:
        return None
    if margins:
        return check_int("result()", result, -MAX_EVALUATION, MAX_EVALUATION)
    if result not in (-1, 0, 1):
        raise ValueError(
            f"result() must be None, 1, 0 or -1, not {result!r}"
            " (a game with margins = True may give any score)"
        )
    return int(result)
