"""How many times more nodes the next ply takes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ...plots.plot import Plot
from ...stats.bootstrap import Interval, ratio_interval
from ..experiment import Experiment, Figures, Plots, Rows
from ..searching import geometric_mean
from .nodes_to_depth import cells, means, pairs


def factors(search: Any) -> list[float]:
    """Returns nodes(d) / nodes(d − 1) of a search, counting each iteration's own nodes."""
    totals = [iteration["nodes"] for iteration in search["iterations"]]
    own = [after - before for before, after in zip([0, *totals], totals, strict=False)]
    return [after / before for before, after in pairwise(own[1:]) if before > 0 < after]


def factor(measured: Iterable[Any]) -> Interval | None:
    """Returns the geometric mean over positions, each counted by the geometric mean of its iterations."""
    means = [geometric_mean(found) for found in map(factors, measured) if found]
    return ratio_interval(means, [1.0] * len(means)) if means else None


def figures(rows: Rows) -> Figures:
    full, plain = pairs(rows).values(), pairs(rows, plain=True).values()
    found = {
        "without": factor(pair[False] for pair in full),
        "with": factor(pair[True] for pair in full),
        "plain_without": factor(pair[False] for pair in plain),
        "plain_with": factor(pair[True] for pair in plain),
    }
    return {name: value for name, value in found.items() if value is not None}


def plots(game: str, rows: Rows) -> Plots:
    by_depth = means(rows)
    pairs_of_depths = [
        (depth, by_depth[depth - 1], by_depth[depth]) for depth in by_depth if depth - 1 in by_depth
    ]
    lines = {
        name: [(depth, now[at] / before[at]) for depth, before, now in pairs_of_depths]
        for at, name in enumerate(("no table", "table"))
    }
    return [Plot(f"Branching factor by depth, {game}", "depth", "nodes(d) / nodes(d − 1)", lines)]


EXPERIMENT = Experiment(
    name="branching",
    title="How many times more nodes does the next ply take?",
    varies="the table: none, or 64 MB; the search: comparable, or plain alpha-beta",
    measures="the ratio of an iteration's nodes to the previous one's",
    unit="a middlegame, searched to one depth without a table and with one",
    sample="64 positions from 64 self-played games",
    power="distinguishes factors that differ by 5%",
    cells=cells,
    figures=figures,
    plots=plots,
)
