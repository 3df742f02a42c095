"""How games end: by their rules, by what both engines agree on, or because they go on for too long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .rules import Rules

__all__ = ["Adjudicator", "Ending", "ending_by_rule"]

RESIGN_PLIES = 6
DRAW_PLIES = 16
DRAW_FROM = 80
"""Plies before which no game is called a draw."""


@dataclass(frozen=True)
class Ending:
    """The end of a game: who won (True: the side that moves first; None: nobody), and why."""

    winner: bool | None
    kind: str
    reason: str = ""

    @property
    def result(self) -> str:
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner else "0-1"


def ending_by_rule(board: Any, game: str) -> Ending | None:
    """What the rules say of a position, with the draws that a player of chess would claim."""
    if game == "chess" and board.outcome() is None:
        if board.is_repetition(3):
            return Ending(None, "repetition")
        return Ending(None, "fifty moves") if board.is_fifty_moves() else None
    outcome = board.outcome()
    if outcome is None:
        return None
    return Ending(outcome.winner, outcome.termination.name.lower().replace("_", " "))


class Adjudicator:
    """Follows the engines' scores and calls a game off when both see the same for long enough."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._scores: list[int | None] = []
        """For the side that moves first, a score for each ply."""

    def take(self, side: bool, score: int | None) -> None:
        self._scores.append(score if score is None or side else -score)

    def ending(self, plies: int) -> Ending | None:
        """What the last scores say after so many plies."""
        if plies >= 2 * self._rules.longest:
            return Ending(None, "too long", f"more than {self._rules.longest} moves")
        last = [score for score in self._scores[-RESIGN_PLIES:] if score is not None]
        if self._rules.resign and len(last) == RESIGN_PLIES:
            if min(last) >= self._rules.resign:
                return Ending(True, "adjudicated", "both engines see a won game")
            if max(last) <= -self._rules.resign:
                return Ending(False, "adjudicated", "both engines see a won game")
        last = [score for score in self._scores[-DRAW_PLIES:] if score is not None]
        enough = self._rules.draw and plies >= DRAW_FROM and len(last) == DRAW_PLIES
        if enough and max(map(abs, last)) <= self._rules.draw:
            return Ending(None, "adjudicated", "both engines see a drawn game")
        return None
