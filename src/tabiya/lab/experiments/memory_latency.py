"""The latency of the machine's memory, from the first cache to main memory."""

from __future__ import annotations

from ... import _lab
from ...plots.plotting import lines
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell

KILOBYTES = (16, 64, 128, 256, 1024, 4096, 16384, 65536, 262144)
PLACES = {"first_cache": 16, "second_cache": 256, "third_cache": 4096, "memory": 262144}


def chase(*, kilobytes: int, steps: int, repeats: int) -> list[float]:
    """Returns ticks per load whose address depends on the previous load, of several chains."""
    return [_lab.time_chase(kilobytes * 1024, steps) for _ in range(repeats)]


def cells(scale: Scale, game: str) -> Cells:
    steps = scale.pick(10_000, 300_000, 500_000)
    for kilobytes in scale.pick((16, 256), tuple(PLACES.values()), KILOBYTES):
        yield cell(chase, kilobytes=kilobytes, steps=steps, repeats=scale.pick(1, 7, 7))


def figures(rows: Rows) -> Figures:
    sizes = {row.arguments["kilobytes"]: median_interval(row.value) for row in rows}
    return {name: sizes[kilobytes] for name, kilobytes in PLACES.items() if kilobytes in sizes}


def plots(game: str, rows: Rows) -> Plots:
    line = {row.arguments["kilobytes"]: median_interval(row.value) for row in rows}
    return [lines("Ticks per dependent load by memory used", "KB", "ticks", {"load": line}, log_x=True)]


EXPERIMENT = Experiment(
    name="memory_latency",
    title="What is the latency of the machine's memory?",
    varies="the amount of memory that a chain of loads runs through",
    measures="ticks per load",
    unit="a chain of dependent loads",
    sample="the median of 7 chains of half a million loads per size",
    power="differences under 10% are noise",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
)
