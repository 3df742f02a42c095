"""How games end, and other rules outside the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

__all__ = ["Ending", "GameRules", "Rule50Keys"]

Rule50Keys: TypeAlias = Literal["off", "bucketed", "full"]
"""Whether keys include the fifty-move counter."""


@dataclass(frozen=True)
class Ending:
    """The end of a game.

    >>> Ending(None, "repetition").result, Ending(False, "checkmate").points
    ('1/2-1/2', 0.0)
    """

    winner: bool | None
    """The winner: True for the side that moves first; None for a draw."""
    kind: str
    """What ended the game: ``"checkmate"``, ``"fifty moves"``, ``"time forfeit"``."""
    reason: str = ""

    @classmethod
    def of(cls, outcome: Any) -> Ending:
        """Converts a board's `outcome`."""
        return cls(outcome.winner, outcome.termination.name.lower().replace("_", " "))

    @property
    def result(self) -> str:
        """``"1-0"`` if the side that moves first won, ``"0-1"`` if the other did, or ``"1/2-1/2"``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"

    @property
    def points(self) -> float:
        """1, 0.5 or 0 for the side that moves first."""
        return 0.5 if self.winner is None else float(self.winner)


class GameRules:
    """The rules that players agree on. A game overrides what differs."""

    def ending(self, board: Any) -> Ending | None:
        """Returns how the game ended, including draws that players would claim; None if it has not."""
        outcome = board.outcome()
        return None if outcome is None else Ending.of(outcome)

    def declaration(self, board: Any) -> Ending | None:
        """Returns the ending if the side to move declares now; None if it may not."""
        return None

    def table_key(self, board: Any, rule50_keys: str) -> int:
        """Returns the key under which the search stores a position. `rule50_keys` is its option."""
        return int(board.key)
