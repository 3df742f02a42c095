"""How many times more nodes the next ply takes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from ..experiment import Experiment, Plot, Row
from ..searching import geometric_mean
from .nodes_to_depth import cells, means, pairs


def factor(measured: Iterable[Any]) -> float:
    """Returns the geometric mean of nodes(d) / nodes(d − 1), counting each iteration's own nodes."""
    ratios = []
    for search in measured:
        totals = [iteration["nodes"] for iteration in search["iterations"]]
        own = [after - before for before, after in zip([0, *totals], totals, strict=False)]
        ratios += [after / before for before, after in pairwise(own[1:]) if before > 0 < after]
    return geometric_mean(ratios)


def figures(rows: Sequence[Row]) -> dict[str, float]:
    full, plain = pairs(rows).values(), pairs(rows, plain=True).values()
    found = {
        "without": factor(pair[False] for pair in full),
        "with": factor(pair[True] for pair in full),
        "plain_without": factor(pair[False] for pair in plain),
        "plain_with": factor(pair[True] for pair in plain),
    }
    return {name: value for name, value in found.items() if value}


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
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
    power="descriptive: means over some 600 iterations, good to about 3%",
    cells=cells,
    figures=figures,
    plots=plots,
)
