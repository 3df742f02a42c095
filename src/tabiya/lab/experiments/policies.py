"""Replacement policies over the moves of a game, in a table that is too small for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...config import Policy
from ..experiment import Experiment, Plot, Row, Scale, cell
from ..gaming import over_a_game
from ..jobs import Job
from .phases import percent

FROZEN = ("depth_preferred", "exact_preferred")
"""Policies that have a strict form, which ignores ages."""


def cells(scale: Scale, game: str) -> Iterator[Job]:
    tables: list[dict[str, Any]] = [{"policy": str(policy)} for policy in Policy]
    tables += [{"policy": policy, "strict": True} for policy in FROZEN]
    for seed in range(scale.pick(1, 1, 2)):
        for table in tables:
            yield cell(
                over_a_game,
                game=game,
                seed=seed,
                plies=scale.pick(8, 24, 40),
                first=scale.pick(6, 16, 16),
                every=2,
                table={"hash_mb": scale.pick(0.0625, 0.25, 1), "statistics": True, **table},
                nodes=scale.pick(2_000, 20_000, 150_000),
            )


def name_of(row: Row) -> str:
    table = row.arguments["table"]
    return f"{table['policy']}_strict" if table.get("strict") else str(table["policy"])


def by_policy(rows: Sequence[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(name_of(row), []).append(row)
    return found


def replaced(rows: Sequence[Row]) -> float:
    """Per cent of the stores of new keys into full clusters that replaced something."""
    evicted = sum(row.value["table"]["replacements"] for row in rows)
    refused = sum(row.value["table"]["refused"] for row in rows)
    return float(100 * evicted / max(evicted + refused, 1))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found: dict[str, float] = {}
    for name, group in by_policy(rows).items():
        searches = [search for row in group for search in row.value["searches"]]
        found[f"{name}_hits"] = percent(searches, "hits")
        found[f"{name}_deep"] = percent(searches, "deep_hits")
        found[f"{name}_cutoffs"] = percent(searches, "cutoffs")
        found[f"{name}_replaced"] = replaced(group)
        found[f"{name}_pv"] = (
            100 * sum(s["pv_kept"] for s in searches) / max(sum(s["pv"] for s in searches), 1)
        )
    return {**found, "best_hits": max(value for name, value in found.items() if name.endswith("_hits"))}


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    bars = {
        "key found": [(name, figures(group)[f"{name}_hits"]) for name, group in by_policy(rows).items()],
        "cut off": [(name, figures(group)[f"{name}_cutoffs"]) for name, group in by_policy(rows).items()],
    }
    return [Plot(f"Hit rate by policy, {game}", "", "% of probes", bars)]


EXPERIMENT = Experiment(
    name="policies",
    title="Which replacement policy remembers best?",
    varies="the policy, in a table that a single search fills more than once",
    measures="hits by both definitions, cutoffs, replacements in full clusters, how much of the PV survives",
    cells=cells,
    figures=figures,
    plots=plots,
)
