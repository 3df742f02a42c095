"""Othello for the tuner."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.parts import Tuning
from .squares import SQUARES

__all__ = ["TUNING"]

Pair = tuple[int, int]
DISC = 100
"""A disc in the units of the evaluation."""


def start() -> dict[str, list[Pair]]:
    """Returns initial weights by group: common knowledge in round numbers."""
    return {
        "mobility": [(90, 40)],
        "frontier": [(-40, -10)],
        "corner": [(700, 400)],
        "x_square": [(-350, -100)],
        "c_square": [(-120, -50)],
        "stable": [(250, 150)],
        "discs": [(-20, 60)],
        "parity": [(0, 250)],
    }


def is_quiet(board: Any, move: Any) -> bool:
    return True


# Games are short and played to the end: the last moves decide many of them.
TUNING = Tuning(
    trace=_core.othello_evaluation_trace,
    weights=_core.othello_weights,
    start=start,
    is_quiet=is_quiet,
    opening_plies=8,
    longest=120,
    phases=60,
    decided=len(SQUARES) * DISC + 1,
    worth_learning=40 * DISC,
)
