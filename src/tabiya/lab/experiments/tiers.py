"""A small table before a compressed large one, beside a flat table of the same memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..experiment import Experiment, Plot, Row, Scale, cell, depth_of
from ..gaming import over_a_game
from ..jobs import Job
from .phases import percent

FIRST_MB = 4
"""The least that a first tier may have."""
ENTRY_BYTES = 16
NEVER = 1e6


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for total in scale.pick((8,), (8,), (8, 16, 64)):
        flat: dict[str, Any] = {"hash_mb": total}
        for table in (flat, {"hash_mb": FIRST_MB, "l2_mb": total - FIRST_MB}):
            yield cell(
                over_a_game,
                game=game,
                seed=1,
                plies=scale.pick(8, 20, 26),
                first=scale.pick(6, 16, 16),
                every=2,
                table=table,
                depth=depth_of("tiers", game, scale),
            )


def by_kind(rows: Sequence[Row]) -> dict[tuple[float, bool], Any]:
    """Measurements by memory in all, and whether there were two tiers."""
    found = {}
    for row in rows:
        table = row.arguments["table"]
        found[table["hash_mb"] + table.get("l2_mb", 0), "l2_mb" in table] = row.value
    return found


def nodes(value: Any) -> float:
    return float(sum(search["nodes"] for search in value["searches"]))


def hits(value: Any) -> float:
    return percent(value["searches"], "hits")


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = by_kind(rows)
    sizes = sorted({size for size, _ in found})
    large = sizes[-1]
    wins = [size for size in sizes if nodes(found[size, True]) < nodes(found[size, False])]
    each = [found[size, True]["second_tier"] for size in sizes]
    filled = [tier["bytes_each"] for tier in each if tier["entries"]]
    named = {f"hits_flat_{size:g}": hits(found[size, False]) for size in sizes}
    named |= {f"hits_tiers_{size:g}": hits(found[size, True]) for size in sizes}
    if filled:
        named["compression"] = 100 * (1 - sum(filled) / len(filled) / ENTRY_BYTES)
    return {
        **named,
        "hits_flat": hits(found[large, False]),
        "hits_tiers": hits(found[large, True]),
        "nodes_tiers_over_flat": nodes(found[large, True]) / nodes(found[large, False]),
        "break_even_mb": float(wins[0]) if wins else NEVER,
        "tried_to_mb": float(large),
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    found = by_kind(rows)
    lines = {
        name: [(size, hits(value)) for (size, tiers), value in sorted(found.items()) if tiers == two]
        for name, two in (("flat", False), ("two tiers", True))
    }
    return [
        Plot(f"Flat and tiered tables of the same memory, {game}", "MB", "% of probes", lines, log_x=True)
    ]


EXPERIMENT = Experiment(
    name="tiers",
    title="Is a small table in front of a compressed large one better than a flat one?",
    varies="the total memory: flat, or 4 MB in front of the rest",
    measures="hits and nodes over the moves of a game; bytes per entry in the second tier",
    cells=cells,
    figures=figures,
    plots=plots,
)
