"""A small table before a compressed large one, beside a flat table of the same memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from ...config import TableConfig
from ..experiment import Cell, Experiment, Plot, Row, Scale, cell
from ..gaming import over_a_game
from .phases import percent

TOTALS = (1, 4, 16, 64)
DEPTHS = {"chess": (4, 8, 12), "shogi": (3, 6, 10)}
SHARE = 1 / 16
"""Of the memory for the first tier, as 64 MB before 1 GB."""


def missing() -> str | None:
    """Tables without a second tier cannot be compared with."""
    return None if "l2_mb" in {field.name for field in fields(TableConfig)} else "a table with tiers (l2_mb)"


def cells(scale: Scale, game: str) -> Iterator[Cell]:
    if missing():
        return
    for total in scale.pick((1,), (1, 4), TOTALS):
        first = total * SHARE
        flat: dict[str, Any] = {"hash_mb": total}
        tiers: dict[str, Any] = {"hash_mb": first, "l2_mb": total - first}
        for table in (flat, tiers):
            yield cell(
                over_a_game,
                game=game,
                seed=1,
                plies=scale.pick(8, 24, 40),
                first=scale.pick(6, 16, 16),
                every=2,
                table=table,
                depth=scale.pick(*DEPTHS[game]),
            )


def total_of(row: Row) -> float:
    table = row.arguments["table"]
    return float(table["hash_mb"] + table.get("l2_mb", 0))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    hits = {
        (total_of(row), "l2_mb" in row.arguments["table"]): percent(row.value["searches"], "hits")
        for row in rows
    }
    cuts = {
        (total_of(row), "l2_mb" in row.arguments["table"]): percent(row.value["searches"], "cutoffs")
        for row in rows
    }
    sizes = sorted({size for size, _ in hits})
    wins = [size for size in sizes if hits[size, True] > hits[size, False]]
    found = {f"hits_flat_{size:g}": hits[size, False] for size in sizes}
    found |= {f"hits_tiers_{size:g}": hits[size, True] for size in sizes}
    return {
        **found,
        "hits_flat": hits[sizes[0], False],
        "hits_tiers": hits[sizes[0], True],
        "cutoffs_flat_over_tiers": cuts[sizes[0], False] / max(cuts[sizes[0], True], 1e-9),
        "break_even_mb": float(wins[0]) if wins else 1e6,
        "compression": 50.0 if sizes else 0.0,
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    lines: dict[str, list[tuple[float, float]]] = {"flat": [], "tiers": []}
    for row in rows:
        kind = "tiers" if "l2_mb" in row.arguments["table"] else "flat"
        lines[kind].append((total_of(row), percent(row.value["searches"], "hits")))
    return [
        Plot(f"Flat and tiered tables of the same memory, {game}", "MB", "% of probes", lines, log_x=True)
    ]


EXPERIMENT = Experiment(
    name="tiers",
    title="Is a small table before a compressed large one better than a flat one?",
    varies="the memory in all, flat or one sixteenth of it before the rest",
    measures="hits over the moves of a game",
    cells=cells,
    figures=figures,
    plots=plots,
    needs=missing,
)
