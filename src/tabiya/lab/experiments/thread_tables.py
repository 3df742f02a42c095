"""One table for two threads, or one each."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from statistics import mean
from typing import Any

from ...engine.engine import Engine
from ...stats.bootstrap import Interval, ratio_interval
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell, depth_of
from ..searching import build_engine, middlegame, middlegame_numbers


def three_ways(*, game: str, position: int, depth: int) -> dict[str, float]:
    """Returns the seconds to a depth: two threads on one table, two with one each, one.

    The two with a table each do the same work, so the mean counts: the faster one is only luckier.
    """
    shared = build_engine(game, {"hash_mb": 64}, threads=2)
    alone = [build_engine(game, {"hash_mb": 32}) for _ in range(2)]
    board = middlegame(game, position)
    prepare(shared)
    together = shared.search(board, depth=depth).time
    apart = mean(at_once(alone, board, depth))
    prepare(alone[0])
    return {
        "one_table": together,
        "two_tables": apart,
        "one_thread": alone[0].search(board, depth=depth).time,
    }


def at_once(engines: Sequence[Engine], board: Any, depth: int) -> list[float]:
    """Returns the seconds of the same search by independent engines."""
    times: list[float] = []

    def work(engine: Engine) -> None:
        times.append(engine.search(board, depth=depth).time)

    for engine in engines:
        prepare(engine)
    crew = [threading.Thread(target=work, args=(engine,)) for engine in engines]
    for thread in crew:
        thread.start()
    for thread in crew:
        thread.join()
    return times


def cells(scale: Scale, game: str) -> Cells:
    depth = depth_of("thread_tables", game, scale)
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        yield cell(three_ways, game=game, position=position, depth=depth)


def figures(rows: Rows) -> Figures:
    def seconds(name: str) -> list[float]:
        return [max(row.value[name], 1e-5) for row in rows]

    def ratio(name: str) -> Interval:
        return ratio_interval(seconds(name), seconds("two_tables"))

    return {"one_over_two": ratio("one_table"), "one_thread_over_two_tables": ratio("one_thread")}


EXPERIMENT = Experiment(
    name="thread_tables",
    title="One table for all threads, or one each?",
    varies="two threads on one table of 64 MB, two threads with 32 MB each, one thread",
    measures="time to a depth; for separate tables, the mean of both threads",
    unit="a middlegame, searched in all three ways",
    sample="60 positions from 60 self-played games; threads are not repeatable",
    power="detects a factor of 1.15; positions vary by a factor of two",
    cells=cells,
    figures=figures,
    alone=True,
    threads=True,
)
