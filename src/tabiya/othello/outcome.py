"""How a game of Othello ends."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from ..boards.outcome import GameOutcome

__all__ = ["Outcome", "Termination"]


class Termination(Enum):
    """Why a game is over."""

    FULL_BOARD = auto()
    NO_MOVES = auto()
    """Neither side can place a disc. Empty squares count for the winner."""


@dataclass(frozen=True, slots=True)
class Outcome(GameOutcome[Termination]):
    """The end of a game. The winner is ``BLACK``, ``WHITE``, or None for a draw.

    >>> Outcome(Termination.FULL_BOARD, winner=True, discs=12).result()
    '1-0'
    """

    discs: int
    """The winning margin in discs, 0 to 64."""
