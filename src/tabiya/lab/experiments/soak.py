"""Long runs of games with changing small tables, in which nothing may break."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from ... import Engine, Layout, TranspositionTable
from ...games import Ending, game_spec
from ...games.play import Adjudicator, Choice, play_game
from ...stats.bootstrap import Interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..gaming import opening

YEAR = 24 * 365.0
"""Hours. The upper end of an interval that has none."""


def soak(*, game: str, seconds: float, seed: int) -> dict[str, Any]:
    """Plays games with two threads and random small tables until time is up. All moves must be legal."""
    random = Random(seed)
    end = time.monotonic() + seconds
    counts = {"searches": 0, "nodes": 0, "illegal": 0, "games": 0}
    while time.monotonic() < end:
        layout, size = random.choice(list(Layout)), random.choice((0.0625, 1, 4))
        engine = Engine(game, threads=2, table=TranspositionTable(hash_mb=size, layout=layout))
        board = opening(game, random.randrange(10**6))
        counts["games"] += 1

        def choose(board: Any, engine: Engine = engine) -> Choice | Ending:
            if time.monotonic() >= end:
                return Ending(None, "time is up")
            result = engine.search(board, nodes=random.choice((500, 5_000, 20_000)))
            counts["searches"] += 1
            counts["nodes"] += result.nodes
            if result.best_move not in board.legal_moves:
                counts["illegal"] += 1
                return Ending(None, "illegal move")
            return Choice(result.best_move)

        play_game(game_spec(game), board, {True: choose, False: choose}, Adjudicator(longest=120))
    return {**counts, "seconds": seconds}


def cells(scale: Scale, game: str) -> Cells:
    yield cell(soak, game=game, seconds=scale.pick(0.5, 2, 15), seed=1)


def figures(rows: Rows) -> Figures:
    """Without a failure, the run only bounds the mean time between two from below, by the rule of three."""
    hours = sum(row.value["seconds"] for row in rows) / 3600
    failures = sum(row.value["illegal"] for row in rows)
    between = hours / failures if failures else Interval(hours, hours / 3, YEAR, len(rows))
    return {
        "hours": between,
        "failures": failures,
        "searches": sum(row.value["searches"] for row in rows),
        "games": sum(row.value["games"] for row in rows),
    }


EXPERIMENT = Experiment(
    name="soak",
    title="Does anything break in a long run?",
    varies="layout and size of small tables, two threads",
    measures="hours per crash, hang or illegal move",
    unit="an hour of games on small tables",
    sample="the time that the run was given",
    power="no event in n hours means fewer than 3/n per hour, with 95% confidence",
    cells=cells,
    figures=figures,
    alone=True,
)
