"""How many nodes the table saves to a given depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, ratio_interval
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, depth_of
from ..searching import COMPARABLE, geometric_mean, middlegame_numbers, middlegame_search

TABLE = {"hash_mb": 64, "statistics": True}


def cells(scale: Scale, game: str) -> Cells:
    """Uses the comparable search: otherwise all nodes without a table would count as nodes without a move."""
    depth = depth_of("nodes_to_depth", game, scale)
    plain_depth = depth_of("nodes_to_depth, plain", game, scale)
    for number in middlegame_numbers(scale.pick(2, 8, 64)):
        for table in (None, TABLE):
            yield middlegame_search(game, number, table=table, depth=depth, options=COMPARABLE)
            yield middlegame_search(game, number, table=table, depth=plain_depth, plain=True)


def pairs(rows: Rows, plain: bool = False) -> dict[int, dict[bool, Any]]:
    """Returns the measurements by position, then without (False) and with (True) the table."""
    found: dict[int, dict[bool, Any]] = {}
    for row in rows:
        if row.arguments.get("plain", False) == plain:
            found.setdefault(row.arguments["position"], {})[row.arguments["table"] is not None] = row.value
    return {position: pair for position, pair in found.items() if len(pair) == 2}


def by_iteration(rows: Rows) -> dict[int, list[tuple[int, int]]]:
    """Returns the nodes at the end of each iteration of each position, without and with the table."""
    by_depth: dict[int, list[tuple[int, int]]] = {}
    for pair in pairs(rows).values():
        off, on = (
            {it["depth"]: it["nodes"] for it in pair[with_table]["iterations"]}
            for with_table in (False, True)
        )
        for depth in off.keys() & on.keys():
            by_depth.setdefault(depth, []).append((off[depth], on[depth]))
    return dict(sorted(by_depth.items()))


def means(rows: Rows) -> dict[int, tuple[float, float]]:
    """Geometric means of the nodes at the end of each iteration, without and with the table."""
    return {
        depth: (geometric_mean(o for o, _ in nodes), geometric_mean(o for _, o in nodes))
        for depth, nodes in by_iteration(rows).items()
    }


def ratio(pairs_of_rows: Iterable[Mapping[bool, Any]]) -> Interval:
    """Returns nodes with the table relative to nodes without."""
    found = list(pairs_of_rows)
    return ratio_interval([pair[True]["nodes"] for pair in found], [pair[False]["nodes"] for pair in found])


def figures(rows: Rows) -> Figures:
    full, plain = pairs(rows), pairs(rows, plain=True)
    return {
        "saved": ratio(full.values()).scaled(-100, 100),
        "saved_plain": ratio(plain.values()).scaled(-100, 100),
        "depth": max(pair[True]["depth"] for pair in full.values()),
    }


def plots(game: str, rows: Rows) -> Plots:
    found = {
        name: {
            depth: ratio_interval([pair[at] for pair in nodes], [1.0] * len(nodes))
            for depth, nodes in by_iteration(rows).items()
        }
        for at, name in enumerate(("no table", "table"))
    }
    return [lines(f"Nodes by depth, {game}", "depth", "nodes", found, log_y=True)]


EXPERIMENT = Experiment(
    name="nodes_to_depth",
    title="How many nodes does the table save to a given depth?",
    varies="the table: none, or 64 MB; the search: comparable, or plain alpha-beta",
    measures="nodes at the end of each iteration",
    unit="a middlegame, searched to one depth without a table and with one",
    sample="64 positions from 64 self-played games",
    power="detects a saving of 10%; ratios vary by a factor of two between positions",
    cells=cells,
    figures=figures,
    plots=plots,
)
