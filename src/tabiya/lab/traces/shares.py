"""The hits of every rule on a trace, as shares of the hits of a table that knows the future."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...plots.plot import Plot
from ...table.config import Policy
from ..designs import Design
from .belady import belady_design
from .replay import replay_design
from .trace import Trace

__all__ = ["OPTIMA", "replays", "room_note", "shares_plot", "stored_keys"]

SAME, ANYWHERE = OPTIMA = ("Belady, same clusters", "Belady, anywhere")


def stored_keys(trace: Trace) -> int:
    """Returns the number of different positions that a trace stores: what it fills in an unlimited table."""
    return len(np.unique(trace.keys[trace.is_store]))


def replays(
    trace: Trace, layout: str, hash_mb: float, memory: str | None = None, own: Sequence[str] = ()
) -> dict[str, Any]:
    """Returns the hits of each policy, of the field's rules and of the optimum, for a layout and a size.

    `own` are policies of your own, ``FILE.py:NAME``. `memory` is the name of the size.

    >>> from tabiya import chess
    >>> from tabiya.lab.traces import record
    >>> found = replays(record("chess", chess.Board(), nodes=3000), "cluster4", 0.01)
    >>> 0 < found["of_optimum"]["cascade"] <= 1
    True
    """
    design, size = Design.parse(layout), hash_mb * 2**20
    ours = replace(design, victims="policy", same_key="ours")
    hits = {
        policy: replay_design(trace, replace(ours, policy=policy), size)
        for policy in (*map(str, Policy), *own)
    }
    hits["the field's rules"] = replay_design(trace, replace(design, victims="field", same_key="field"), size)
    best = belady_design(trace, design, size)
    return {
        "memory": memory or f"{hash_mb:g} MB",
        "hash_mb": hash_mb,
        "layout": layout,
        "entries": design.entries(size),
        "stored": stored_keys(trace),
        "probes": trace.probes,
        "hits": {**hits, SAME: best, ANYWHERE: belady_design(trace, design, size, fully_associative=True)},
        "of_optimum": {name: count / best if best else 1.0 for name, count in hits.items()},
    }


def room_note(row: Mapping[str, Any]) -> str:
    """Says how much of a trace fits in a table, and warns of one that forgets nothing."""
    note = (
        f"{row['memory']}: {row['entries']:,} entries for {row['stored']:,} positions that the trace stores"
    )
    if row["entries"] < row["stored"]:
        return note
    return f"{note}, so that all policies are equal there: record more nodes, or use --pressure 1/4,1/16,1/64"


def shares_plot(rows: Sequence[Mapping[str, Any]]) -> Plot:
    """Plots shares of the optimum by rule, one group of bars per size. One trace gives no interval."""
    series = {
        row["memory"]: [(name, 100 * share) for name, share in row["of_optimum"].items()] for row in rows
    }
    title = f"Hits as a share of Belady's optimum, {rows[0]['layout']}"
    return Plot(title, "", "% of the optimum in the same clusters", series, note="one trace")
