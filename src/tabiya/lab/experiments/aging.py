"""When entries become old: with each search, every so many nodes, or never."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Plot, Row, Scale, cell, depth_of
from ..gaming import over_a_game
from ..jobs import Job

KINDS = {"search": (0, True), "interval": (10_000, True), "never": (0, False)}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for seed in range(scale.pick(1, 1, 3)):
        for interval, ages in KINDS.values():
            yield cell(
                over_a_game,
                game=game,
                seed=seed,
                plies=scale.pick(8, 24, 60),
                first=scale.pick(6, 12, 12),
                every=2,
                table={"hash_mb": scale.pick(0.0625, 0.125, 0.5), "aging_interval": interval},
                depth=depth_of("aging", game, scale),
                ages=ages,
            )


def nodes(rows: Sequence[Row]) -> dict[str, int]:
    totals = dict.fromkeys(KINDS, 0)
    for row in rows:
        kind = (row.arguments["table"]["aging_interval"], row.arguments["ages"])
        name = next(name for name, settings in KINDS.items() if settings == kind)
        totals[name] += sum(search["nodes"] for search in row.value["searches"])
    return totals


def figures(rows: Sequence[Row]) -> dict[str, float]:
    totals = nodes(rows)
    return {
        "interval_over_search": totals["interval"] / totals["search"],
        "never_over_search": totals["never"] / totals["search"],
        "nodes_by_search": totals["search"],
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    return [Plot(f"Nodes over a game by aging, {game}", "", "nodes", {"nodes": list(nodes(rows).items())})]


EXPERIMENT = Experiment(
    name="aging",
    title="When should entries become old?",
    varies="when a generation begins: each search, every 10,000 nodes, or never",
    measures="nodes to a depth, summed over the moves of a game, in a small table",
    cells=cells,
    figures=figures,
    plots=plots,
)
