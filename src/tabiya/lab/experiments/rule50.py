"""The cost of keys with the fifty-move counter."""

from __future__ import annotations

from ...stats.bootstrap import ratio_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale
from ..searching import COMPARABLE, middlegame_numbers, middlegame_search, percent

KINDS = ("off", "bucketed", "full")


def cells(scale: Scale, game: str) -> Cells:
    for number in middlegame_numbers(scale.pick(2, 8, 64)):
        for kind in KINDS:
            options, depth = {**COMPARABLE, "rule50_keys": kind}, scale.pick(5, 9, 12)
            yield middlegame_search(game, number, table={"hash_mb": 64}, options=options, depth=depth)


def figures(rows: Rows) -> Figures:
    groups = {
        kind: [row.value for row in rows if row.arguments["options"]["rule50_keys"] == kind] for kind in KINDS
    }
    off = [search["nodes"] for search in groups["off"]]
    found: Figures = {f"hits_{kind}": percent(group, "hits", "probes") for kind, group in groups.items()}
    for kind in KINDS[1:]:
        found[f"{kind}_over_off"] = ratio_interval([search["nodes"] for search in groups[kind]], off)
    return found


EXPERIMENT = Experiment(
    name="rule50",
    title="What do keys with the fifty-move counter cost?",
    varies="rule50_keys: off, bucketed, full",
    measures="hits, and nodes to a depth",
    unit="a middlegame, searched with each in the comparable search",
    sample="64 positions from 64 self-played games, with a table that holds all of the search",
    power="detects differences of 8% in nodes",
    cells=cells,
    figures=figures,
    games=("chess",),
)
