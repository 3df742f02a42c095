"""What the tuner must know of a game: everything else is the same for all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .. import _core
from . import chess_start, shogi_start
from .weights import Pair

__all__ = ["SUBJECTS", "Subject"]

Trace = tuple[int, int, Any, Any]
"""Phase, scale, indices of weights and their counts, as the core gives them."""


@dataclass(frozen=True)
class Subject:
    """A game that can be tuned."""

    name: str
    new_board: Callable[[], Any]
    new_search: Callable[[], Any]
    trace: Callable[[Any], Trace]
    weights: Callable[[], list[tuple[str, int, int]]]
    start: Callable[[], dict[str, list[Pair]]]
    """The weights that tuning begins with, made by formulas."""
    result: Callable[[Any], float | None]
    """None while the game is on, else 1, 0.5 or 0 for the side that moves first."""
    is_quiet: Callable[[Any, Any], bool]
    """Whether a move leaves the material alone."""
    opening_plies: int
    longest: int
    """Plies after which a game counts as drawn."""
    fixed: tuple[str, ...] = ()
    """Groups of weights that steer towards a win that is certain: results say nothing about them."""
    phases: int = 24
    full_scale: int = 64
    decided: int = 1200
    """A score that both sides see for some plies ends a game: what follows teaches nothing."""
    worth_learning: int = 900
    """Positions beyond this score are decided: their results say nothing about fine differences."""
    tenfold: int = 400
    """The score at which the search means odds of ten to one."""


def _new_chess_board() -> Any:
    from ..chess import Board

    return Board()


def _chess_result(board: Any) -> float | None:
    outcome = board.outcome(claim_draw=True)
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner)


def _chess_is_quiet(board: Any, move: Any) -> bool:
    return not board.is_capture(move) and move.promotion is None


def _new_shogi_board() -> Any:
    from ..shogi import Board

    return Board()


def _shogi_result(board: Any) -> float | None:
    outcome = board.outcome(declare=27)
    if outcome is None:
        return None
    return 0.5 if outcome.winner is None else float(outcome.winner)


def _shogi_is_quiet(board: Any, move: Any) -> bool:
    return not board.is_capture(move) and not move.promotion


SUBJECTS: dict[str, Subject] = {
    "chess": Subject(
        name="chess",
        new_board=_new_chess_board,
        new_search=lambda: _core.ChessSearch(),
        trace=_core.chess_evaluation_trace,
        weights=_core.chess_weights,
        start=chess_start.start,
        result=_chess_result,
        is_quiet=_chess_is_quiet,
        opening_plies=8,
        longest=240,
        fixed=("lone_king_edge", "lone_king_near", "lone_king_corner"),
    ),
    # Captured pieces come back: games turn later and at greater scores than those of chess.
    "shogi": Subject(
        name="shogi",
        new_board=_new_shogi_board,
        new_search=lambda: _core.ShogiSearch(),
        trace=_core.shogi_evaluation_trace,
        weights=_core.shogi_weights,
        start=shogi_start.start,
        result=_shogi_result,
        is_quiet=_shogi_is_quiet,
        opening_plies=8,
        longest=320,
        decided=3000,
        worth_learning=2000,
        tenfold=1400,
    ),
}
"""By the name that `tabiya tune --game` takes."""
