"""How a game ended: the reason, and who won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from ..boards.outcome import GameOutcome

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
class Outcome(GameOutcome[Termination]):
    """The end of a game.

    >>> Outcome(Termination.STALEMATE, winner=None).result()
    '1/2-1/2'
    """
