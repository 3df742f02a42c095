"""`Game`: the interface of games in Python for `tabiya.negamax`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import Any, Protocol, TypeVar, runtime_checkable

from .._utils.arguments import check_int
from ..table.entry_values import MAX_MOVE

__all__ = [
    "MAX_EVALUATION",
    "Game",
    "PackedGame",
    "check_members",
    "check_result",
    "pack_integer",
    "packed",
]

MAX_EVALUATION = 90_000
"""Evaluations and margins stay below every win."""

MoveT = TypeVar("MoveT")


@runtime_checkable
class Game(Protocol[MoveT]):
    """A position of a two-player game that changes with `push` and `pop`.

    Any object with these members is a `Game`; there is nothing to inherit from. Moves are integers from 0 to
    2^24 - 2 that are unique within a position. For other moves see `PackedGame`. A player who must pass has
    one move, the pass.

    Two members are optional. `turn` is the player to move, as one of any two values: a game that has it may
    let a player move again. ``margins = True`` means that `result` returns final scores instead of 1, 0 and
    -1.
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
        """None until the game is over, then 1, 0 or -1: won, drawn or lost for the player to move.

        With ``margins = True`` it is the final score for the player to move, from -90,000 to 90,000.
        """


@runtime_checkable
class PackedGame(Game[MoveT], Protocol[MoveT]):
    """A `Game` whose moves are not integers. It packs them into 24 bits for the table."""

    def pack(self, move: MoveT, /) -> int:
        """Returns a number from 1 to 2^24 - 1, unique among the moves of a position."""
        ...

    def unpack(self, packed: int, /) -> Any:
        """Returns the move of a number, for readers of the table. `negamax` does not call it."""


def pack_integer(move: Any) -> int:
    """Adds 1: in a table, 0 is no move."""
    try:
        return index(move) + 1
    except TypeError:
        raise TypeError(f"moves() must return integers, or the game must have pack(); got {move!r}") from None


def packed(pack: Callable[[Any], int], move: Any) -> int:
    """Returns the code of a move in a table.

    >>> packed(pack_integer, 0)
    1
    >>> packed(pack_integer, -1)
    Traceback (most recent call last):
    ValueError: a packed move must be between 1 and 16777215, not 0: integer moves are 0 to 16777214, not -1
    """
    try:
        return check_int("a packed move", pack(move), 1, MAX_MOVE)
    except ValueError as error:
        if pack is not pack_integer:
            raise
        raise ValueError(f"{error}: integer moves are 0 to {MAX_MOVE - 1}, not {move!r}") from None


def check_members(game: Any) -> None:
    """Raises TypeError unless the object has all members of a `Game`."""
    missing = [
        name for name in ("moves", "push", "pop", "key", "evaluate", "result") if not hasattr(game, name)
    ]
    if missing:
        raise TypeError(f"game must be a tabiya.Game: {type(game).__name__} has no {missing[0]}")
    if callable(getattr(game, "turn", None)):
        raise TypeError("game.turn must be a value, not a method: make it a property")


def check_result(result: Any, margins: bool) -> int | None:
    """Checks a value of `Game.result`.

    >>> check_result(7, margins=False)
    Traceback (most recent call last):
    ValueError: result() must be None, 1, 0 or -1, not 7 (a game with margins = True may give any score)
    """
    if result is None:
        return None
    if isinstance(result, bool):
        raise ValueError(f"result() must be None while the game is on, or a number, not {result!r}")
    if margins:
        return check_int("result()", result, -MAX_EVALUATION, MAX_EVALUATION)
    if result not in (-1, 0, 1):
        raise ValueError(
            f"result() must be None, 1, 0 or -1, not {result!r}"
            " (a game with margins = True may give any score)"
        )
    return int(result)
