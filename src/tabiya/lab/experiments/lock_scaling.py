"""How a search scales with threads and locks: measured with as many threads as there are cores."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, ratio_interval
from ..bench.search_runs import prepare
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..machine import cores
from ..searching import build_engine, middlegame, middlegame_numbers

THREADS = (1, 2, 4, 8, 16, 32)
LOCKS = {1: (1, 256), 2: (64,), 4: (128, 512), 8: (1024,), 16: (512, 2048), 32: (16, 512, 1024, 4096)}
"""The locks tried with this many threads and more: those that claims compare."""
A_CORE = 32
"""Locks per core, as one claim recommends."""
ENOUGH_TO_STOP = 16
"""Threads that it takes to say where one lock stops scaling."""


def threads_here(most: int | None = None) -> list[int]:
    """Returns the numbers of threads that have a core each.

    >>> threads_here(8)
    [1, 2, 4, 8]
    """
    return [count for count in THREADS if count <= (most or cores())]


def locks_for(threads: Sequence[int]) -> list[int]:
    """Returns the numbers of locks to try with these numbers of threads.

    >>> locks_for([1, 2])
    [1, 64, 256]
    """
    return sorted({number for count in threads for number in LOCKS[count]})


def speeds(*, game: str, position: int, nodes: int) -> dict[str, dict[str, float]]:
    """Returns nodes per second of a search by locks and threads, one search after the other.

    The cores of the machine decide how many threads, not the arguments: a report may be made elsewhere.
    """
    board = middlegame(game, position)
    threads = threads_here()
    found: dict[str, dict[str, float]] = {str(number): {} for number in locks_for(threads)}
    for number in locks_for(threads):
        table = {"hash_mb": 64, "sync": "bucket_locks", "buckets": number}
        for count in threads:
            engine = build_engine(game, table, threads=count)
            prepare(engine)
            result = engine.search(board, nodes=nodes * count)
            found[str(number)][str(count)] = result.nodes / max(result.time, 1e-6)
    return found


def cells(scale: Scale, game: str) -> Cells:
    nodes = scale.pick(2_000, 50_000, 150_000)
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        yield cell(speeds, game=game, position=position, nodes=nodes)


class Speeds:
    """The measured speeds of all positions."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.locks = [int(locks) for locks in rows[0].value]
        self.threads = [int(count) for count in rows[0].value[str(self.locks[0])]]

    def of(self, locks: int, threads: int) -> list[float]:
        return [row.value[str(locks)][str(threads)] for row in self.rows]

    def times(self, locks: int, threads: int) -> Interval:
        """Returns the speed relative to one thread with as many locks."""
        return ratio_interval(self.of(locks, threads), self.of(locks, 1))

    def gain(self, locks: int, base: int, threads: int) -> Interval:
        """Returns by how many per cent the speed exceeds that with `base` locks."""
        return ratio_interval(self.of(locks, threads), self.of(base, threads)).percent_more()


def figures(rows: Rows) -> Figures:
    found = Speeds(rows)
    more = [count for count in found.threads if count > 1]
    named: Figures = {
        f"locks{locks}_{count}": found.times(locks, count) for locks in found.locks for count in more
    }
    for count in more:
        named[f"gain_{count}"] = found.gain(256, 1, count)
        recommended = A_CORE * count
        if {recommended, 4 * recommended} <= set(found.locks):
            named[f"gain_beyond_32_a_core_{count}"] = found.gain(4 * recommended, recommended, count)
    if more and more[-1] >= ENOUGH_TO_STOP:
        named["locks1_stops"] = float(stops_at({count: found.times(1, count).value for count in [1, *more]}))
    return named


def stops_at(times: dict[int, float]) -> int:
    """Returns the first number of threads from which another thread gains less than half a thread.

    >>> stops_at({1: 1.0, 2: 1.9, 4: 3.5, 8: 4.5, 16: 4.6})
    4
    """
    counts = sorted(times)
    for fewer, more in pairwise(counts):
        if (times[more] - times[fewer]) / (more - fewer) < 0.5:
            return fewer
    return counts[-1]


def plots(game: str, rows: Rows) -> Plots:
    found = Speeds(rows)
    named: dict[str, dict[Any, Interval]] = {
        f"{locks} lock{'s' * (locks > 1)}": {count: found.times(locks, count) for count in found.threads}
        for locks in found.locks
    }
    return [
        lines(f"Speed by threads and locks, {game}", "threads", "times one thread", named, log_x=True, base=1)
    ]


EXPERIMENT = Experiment(
    name="lock_scaling",
    title="How does a search scale with threads and locks?",
    varies="the number of threads, up to the cores of the machine (at most 32); the number of locks",
    measures="nodes per second, relative to one thread with as many locks; nothing is simulated",
    unit="a middlegame, searched with every number of threads and locks",
    sample="60 positions from 60 self-played games, 150,000 nodes per thread, 64 MB",
    power="detects differences of 2% on a quiet machine",
    cells=cells,
    figures=figures,
    plots=plots,
    alone=True,
    threads=True,
)
