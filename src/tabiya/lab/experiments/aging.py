"""When entries become old: with each search, after a number of nodes, or never."""

from __future__ import annotations

from ...plots.plotting import bars
from ..compare.paired import Paired, paired_cells
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale

DESIGNS = {
    "search": "cluster4",
    "interval": "cluster4:aging_interval=10000",
    "never": "cluster4:ages=off",
}
PRESSURE = 1 / 16
SEARCHES = 4


def cells(scale: Scale, game: str) -> Cells:
    """Yields searches over several aging intervals of 10,000 nodes; shorter ones would show nothing."""
    yield from paired_cells(
        scale, game, tuple(DESIGNS.values()), (PRESSURE,), (2_000, 20_000, 50_000), SEARCHES
    )


def figures(rows: Rows) -> Figures:
    found = Paired(rows)
    return {
        "interval_over_search": found.ratio(DESIGNS["interval"], DESIGNS["search"], PRESSURE),
        "never_over_search": found.ratio(DESIGNS["never"], DESIGNS["search"], PRESSURE),
        "search_over_unlimited": found.unlimited(DESIGNS["search"], PRESSURE),
    }


def plots(game: str, rows: Rows) -> Plots:
    found = Paired(rows)
    groups = {name: found.unlimited(design, PRESSURE) for name, design in DESIGNS.items()}
    return [
        bars(f"Nodes by aging, {game}", "nodes, unlimited table = 1", {"a generation by": groups}, base=1)
    ]


EXPERIMENT = Experiment(
    name="aging",
    title="When should entries become old?",
    varies="when a generation begins: each search, every 10,000 nodes, or never; with 1/16 of what is filled",
    measures="nodes to the depths of an unlimited table",
    unit="four moves of a game with one table",
    sample="64 middlegames from 64 self-played games, 50,000 nodes per move with an unlimited table",
    power="detects differences of 10% in nodes",
    cells=cells,
    figures=figures,
    plots=plots,
)
