"""How many times fewer nodes a long search needs with the table."""

from __future__ import annotations

from ...stats.bootstrap import ratio_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, depth_of
from ..searching import COMPARABLE, middlegame_numbers, middlegame_search
from .nodes_to_depth import TABLE, pairs, ratio


def cells(scale: Scale, game: str) -> Cells:
    depth = depth_of("long_searches", game, scale)
    for number in middlegame_numbers(scale.pick(2, 8, 64)):
        for table in (None, TABLE):
            yield middlegame_search(game, number, table=table, depth=depth, options=COMPARABLE)


def figures(rows: Rows) -> Figures:
    """Every position counts. The largest searches without a table would be those that a table helps most."""
    found = pairs(rows).values()
    off, on = ([pair[with_table]["nodes"] for pair in found] for with_table in (False, True))
    ones = [1.0] * len(off)
    return {
        "times_fewer": ratio(found).inverse(),
        "nodes_without": ratio_interval(off, ones),
        "nodes_with": ratio_interval(on, ones),
        "depth": max(pair[True]["depth"] for pair in found),
    }


EXPERIMENT = Experiment(
    name="long_searches",
    title="How many times fewer nodes does a long search need with the table?",
    varies="the table: none, or 64 MB",
    measures="nodes to a depth that takes some three million nodes without a table",
    unit="a middlegame, searched to one depth without a table and with one, by the comparable search",
    sample="64 positions from 64 self-played games",
    power="detects a factor of 1.15; ratios vary by a factor of two between positions",
    cells=cells,
    figures=figures,
)
