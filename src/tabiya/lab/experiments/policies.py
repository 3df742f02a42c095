"""Replacement policies over several moves of a game, in a table that is too small."""

from __future__ import annotations

from ...plots.plotting import bars
from ...stats.bootstrap import Interval, ratio_interval
from ...table.config import Policy
from ..compare.paired import Paired, paired_cells
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, halves

DEFAULT = "cascade"
FROZEN = ("depth_preferred", "exact_preferred")
"""Policies with a strict form, which ignores ages."""
DESIGNS = {
    **{str(policy): f"cluster4:policy={policy}" for policy in Policy},
    **{f"{policy}_strict": f"cluster4:policy={policy},strict=on" for policy in FROZEN},
    "depth_and_age_4_to_1": "cluster4:policy=depth_and_age,depth_weight=4,age_weight=1",
}
"""Every policy as it is by default, and where that is not how the documents have it, also theirs."""
PRESSURE = 1 / 16
SEARCHES = 4
"""Moves per table: ages need more than one search."""


def cells(scale: Scale, game: str) -> Cells:
    yield from paired_cells(
        scale, game, tuple(DESIGNS.values()), (PRESSURE,), (1_000, 8_000, 20_000), SEARCHES
    )


def figures(rows: Rows) -> Figures:
    found = Paired(rows)
    named: Figures = {}
    for name, design in DESIGNS.items():
        named[f"{name}_hits"] = found.percent(design, PRESSURE, "hits", "probes")
        named[f"{name}_deep"] = found.percent(design, PRESSURE, "deep_hits", "probes")
        named[f"{name}_cutoffs"] = found.percent(design, PRESSURE, "cutoffs", "probes")
        named[f"{name}_replaced"] = found.percent(design, PRESSURE, "replaced", "replaced", "refused")
        named[f"{name}_pv"] = found.percent(design, PRESSURE, "pv_kept", "pv")
        named[f"{name}_nodes"] = found.ratio(design, DESIGNS[DEFAULT], PRESSURE)
    return {
        **named,
        "depth_preferred_over_best_other": _over_best_other(rows, "depth_preferred"),
        "age_based_deep_over_depth_preferred": _rate_ratio(
            found, "age_based", "depth_preferred", "deep_hits"
        ),
        "exact_preferred_pv_over_cascade": _rate_ratio(found, "exact_preferred", DEFAULT, "pv_kept", "pv"),
    }


def _rate_ratio(found: Paired, name: str, other: str, part: str, whole: str = "probes") -> Interval:
    """Returns a rate of a policy relative to another's, in the same positions."""
    one, two = (found.rates(DESIGNS[each], PRESSURE, part, whole) for each in (name, other))
    return ratio_interval(one, two)


def _over_best_other(rows: Rows, name: str) -> Interval:
    """Returns the hits of a policy relative to those of its best rival.

    The rival is chosen on one half of the positions and judged on the other: the best of many in one sample
    owes part of its lead to chance.
    """
    first, second = map(Paired, halves(rows))
    others = [other for other in DESIGNS if not other.startswith(name)]
    rival = min(others, key=lambda other: _rate_ratio(first, name, other, "hits").value)
    return _rate_ratio(second, name, rival, "hits")


def plots(game: str, rows: Rows) -> Plots:
    found = Paired(rows)
    nodes = {name: found.unlimited(design, PRESSURE) for name, design in DESIGNS.items()}
    hits = {
        label: {name: found.percent(design, PRESSURE, what, "probes") for name, design in DESIGNS.items()}
        for label, what in (("key found", "hits"), ("cut off", "cutoffs"))
    }
    return [
        bars(f"Nodes by policy, {game}", "nodes, unlimited table = 1", {"nodes": nodes}, base=1),
        bars(f"Hit rate by policy, {game}", "% of probes", hits),
    ]


EXPERIMENT = Experiment(
    name="policies",
    title="Which replacement policy remembers best?",
    varies="the policy, with 1/16 of what a search fills",
    measures="nodes to the depths of an unlimited table, hits by both definitions, cutoffs, replacements in "
    "full clusters, how much of the PV survives",
    unit="four moves of a game with one table, searched under every policy",
    sample="64 middlegames from 64 self-played games, 20,000 nodes per move with an unlimited table",
    power="detects differences of 10% in nodes and of 2 points in hit rates",
    cells=cells,
    figures=figures,
    plots=plots,
    on_half=("depth_preferred_over_best_other",),
)
