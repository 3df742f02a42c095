"""How many of a table's accesses the processor's caches can serve."""

from __future__ import annotations

from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, share_interval
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..searching import known_positions, spread
from ..traces import lru_misses, record
from ..traces.belady import clusters_of

LINES = (500, 2_000, 8_000, 32_000, 125_000, 500_000)
"""32 KB, 128 KB, 512 KB, 2 MB, 8 MB, 32 MB of lines of 64 bytes."""
CLUSTERS = 64 * 2**20 // 64


def misses(*, game: str, position: int, nodes: int) -> dict[str, Any]:
    """Runs a search's accesses to a 64 MB table through least-recently-used caches."""
    trace = record(game, known_positions(game)[position].board(game), nodes=nodes, table={"hash_mb": 64})
    places = clusters_of(trace.keys, CLUSTERS).tolist()
    return {
        "accesses": len(places),
        "misses": {str(n): share for n, share in lru_misses(places, LINES).items()},
    }


def cells(scale: Scale, game: str) -> Cells:
    for position in spread(game, scale.pick(1, 2, 8)):
        yield cell(misses, game=game, position=position, nodes=scale.pick(2_000, 50_000, 1_000_000))


def figures(rows: Rows) -> Figures:
    return {f"lines_{count}": missed(rows, count) for count in LINES}


def missed(rows: Rows, count: int) -> Interval:
    """Returns the percentage of accesses that a cache of this many lines does not hold."""
    accesses = [row.value["accesses"] for row in rows]
    parts = [row.value["misses"][str(count)] * row.value["accesses"] for row in rows]
    return share_interval(parts, accesses).scaled(100)


def plots(game: str, rows: Rows) -> Plots:
    line = {count * 64 / 1024: missed(rows, count) for count in LINES}
    title = f"Misses by cache size, {game}"
    return [lines(title, "KB of cache", "% of accesses", {"misses": line}, log_x=True)]


EXPERIMENT = Experiment(
    name="caches",
    title="How much of the table's traffic can the processor's caches hold?",
    varies="the size of a cache",
    measures="misses of a least-recently-used cache on a search's recorded accesses to a 64 MB table",
    unit="a position of the benchmark set, as the trace of its search",
    sample="8 positions per game, a million nodes each",
    power="descriptive: positions differ by a few points",
    cells=cells,
    figures=figures,
    plots=plots,
    simulated="this machine counts no cache misses; a recorded trace runs through ideal caches",
)
