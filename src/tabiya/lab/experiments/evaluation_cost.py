"""The cost of an evaluation compared with a probe."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from ... import _lab
from ...games import game_spec
from ...stats.exact import median_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..gaming import game_moves
from ..timing import in_turns, ratio_of_turns
from .probe_cost import CHAINED


def evaluations(*, game: str, games: int, repeats: int) -> dict[str, list[float]]:
    """Returns by turn ticks per evaluation of game positions, without the Python call, and per probe."""
    boards = []
    for seed in range(games):
        board = game_spec(game).board()
        for move in game_moves(game, seed, 60):
            board.push(move)
            boards.append(board.copy())
    evaluate = type(boards[0])._evaluate
    rate = _lab.ticks_per_nanosecond()

    def nanoseconds(call: Callable[[Any], object]) -> float:
        begin = time.perf_counter_ns()
        for board in boards:
            call(board)
        return (time.perf_counter_ns() - begin) / len(boards)

    table, keys = filled(64)
    turns = in_turns(
        {
            "called": lambda: nanoseconds(evaluate),
            "nothing": lambda: nanoseconds(_turn),
            "probe": lambda: _lab.time_probes(table, keys, CHAINED),
        },
        repeats,
    )
    net = [(called - empty) * rate for called, empty in zip(turns["called"], turns["nothing"], strict=True)]
    return {"evaluation": net, "probe": turns["probe"]}


def _turn(board: Any) -> object:
    return board.turn


def cells(scale: Scale, game: str) -> Cells:
    yield cell(evaluations, game=game, games=scale.pick(1, 2, 8), repeats=scale.pick(2, 7, 15))


def figures(rows: Rows) -> Figures:
    found = rows[0].value
    return {
        **{name: median_interval(turns) for name, turns in found.items()},
        "probe_share": ratio_of_turns(
            found["probe"], [max(ticks, 1e-9) for ticks in found["evaluation"]]
        ).scaled(100),
    }


EXPERIMENT = Experiment(
    name="evaluation_cost",
    title="What does an evaluation cost, compared with a probe?",
    varies="nothing (positions from whole games)",
    measures="ticks per evaluation, and a dependent probe of a 64 MB table as a share of it",
    unit="a position of whole self-played games",
    sample="the positions of 8 games per game, the median of 15 turns",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    alone=True,
)
