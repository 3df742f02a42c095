"""The hits of every rule on a trace, as shares of the hits of a table that knows the future."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...config import Policy
from ..designs import Design
from ..experiment import Plot
from .belady import belady_design
from .replay import replay_design
from .trace import Trace

__all__ = ["OPTIMA", "replays", "shares_plot"]

SAME, ANYWHERE = OPTIMA = ("Belady, same clusters", "Belady, anywhere")


def replays(trace: Trace, layout: str, hash_mb: float) -> dict[str, Any]:
    """Returns the hits of each policy, of the field's rules and of the optimum, for a layout and a size.

    >>> from tabiya import chess
    >>> from tabiya.lab.traces import record
    >>> found = replays(record("chess", chess.Board(), nodes=3000), "cluster4", 0.01)
    >>> 0 < found["of_optimum"]["cascade"] <= 1
    True
    """
    design, size = Design.parse(layout), hash_mb * 2**20
    ours = replace(design, victims="policy", same_key="ours")
    hits = {str(policy): replay_design(trace, replace(ours, policy=str(policy)), size) for policy in Policy}
    hits["the field's rules"] = replay_design(trace, replace(design, victims="field", same_key="field"), size)
    best = belady_design(trace, design, size)
    return {
        "hash_mb": hash_mb,
        "layout": layout,
        "probes": trace.probes,
        "hits": {**hits, SAME: best, ANYWHERE: belady_design(trace, design, size, fully_associative=True)},
        "of_optimum": {name: count / best if best else 1.0 for name, count in hits.items()},
    }


def shares_plot(rows: Sequence[Mapping[str, Any]]) -> Plot:
    """Plots shares of the optimum by rule, one group of bars per size. One trace gives no interval."""
    series = {
        f"{row['hash_mb']:g} MB": [(name, 100 * share) for name, share in row["of_optimum"].items()]
        for row in rows
    }
    title = f"Hits as a share of Belady's optimum, {rows[0]['layout']}"
    return Plot(title, "", "% of the optimum in the same clusters", series, note="one trace")
