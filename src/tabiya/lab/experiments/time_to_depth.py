"""How much faster the search reaches a depth with the table."""

from __future__ import annotations

from functools import partial
from statistics import quantiles
from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, ratio_interval, share_interval
from ...stats.exact import median_interval
from .. import timing
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell, depth_of
from ..searching import (
    COMPARABLE,
    build_engine,
    geometric_mean,
    known_positions,
    middlegame_numbers,
    one_search,
)


def in_turns(*, game: str, position: int, depth: int, repeats: int) -> dict[str, Any]:
    """Returns the best times to a depth without and with a table, taking turns, and the nodes."""
    engines = {
        "off": build_engine(game, options=COMPARABLE),
        "on": build_engine(game, {"hash_mb": 64}, COMPARABLE),
    }
    chosen = known_positions(f"{game}_middlegames")[position]
    turns = timing.in_turns(
        {name: partial(one_search, each, chosen, depth, None, None) for name, each in engines.items()},
        repeats,
    )
    best = {name: min(found, key=lambda run: run["seconds"]) for name, found in turns.items()}
    kept = ("seconds", "nodes", "depth", "iterations")
    return {name: {key: measured[key] for key in kept} for name, measured in best.items()}


def cells(scale: Scale, game: str) -> Cells:
    depth = depth_of("time_to_depth", game, scale)
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        yield cell(in_turns, game=game, position=position, depth=depth, repeats=scale.pick(1, 1, 2))


def figures(rows: Rows) -> Figures:
    ratios = [max(row.value["off"]["seconds"], 1e-5) / max(row.value["on"]["seconds"], 1e-5) for row in rows]
    off = [row.value["off"] for row in rows]
    lower, _, upper = quantiles(ratios, n=4)
    return {
        "times_faster": ratio_interval(ratios, [1.0] * len(ratios)),
        "median": median_interval(ratios),
        "lower_quartile": lower,
        "upper_quartile": upper,
        "seconds_without": geometric_mean(max(run["seconds"], 1e-5) for run in off),
        "million_nodes_a_second": share_interval(
            [run["nodes"] for run in off], [run["seconds"] for run in off]
        ).scaled(1e-6),
        "depth": max(run["depth"] for run in off),
    }


def plots(game: str, rows: Rows) -> Plots:
    found: dict[str, dict[int, Interval]] = {}
    for subject, name in (("off", "no table"), ("on", "table")):
        by_depth: dict[int, list[float]] = {}
        for row in rows:
            for iteration in row.value[subject]["iterations"]:
                by_depth.setdefault(iteration["depth"], []).append(max(iteration["seconds"], 1e-5) * 1000)
        whole = {depth: times for depth, times in by_depth.items() if len(times) == len(rows)}
        found[name] = {
            depth: ratio_interval(times, [1.0] * len(times)) for depth, times in sorted(whole.items())
        }
    return [lines(f"Time to depth, {game}", "depth", "ms", found, log_y=True)]


EXPERIMENT = Experiment(
    name="time_to_depth",
    title="How much faster does the search reach a depth with the table?",
    varies="the table: none, or 64 MB",
    measures="seconds to the end of each iteration, taking turns, best of the repeats",
    unit="a middlegame, searched to one depth by the comparable search",
    sample="60 positions from 60 self-played games, each searched twice with and without, in turns",
    power="detects a factor of 1.15; positions vary by a factor of two",
    cells=cells,
    figures=figures,
    plots=plots,
    alone=True,
    ranked=("median", "lower_quartile", "upper_quartile"),
)
