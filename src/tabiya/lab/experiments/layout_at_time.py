"""How deep the search gets in the same time with clusters and with single slots."""

from __future__ import annotations

from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, mean_interval, ratio_interval, share_interval
from ..experiment import Cells, Experiment, Figures, Plots, Row, Rows, Scale, cell
from ..searching import middlegame_numbers
from .depth_at_time import TIMES, depth_after, timed_search, times_within

LAYOUTS = ("single", "cluster4")


def in_turns(*, game: str, position: int, movetime: int, hash_mb: float) -> dict[str, Any]:
    """Searches a position for the same time with each layout, one search after the other."""
    found = {}
    for layout in LAYOUTS:
        measured = timed_search(game, position, movetime, {"hash_mb": hash_mb, "layout": layout})
        found[layout] = {
            "iterations": [[it["depth"], it["seconds"], it["nodes"]] for it in measured["iterations"]],
            "probes": measured["stats"]["probes"],
            "hits": measured["stats"]["hits"],
        }
    return found


def cells(scale: Scale, game: str) -> Cells:
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        movetime = scale.pick(20, 100, 500)
        yield cell(in_turns, game=game, position=position, movetime=movetime, hash_mb=1)


def depths(rows: Rows) -> dict[str, dict[float, Interval]]:
    """Returns the mean depth at each time, one line per layout."""
    times = times_within(rows[0].arguments["movetime"])
    return {
        layout: {time: mean_interval([_depth_at(row.value[layout], time) for row in rows]) for time in times}
        for layout in LAYOUTS
    }


def _depth_at(search: dict[str, Any], time: float) -> int:
    return depth_after(time, ((seconds, depth) for depth, seconds, _ in search["iterations"]))


def _nodes_to_common_depth(row: Row) -> tuple[int, int]:
    """Returns the nodes of both layouts to the last depth that both completed."""
    single, clustered = ({depth: n for depth, _, n in row.value[layout]["iterations"]} for layout in LAYOUTS)
    common = max(single.keys() & clustered.keys(), default=0)
    return (single[common], clustered[common]) if common else (1, 1)


def figures(rows: Rows) -> Figures:
    last = TIMES[-1]
    gained = [_depth_at(row.value["cluster4"], last) - _depth_at(row.value["single"], last) for row in rows]
    single, clustered = zip(*map(_nodes_to_common_depth, rows), strict=True)
    rates = {
        f"hit_rate_{layout}": share_interval(
            [row.value[layout]["hits"] for row in rows], [row.value[layout]["probes"] for row in rows]
        ).scaled(100)
        for layout in LAYOUTS
    }
    return {
        "plies_more": mean_interval(gained),
        "nodes_clustered_to_single": ratio_interval(clustered, single),
        **rates,
    }


def plots(game: str, rows: Rows) -> Plots:
    return [lines(f"Depth by time and layout, {game}", "seconds", "depth", depths(rows), log_x=True)]


EXPERIMENT = Experiment(
    name="layout_at_time",
    title="How much deeper does the search get with clusters in the same time?",
    varies="the layout of a 1 MB table: single or cluster4",
    measures="the last completed iteration after 10 ms to 0.5 s, hit rates, and nodes to the same depth",
    unit="a middlegame, searched for the same time by the comparable search",
    sample="60 positions from 60 self-played games",
    power="detects differences of half a ply",
    cells=cells,
    figures=figures,
    plots=plots,
    alone=True,
)
