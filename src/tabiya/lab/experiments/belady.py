"""How far the policies and the layouts are from a table that knows the future."""

from __future__ import annotations

from typing import Any

from ...plots.plotting import bars
from ...stats.bootstrap import Interval, share_interval
from ...table.config import Policy
from ..compare.measure import ENTRY_BYTES, ROOM, following
from ..compare.paired import pressure_text
from ..compare.positions import middlegames
from ..designs import Design
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell, halves
from ..searching import COMPARABLE
from ..traces import belady_design, record_game, replay_design

DESIGNS = {
    **{str(policy): f"cluster4:policy={policy}" for policy in Policy},
    **{layout: layout for layout in ("single", "cluster3", "field", "line5")},
    "line5_with_the_fields_rules": "line5:victims=field,same_key=field",
    "cluster4_with_the_fields_rules": "cluster4:victims=field,same_key=field",
}
DEFAULT = "cascade"
PRESSURES = (1 / 4, 1 / 16, 1 / 64)
MIDDLE = 1 / 16
SEARCHES = 2


def replayed(*, game: str, position: str, nodes: int) -> dict[str, Any]:
    """Returns the hits of each design, and of the optimum in its lines, on a trace of two moves.

    The trace is recorded with an unlimited table, so that it favours no design.
    """
    boards = following(game, position, SEARCHES)
    unlimited = {"entries": ROOM * nodes * len(boards)}
    trace = record_game(game, boards, nodes=nodes, table=unlimited, options=COMPARABLE)
    memories = [
        len(set(trace.keys[trace.is_store].tolist())) / len(boards) * p * ENTRY_BYTES for p in PRESSURES
    ]
    found: dict[str, Any] = {"probes": trace.probes, "unlimited": trace.hits, "designs": {}}
    optima: dict[tuple[str, float], int] = {}
    for name, text in DESIGNS.items():
        design = Design.parse(text)
        found["designs"][name] = []
        for size in memories:
            if (design.layout, size) not in optima:
                optima[design.layout, size] = belady_design(trace, design, size)
            hits = replay_design(trace, design, size)
            found["designs"][name].append({"hits": hits, "optimum": optima[design.layout, size]})
    return found


def cells(scale: Scale, game: str) -> Cells:
    for position in middlegames(game, scale.pick(2, 6, 64)):
        yield cell(replayed, game=game, position=position, nodes=scale.pick(800, 5_000, 10_000))


def share(rows: Rows, name: str, pressure: float, of: str = "") -> Interval:
    """Returns hits as a percentage of the optimum in the same lines, or `of` another design."""
    place = PRESSURES.index(pressure)
    hits = [row.value["designs"][name][place]["hits"] for row in rows]
    best = [row.value["designs"][of or name][place]["optimum"] for row in rows]
    return share_interval(hits, best).scaled(100)


def figures(rows: Rows) -> Figures:
    named: Figures = {}
    for pressure in PRESSURES:
        for name in DESIGNS:
            named[f"{name}_of_optimum_at_{pressure_text(pressure)}"] = share(rows, name, pressure)
    hits, probes = (sum(row.value[name] for row in rows) for name in ("unlimited", "probes"))
    return {**named, "unlimited": 100 * hits / probes, "best_policy_of_optimum": best_policy(rows)}


def best_policy(rows: Rows) -> Interval:
    """Chooses the policy with the most hits on half of the positions and returns its share on the others."""
    first, second = halves(rows)
    best = max(map(str, Policy), key=lambda policy: share(first, policy, MIDDLE).value)
    return share(second, best, MIDDLE)


def plots(game: str, rows: Rows) -> Plots:
    groups = {
        f"1/{1 / pressure:g}": {name: share(rows, name, pressure) for name in DESIGNS}
        for pressure in PRESSURES
    }
    title = f"Hits as a share of Belady's optimum in the same lines, {game}"
    return [bars(title, "% of the optimum", groups)]


EXPERIMENT = Experiment(
    name="belady",
    title="How far are policies and layouts from a table that knows the future?",
    varies="policy and layout, on recorded traces, at 1/4, 1/16 and 1/64 of what a search fills",
    measures="hits as a percentage of the optimum in the same lines; hits differ in value, "
    "so more hits do not mean fewer nodes",
    unit="two moves of a game, as the trace of their searches with an unlimited table",
    sample="64 middlegames from 64 self-played games, 10,000 nodes per move",
    power="detects differences of 1 point",
    cells=cells,
    figures=figures,
    plots=plots,
    on_half=("best_policy_of_optimum",),
)
