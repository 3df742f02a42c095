"""Windows: when an entry decides a search between alpha and beta, and which bound the result has.

The table in plain Python and `tabiya.negamax` use these rules. ``core/table/window.hpp`` has the same rules
for the core.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._native import HAS_CORE
from .entry_values import Bound

__all__ = ["Lookup", "PureLookup", "bound_in", "decides"]


@dataclass(frozen=True, slots=True)
class PureLookup:
    """The result of `lookup`: the score that decides the window, or None, and the move to try first."""

    score: int | None = None
    """The score that decides the window, or None if a search is needed."""
    move: int = 0
    """The move to try first, or 0."""

    def __repr__(self) -> str:
        return f"Lookup(score={self.score}, move={self.move})"


if TYPE_CHECKING or HAS_CORE:
    from .._core import Lookup
else:
    Lookup = PureLookup


def decides(bound: Bound, score: int, alpha: float, beta: float) -> bool:
    """Returns whether a bound and score decide a node with this window.

    >>> decides(Bound.LOWER, 50, 10, 40), decides(Bound.LOWER, 30, 10, 40)
    (True, False)
    """
    if bound is Bound.LOWER:
        return score >= beta
    return bound is Bound.EXACT or score <= alpha


def bound_in(score: float, alpha: float, beta: float) -> Bound:
    """Returns the bound of a search result. `alpha` is the original one, not one raised by the moves.

    >>> print(bound_in(5, 10, 40), bound_in(50, 10, 40), bound_in(20, 10, 40))
    UPPER LOWER EXACT
    """
    if score <= alpha:
        return Bound.UPPER
    return Bound.LOWER if score >= beta else Bound.EXACT
