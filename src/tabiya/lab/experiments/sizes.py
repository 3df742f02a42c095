"""What a larger table is worth, from far too small to far too large for its search.

The share of the search that fits matters, not the megabytes. Claims in megabytes are judged for a search
that fills 128 MB: eight million entries or about ten million nodes, ten seconds of an engine of their time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...plots.plotting import lines
from ...stats.bootstrap import Interval
from ..compare.paired import Paired, gain, paired_cells
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale

DESIGN = "cluster4"
FILLS_MB = 128
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
RESAMPLES = 1000
KNEE = 1.02
"""A size is large enough if it needs at most this many times the nodes of the largest."""


def pressure_of(size: int) -> float:
    return size / FILLS_MB


def cells(scale: Scale, game: str) -> Cells:
    yield from paired_cells(
        scale, game, (DESIGN,), tuple(pressure_of(size) for size in SIZES), (2_000, 15_000, 40_000)
    )


def knee(nodes: dict[int, float]) -> int:
    """Returns the smallest size that needs hardly more nodes than the largest.

    The fewest nodes of all sizes would be a luckier one's.

    >>> knee({1: 200.0, 8: 120.0, 64: 101.0, 128: 99.0, 256: 100.0})
    64
    """
    return min(size for size, count in nodes.items() if count <= KNEE * nodes[max(nodes)])


def figures(rows: Rows) -> Figures:
    found = Paired(rows)
    named: Figures = {}
    for size in SIZES:
        pressure = pressure_of(size)
        named[f"hits_{size}"] = found.percent(DESIGN, pressure, "hits", "probes")
        ratio = found.ratio(DESIGN, DESIGN, pressure, pressure_of(SIZES[0]))
        named[f"faster_{size}"] = gain(ratio)
        named[f"nodes_{size}"] = found.unlimited(DESIGN, pressure)
    gain_of_1024 = gain(found.ratio(DESIGN, DESIGN, pressure_of(1024), pressure_of(256)))
    return {**named, "gain_of_1024_over_256": gain_of_1024, "knee_mb": knee_interval(found)}


def knee_interval(found: Paired) -> Interval:
    """Returns the knee of all positions, and its interval from resampled positions."""
    logarithms = np.log([found.nodes(DESIGN, pressure_of(size)) for size in SIZES])

    def knee_of(places: Any) -> int:
        means = logarithms[:, places].mean(axis=1)
        return knee(dict(zip(SIZES, np.exp(means).tolist(), strict=True)))

    count = logarithms.shape[1]
    random = np.random.default_rng(1)
    knees = [knee_of(random.integers(0, count, count)) for _ in range(RESAMPLES)]
    low, high = np.quantile(knees, (0.025, 0.975), method="nearest")
    return Interval(float(knee_of(np.arange(count))), float(low), float(high), count)


def plots(game: str, rows: Rows) -> Plots:
    found = Paired(rows)
    rates = {
        name: {size: found.percent(DESIGN, pressure_of(size), what, "probes") for size in SIZES}
        for name, what in (("key found", "hits"), ("deep enough", "deep_hits"))
    }
    nodes = {size: found.unlimited(DESIGN, pressure_of(size)) for size in SIZES}
    x = f"MB, for a search that fills {FILLS_MB} MB"
    return [
        lines(f"Hit rate by table size, {game}", x, "% of probes", rates, log_x=True),
        lines(
            f"Nodes by table size, {game}",
            x,
            "nodes, unlimited table = 1",
            {"nodes": nodes},
            log_x=True,
            base=1,
        ),
    ]


EXPERIMENT = Experiment(
    name="sizes",
    title="What is a larger table worth?",
    varies="the size of the table, 1/128 to 8 times what the search fills; as MB of a search that fills 128",
    measures="hits, and nodes to the depth of an unlimited table; `faster` is by nodes, since a node costs "
    "the same; the knee is the smallest size within 2% of the nodes of the largest",
    unit="a middlegame, searched with every size in the comparable search",
    sample="64 positions from 64 self-played games, 40,000 nodes each with an unlimited table",
    power="detects differences of 10% in nodes and of 2 points in hit rates",
    cells=cells,
    figures=figures,
    plots=plots,
    ranked=("knee_mb",),
)
