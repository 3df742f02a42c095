"""Single slots, clusters of three and four, and other engines' lines, at equal memory in the same search."""

from __future__ import annotations

from ...plots.plotting import bars
from ...stats.bootstrap import Interval, ratio_interval
from ..compare.paired import Paired, gain, paired_cells, pressure_text
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale

OURS = ("single", "cluster3", "cluster4")
DESIGNS = (*OURS, "field", "line5")
PRESSURES = (1 / 4, 1 / 16, 1 / 64)
MIDDLE = 1 / 16
"""The pressure for claims that do not name one."""
QUARTER = MIDDLE / 4
"""At this pressure `single`, with lines of a quarter of the size, has as many lines as clusters at MIDDLE."""


def cells(scale: Scale, game: str) -> Cells:
    yield from paired_cells(scale, game, DESIGNS, PRESSURES, (1_500, 20_000, 60_000))


def figures(rows: Rows) -> Figures:
    found = Paired(rows)
    named: Figures = {}
    for layout in OURS:
        named[f"hits_{layout}"] = found.percent(layout, MIDDLE, "hits", "probes")
        named[f"collisions_{layout}"] = found.percent(layout, MIDDLE, "collisions", "stores")
    for pressure in PRESSURES:
        for layout in DESIGNS:
            named[f"nodes_{layout}_at_{pressure_text(pressure)}"] = found.unlimited(layout, pressure)
        ratio = found.ratio("cluster4", "field", pressure)
        named[f"cluster4_over_field_at_{pressure_text(pressure)}"] = ratio
    named["false_hits_field"] = sum(run["false_hits"] for p in PRESSURES for run in found.runs("field", p))
    named["false_hits_cluster4"] = sum(
        run["false_hits"] for p in PRESSURES for run in found.runs("cluster4", p)
    )
    return {
        **named,
        "nodes_single_over_cluster4": found.ratio("single", "cluster4", MIDDLE),
        "nodes_single_over_cluster3": found.ratio("single", "cluster3", MIDDLE),
        "cluster3_gain": gain(found.ratio("cluster3", "single", MIDDLE)),
        "cluster3_gain_equal_clusters": gain(found.ratio("cluster3", "single", MIDDLE, QUARTER)),
        "cluster4_gain_equal_clusters": gain(found.ratio("cluster4", "single", MIDDLE, QUARTER)),
        "hits_cluster4_over_single": _over_single(found, "hits", "probes"),
        "collisions_cluster4_over_single": _over_single(found, "collisions", "stores"),
    }


def _over_single(found: Paired, part: str, whole: str) -> Interval:
    """Returns a rate of clusters of four relative to that of single slots, in the same positions."""
    four, single = (found.rates(layout, MIDDLE, part, whole) for layout in ("cluster4", "single"))
    return ratio_interval(four, single)


def plots(game: str, rows: Rows) -> Plots:
    found = Paired(rows)
    groups = {
        layout: {f"1/{1 / pressure:g}": found.unlimited(layout, pressure) for pressure in PRESSURES}
        for layout in DESIGNS
    }
    return [bars(f"Nodes by layout and memory, {game}", "nodes, unlimited table = 1", groups, base=1)]


EXPERIMENT = Experiment(
    name="layouts",
    title="Are clusters better than single slots?",
    varies="the layout, at 1/4, 1/16 and 1/64 of what the search fills; and the lines of other engines",
    measures="nodes to the depth of an unlimited table, hits, and evicted entries of the same search",
    unit="a middlegame, searched with every layout in the comparable search",
    sample="64 positions from 64 self-played games, 60,000 nodes each with an unlimited table",
    power="detects differences of 10% in nodes: ratios vary by 35 to 45% between positions",
    cells=cells,
    figures=figures,
    plots=plots,
)
