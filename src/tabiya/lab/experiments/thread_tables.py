"""One table for two threads, or one each."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Any

from ...bench.search_runs import prepare
from ...engine.engine import Engine
from ..experiment import Experiment, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import build_engine, geometric_mean, known_positions, spread


def three_ways(*, game: str, position: int, depth: int, repeats: int) -> dict[str, float]:
    """Returns the best seconds to a depth: two threads on one table, the faster of two with one each, one."""
    shared = build_engine(game, {"hash_mb": 64}, threads=2)
    alone = [build_engine(game, {"hash_mb": 32}) for _ in range(2)]
    board = known_positions(game)[position].board(game)
    found: dict[str, float] = {}

    def note(name: str, seconds: float) -> None:
        found[name] = min(found.get(name, seconds), seconds)

    for _ in range(repeats):
        prepare(shared)
        note("one_table", shared.search(board, depth=depth).time)
        note("two_tables", min(at_once(alone, board, depth)))
        prepare(alone[0])
        note("one_thread", alone[0].search(board, depth=depth).time)
    return found


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


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for position in spread(game, scale.pick(1, 2, 6)):
        yield cell(
            three_ways,
            game=game,
            position=position,
            depth=depth_of("thread_tables", game, scale),
            repeats=scale.pick(1, 1, 2),
        )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    def ratio(name: str) -> float:
        return geometric_mean(row.value[name] / row.value["two_tables"] for row in rows)

    return {"one_over_two": ratio("one_table"), "one_thread_over_two_tables": ratio("one_thread")}


EXPERIMENT = Experiment(
    name="thread_tables",
    title="One table for all threads, or one each?",
    varies="two threads on one table of 64 MB, two threads with 32 MB each, one thread",
    measures="time to a depth; for separate tables, the thread that finishes first",
    unit="a position of the benchmark set",
    sample="6 positions per game, best of 2; threads are not repeatable",
    power="factors of 1.5 and more",
    cells=cells,
    figures=figures,
    alone=True,
)
