"""How often a thread finds its lock taken: measured with as many threads as there are cores."""

from __future__ import annotations

from ... import _lab
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..machine import cores

PAIRS = ((2, 1), (2, 64), (2, 256), (4, 256), (8, 256), (16, 512), (32, 16), (32, 1024))
"""Threads and locks: those that claims name, and one lock for comparison."""
BETWEEN, HELD = 400, 100
"""Steps of some four ticks: about what a search does between two stores, and what a store takes."""


def waits(*, count: int, repeats: int) -> dict[str, list[float]]:
    """Returns the percentage of rounds that had to wait, by threads and locks, taking turns."""
    here = [pair for pair in PAIRS if pair[0] <= cores()]
    found: dict[str, list[float]] = {f"{threads}_{locks}": [] for threads, locks in here}
    for _ in range(repeats):
        for threads, locks in here:
            _, waited = _lab.time_locks(locks, True, threads, count, BETWEEN, True, HELD)
            found[f"{threads}_{locks}"].append(100 * waited)
    return found


def cells(scale: Scale, game: str) -> Cells:
    yield cell(waits, count=scale.pick(1_000, 20_000, 200_000), repeats=scale.pick(2, 4, 15))


def figures(rows: Rows) -> Figures:
    return {f"waits_{name}": median_interval(shares) for name, shares in rows[0].value.items()}


EXPERIMENT = Experiment(
    name="lock_waits",
    title="How often does a thread wait for a lock?",
    varies="the number of threads, up to the cores of the machine; the number of locks",
    measures="the percentage of rounds that found their lock taken; a round works for some 1,600 ticks and "
    "holds the lock for some 400, as a search between and during its stores",
    unit="a run of 200,000 rounds per thread",
    sample="the median of 15 runs, in turns",
    power="detects differences of a tenth of a point",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
    threads=True,
)
