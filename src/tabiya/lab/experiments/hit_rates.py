"""How often a probe finds its position, by both definitions."""

from __future__ import annotations

from ..experiment import Cells, Experiment, Figures, Row, Rows, Scale, depth_of
from ..searching import middlegame_numbers, middlegame_search, percent

GROUPS = ("middlegame", "cluster3", "depth5")


def cells(scale: Scale, game: str) -> Cells:
    """Tables large enough for the whole search. Depth 5 comes from a claim."""
    four, three = ({"hash_mb": 64, "layout": layout} for layout in ("cluster4", "cluster3"))
    depth = depth_of("hit_rates", game, scale)
    for number in middlegame_numbers(scale.pick(2, 8, 64)):
        for table, plies in ((four, depth), (three, depth), (four, 5)):
            yield middlegame_search(game, number, table=table, depth=plies)


def group_of(row: Row) -> str:
    if row.arguments["depth"] == 5:
        return "depth5"
    return "cluster3" if row.arguments["table"]["layout"] == "cluster3" else "middlegame"


def figures(rows: Rows) -> Figures:
    found: Figures = {}
    for group in GROUPS:
        searches = [row.value for row in rows if group_of(row) == group]
        if searches:
            found[group] = percent(searches, "hits", "probes")
            found[f"{group}_deep"] = percent(searches, "deep_hits", "probes")
    bounds = {
        name: sum(row.value["stats"]["cutoffs_by_bound"][name] for row in rows)
        for name in ("upper", "lower", "exact")
    }
    return {**found, "bound_types": sum(count > 0 for count in bounds.values())}


EXPERIMENT = Experiment(
    name="hit_rates",
    title="How often does a probe find its position, and how often is the entry deep enough?",
    varies="the layout, and the depth of the search",
    measures="the percentage of probes that find the key, and of those whose entry is deep enough",
    unit="a middlegame, searched as it is played",
    sample="64 positions from 64 self-played games, with a table that holds all of the search",
    power="detects differences of 3 points",
    cells=cells,
    figures=figures,
)
