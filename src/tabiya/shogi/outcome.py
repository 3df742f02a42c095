"""How a shogi game ends, including repetition and declaration."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, auto

from ..boards.outcome import GameOutcome

__all__ = ["Declaration", "Outcome", "Repetition", "Termination"]


class Repetition(IntEnum):
    """What a fourth occurrence of the position means for the side to move. False if there is none."""

    NONE = 0
    DRAW = 1
    """Sennichite."""
    WIN = 2
    """The opponent gave perpetual check and loses."""
    LOSS = 3
    """The side to move gave perpetual check and loses."""


class Declaration(IntEnum):
    """The result if the side to move declares an entering king. False if it may not declare."""

    NONE = 0
    DRAW = 1
    """By the 24-point rule, with 24 to 30 points."""
    WIN = 2


class Termination(Enum):
    """Why a game is over."""

    CHECKMATE = auto()
    STALEMATE = auto()
    """No legal move, and not in check. The side to move loses, as by mate."""
    REPETITION = auto()
    """Fourfold repetition: a draw."""
    PERPETUAL_CHECK = auto()
    """Fourfold repetition with perpetual check: the checking side loses."""
    DECLARATION = auto()
    """Only if a player declares."""


@dataclass(frozen=True, slots=True)
class Outcome(GameOutcome[Termination]):
    """The end of a game; the winner is ``BLACK``, ``WHITE``, or None for a draw.

    >>> Outcome(Termination.REPETITION, winner=None).result()
    '1/2-1/2'
    """
