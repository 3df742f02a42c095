"""The weights of depth and age, and the greatest age, swept over a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..experiment import Experiment, Plot, Row, Scale, cell, depth_of
from ..gaming import over_a_game
from ..jobs import Job

RATIOS = ((0.0, 1.0), (0.25, 1.0), (1.0, 1.0), (2.0, 1.0), (4.0, 1.0), (8.0, 1.0), (16.0, 1.0), (1.0, 0.0))
AGES = (0, 1, 2, 4, 8)
OTHERS = ("cascade", "always", "depth_preferred", "exact_preferred")


def tables() -> Iterator[dict[str, Any]]:
    for depth, age in RATIOS:
        yield {"policy": "depth_and_age", "depth_weight": depth, "age_weight": age}
    for max_age in AGES:
        yield {"policy": "age_based", "max_age": max_age}
    for policy in OTHERS:
        yield {"policy": policy}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for seed in range(scale.pick(1, 1, 2)):
        for table in tables():
            yield cell(
                over_a_game,
                game=game,
                seed=seed,
                plies=scale.pick(8, 20, 44),
                first=scale.pick(6, 12, 16),
                every=2,
                table={"hash_mb": scale.pick(0.0625, 0.0625, 0.25), **table},
                depth=depth_of("weights", game, scale),
            )


def nodes_by(rows: Sequence[Row], policy: str, *fields: str) -> dict[tuple[float, ...], float]:
    """Nodes of all searches, by the table's settings."""
    found: dict[tuple[float, ...], float] = {}
    for row in rows:
        table = row.arguments["table"]
        if table["policy"] == policy:
            setting = tuple(table[name] for name in fields)
            found[setting] = found.get(setting, 0) + sum(search["nodes"] for search in row.value["searches"])
    return found


def figures(rows: Sequence[Row]) -> dict[str, float]:
    weighted = nodes_by(rows, "depth_and_age", "depth_weight", "age_weight")
    aged = nodes_by(rows, "age_based", "max_age")
    best = min(weighted, key=lambda setting: weighted[setting])
    found = {f"max_age_{int(age)}": nodes / min(aged.values()) for (age,), nodes in aged.items()}
    found |= {
        f"weights_{depth:g}_{age:g}": nodes / weighted[best] for (depth, age), nodes in weighted.items()
    }
    cascade = nodes_by(rows, "cascade")[()]
    found |= {f"nodes_{policy}": nodes_by(rows, policy)[()] / cascade for policy in OTHERS}
    found |= {"nodes_depth_and_age": weighted[4.0, 1.0] / cascade, "nodes_age_based": aged[1,] / cascade}
    ratio = best[0] / best[1] if best[1] else 1000.0
    return {**found, "four_to_one_over_best": weighted[4.0, 1.0] / weighted[best], "best_ratio": ratio}


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    weighted = nodes_by(rows, "depth_and_age", "depth_weight", "age_weight")
    bars = {"nodes": [(f"{depth:g} : {age:g}", nodes) for (depth, age), nodes in weighted.items()]}
    named = figures(rows)
    policies = [*OTHERS, "depth_and_age", "age_based"]
    beside = {"nodes": [(policy, named[f"nodes_{policy}"]) for policy in policies]}
    return [
        Plot(f"Nodes by weights of depth and age, {game}", "depth : age", "nodes over a game", bars),
        Plot(f"Nodes over a game by policy, {game}", "", "times those of cascade", beside),
    ]


EXPERIMENT = Experiment(
    name="weights",
    title="How should depth be weighed against age?",
    varies="the weights of depth_and_age; max_age of age_based; the policy",
    measures="nodes to a depth, summed over the moves of a game, in a small table",
    cells=cells,
    figures=figures,
    plots=plots,
)
