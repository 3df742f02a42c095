"""The cost of packing an entry into its two words and of unpacking it."""

from __future__ import annotations

from ... import _lab
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell


def packing(*, count: int, repeats: int) -> dict[str, list[float]]:
    """Returns ticks per pack and per unpack, by turn."""
    rate = _lab.ticks_per_nanosecond()
    times = [_lab.time_packing(count) for _ in range(repeats)]
    return {
        "pack": [rate * pack for pack, _ in times],
        "unpack": [rate * unpack for _, unpack in times],
    }


def cells(scale: Scale, game: str) -> Cells:
    yield cell(packing, count=scale.pick(10_000, 1_000_000, 10_000_000), repeats=scale.pick(1, 6, 15))


def figures(rows: Rows) -> Figures:
    return {name: median_interval(ticks) for name, ticks in rows[0].value.items()}


EXPERIMENT = Experiment(
    name="packing",
    title="What does it cost to pack an entry into two words and unpack it?",
    varies="nothing",
    measures="ticks",
    unit="a run of ten million entries",
    sample="the median of 15 runs",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
