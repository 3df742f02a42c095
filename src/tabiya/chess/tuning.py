"""The tuner's settings for chess."""

from __future__ import annotations

from typing import Any

from .. import _core
from ..games.parts import Tuning
from .tuning_start import start

__all__ = ["TUNING"]


def is_quiet(board: Any, move: Any) -> bool:
    return not board.is_capture(move) and move.promotion is None


TUNING = Tuning(
    trace=_core.chess_evaluation_trace,
    weights=_core.chess_weights,
    start=start,
    is_quiet=is_quiet,
    opening_plies=8,
    longest=240,
    fixed=("lone_king_edge", "lone_king_near", "lone_king_corner"),
)
