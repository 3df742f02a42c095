"""The tuner's settings for shogi."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.parts import Tuning
from .tuning_start import start

__all__ = ["TUNING"]


def is_quiet(board: Any, move: Any) -> bool:
    return not board.is_capture(move) and not move.promotion


# Captured pieces come back, so games turn later and at larger scores than in chess.
TUNING = Tuning(
    trace=_core.shogi_evaluation_trace,
    weights=_core.shogi_weights,
    start=start,
    is_quiet=is_quiet,
    opening_plies=8,
    longest=320,
    decided=3000,
    worth_learning=2000,
)
