"""How a game ended: the reason, and who won."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

__all__ = ["GameOutcome"]

Reason = TypeVar("Reason", bound=Enum)


@dataclass(frozen=True, slots=True)
class GameOutcome(Generic[Reason]):
    """The end of a game."""

    termination: Reason
    winner: bool | None
    """The winner: True for the side that moves first; None for a draw."""

    def result(self) -> str:
        """Returns ``"1-0"`` if the side that moves first won, ``"0-1"`` if it lost, or ``"1/2-1/2"``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"
