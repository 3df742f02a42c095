"""`MadeMoves`: the moves that a search has made on a game, and the one place that takes them back."""

from __future__ import annotations

from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, Self, TypeVar

__all__ = ["MadeMoves"]

MoveT = TypeVar("MoveT")


class MadeMoves(Generic[MoveT]):
    """Makes moves on a game, and takes back what is left of them at the end of a ``with`` block.

    A key is noted before its move is made, and removed after the move was taken back. If an exception comes
    between a call of the game and the note that it succeeded, the key tells whether the move is made.

    >>> class Steps:
    ...     key = 0
    ...     def push(self, move): self.key += 1
    ...     def pop(self): self.key -= 1
    >>> game = Steps()
    >>> with MadeMoves(game) as made:
    ...     made.push("left", game.key)
    ...     made.push("right", game.key)
    ...     game.key, made.keys
    (2, [0, 1])
    >>> game.key
    0
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.keys: list[int] = []
        """The key of the position before each move."""
        self._sure = True
        """Whether the last of these moves is certainly made. Then no keys are compared: a pass may leave the
        key as it was."""

    def push(self, move: MoveT, key: int) -> None:
        """Makes a move in the position with this key."""
        self._sure = False
        self.keys.append(key)
        self.game.push(move)
        self._sure = True

    def pop(self) -> None:
        """Takes back the last move."""
        self._sure = False
        self.game.pop()
        self.keys.pop()
        self._sure = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.take_back(error)

    def take_back(self, error: BaseException | None = None) -> None:
        """Takes back all moves. If that fails after an `error`, a note of the error says so."""
        if not self.keys:
            return
        first = self.keys[0]
        try:
            self._take_back()
        except Exception as failure:
            if error is None:
                raise
            error.add_note(f"the game is not as it was: its pop() raised {failure!r}")
            return
        if error is not None:
            with suppress(Exception):  # the key may be what raised the error
                if self.game.key != first:
                    error.add_note(
                        "the game is not as it was: its push() or pop() was interrupted or is wrong"
                    )

    def _take_back(self) -> None:
        keys, game = self.keys, self.game
        if not self._sure:
            with suppress(Exception):
                if game.key == keys[-1]:
                    keys.pop()
            self._sure = True
        while keys:
            self.pop()
