"""Windows: what an entry says to a search between alpha and beta, and what such a search found out.

`TranspositionTable.lookup` and `record` are made of these rules, in ``core/table/window.hpp``; the table in
plain Python and `tabiya.negamax` use these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._native import HAS_CORE
from .values import MAX_PLY, Bound

__all__ = [
    "LOWEST_WIN",
    "WIN",
    "Lookup",
    "PureLookup",
    "bound_in",
    "decides",
    "is_win",
    "score_at_node",
    "score_at_root",
]

WIN = 100_000
"""The score of having won; a win n plies from the root is worth ``WIN - n``."""
LOWEST_WIN = WIN - MAX_PLY


@dataclass(frozen=True, slots=True)
class PureLookup:
    """What `lookup` found: the score that decides the window, or None, and the move to try first."""

    score: int | None = None
    """The score that decides the window, or None: search on."""
    move: int = 0
    """The move to try first; 0 is none."""

    def __repr__(self) -> str:
        return f"Lookup(score={self.score}, move={self.move})"


if TYPE_CHECKING or HAS_CORE:
    from ._core import Lookup
else:
    Lookup = PureLookup


def decides(bound: Bound, score: int, alpha: float, beta: float) -> bool:
    """Whether a score of this kind answers what the window asks.

    >>> decides(Bound.LOWER, 50, 10, 40), decides(Bound.LOWER, 30, 10, 40)
    (True, False)
    """
    if bound is Bound.LOWER:
        return score >= beta
    return bound is Bound.EXACT or score <= alpha


def bound_in(score: int, alpha: float, beta: float) -> Bound:
    """What a search of the window knows of its result; `alpha` as it was before any move raised it.

    >>> print(bound_in(5, 10, 40), bound_in(50, 10, 40), bound_in(20, 10, 40))
    UPPER LOWER EXACT
    """
    if score <= alpha:
        return Bound.UPPER
    return Bound.LOWER if score >= beta else Bound.EXACT


def is_win(score: int) -> bool:
    """Whether a score counts the plies to a win; one beyond `WIN` does not."""
    return LOWEST_WIN <= score <= WIN


def score_at_node(score: int, ply: int) -> int:
    """A score of the search as the table keeps it: wins counted from the node, for it comes up elsewhere.

    >>> score_at_node(WIN - 7, ply=4) == WIN - 3
    True
    """
    if is_win(score):
        return min(score + ply, WIN)
    return max(score - ply, -WIN) if is_win(-score) else score


def score_at_root(score: int, ply: int) -> int:
    """The reverse: a win never becomes an evaluation, however far from the root it is.

    >>> score_at_root(WIN - 3, ply=4) == WIN - 7
    True
    """
    if is_win(score):
        return max(score - ply, LOWEST_WIN)
    return min(score + ply, -LOWEST_WIN) if is_win(-score) else score
