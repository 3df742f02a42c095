"""How a game ended: the reason, and who won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

__all__ = ["Outcome", "Termination"]


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = auto()
    STALEMATE = auto()
    INSUFFICIENT_MATERIAL = auto()
    SEVENTYFIVE_MOVES = auto()
    FIVEFOLD_REPETITION = auto()
    FIFTY_MOVES = auto()
    """Only if a player claims it."""
    THREEFOLD_REPETITION = auto()
    """Only if a player claims it."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    >>> Outcome(Termination.STALEMATE, winner=None).result()
    '1/2-1/2'
    """

    termination: Termination
    winner: bool | None
    """``WHITE``, ``BLACK``, or None for a draw."""

    def result(self) -> str:
        """``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"
