"""How a game of shogi ends, and the kinds of repetition and declaration that end it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from ..boards.outcome import GameOutcome

__all__ = ["Declaration", "Outcome", "Repetition", "Termination"]


class Repetition(IntEnum):
    """What a position that stands for the fourth time means for the side to move; false if it does not."""

    NONE = 0
    DRAW = 1
    """Sennichite: nobody wins."""
    WIN = 2
    """The other side gave check with every move since: it loses."""
    LOSS = 3
    """The side to move gave check with every move since: it loses."""


class Declaration(IntEnum):
    """What the side to move gets by declaring that its king has entered; false if it may not."""

    NONE = 0
    DRAW = 1
    """By the 24-point rule, with 24 to 30 points."""
    WIN = 2


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = auto()
    STALEMATE = auto()
    """No legal move without being in check: it loses as a mate does."""
    REPETITION = auto()
    """The fourth time: a draw."""
    PERPETUAL_CHECK = auto()
    """The fourth time, with checks by one side only: it loses."""
    DECLARATION = auto()
    """Only if a player declares."""


@dataclass(frozen=True, slots=True)
class Outcome(GameOutcome[Termination]):
    """The end of a game; the winner is ``BLACK``, ``WHITE``, or None for a draw.

    >>> Outcome(Termination.REPETITION, winner=None).result()
    '1/2-1/2'
    """
