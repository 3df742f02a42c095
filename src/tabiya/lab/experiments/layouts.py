"""One slot, three or four to a cluster: at equal memory and at equal numbers of clusters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Plot, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import geometric_mean, search, spread
from .move_ordering import rate

MEMORY_MB = 1
CLUSTERS = 16384
LAYOUTS = ("single", "cluster3", "cluster4")


def cells(scale: Scale, game: str) -> Iterator[Job]:
    """A table that the search fills several times over: where a layout cannot win, nothing can be learnt."""
    depth = depth_of("layouts", game, scale)
    for position in spread(game, scale.pick(1, 3, 12)):
        for layout, ways in zip(LAYOUTS, (1, 3, 4), strict=True):
            equal_memory = {"hash_mb": MEMORY_MB, "layout": layout, "statistics": True}
            equal_clusters = {"entries": CLUSTERS * ways, "layout": layout, "statistics": True}
            yield cell(search, game=game, position=position, table=equal_memory, depth=depth)
            yield cell(search, game=game, position=position, table=equal_clusters, depth=depth)


def group(rows: Sequence[Row], layout: str, equal_memory: bool = True) -> list[Row]:
    return [
        row
        for row in rows
        if row.arguments["table"]["layout"] == layout
        and ("hash_mb" in row.arguments["table"]) == equal_memory
    ]


def nodes(rows: Sequence[Row]) -> float:
    return geometric_mean(row.value["nodes"] for row in rows)


def collisions(rows: Sequence[Row]) -> float:
    """Per cent of stores that threw out another key of this search."""
    stores = sum(row.value["table"]["stores"] for row in rows)
    return float(100 * sum(row.value["table"]["collisions"] for row in rows) / max(stores, 1))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    equal = {layout: group(rows, layout) for layout in LAYOUTS}
    many = {layout: group(rows, layout, equal_memory=False) for layout in LAYOUTS}
    found = {
        f"hits_{layout}": rate([row.value for row in equal[layout]], "hits", "probes") for layout in LAYOUTS
    }
    found |= {f"collisions_{layout}": collisions(equal[layout]) for layout in LAYOUTS}
    single = nodes(equal["single"])
    return {
        **found,
        "nodes_single_over_cluster4": single / nodes(equal["cluster4"]),
        "nodes_single_over_cluster3": single / nodes(equal["cluster3"]),
        "cluster3_gain": 100 * (single / nodes(equal["cluster3"]) - 1),
        "cluster3_gain_equal_clusters": 100 * (nodes(many["single"]) / nodes(many["cluster3"]) - 1),
        "cluster4_gain_equal_clusters": 100 * (nodes(many["single"]) / nodes(many["cluster4"]) - 1),
        "collisions_cluster4_over_single": collisions(equal["cluster4"])
        / max(collisions(equal["single"]), 1e-9),
    }


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    bars = {
        "equal memory": [(layout, nodes(group(rows, layout))) for layout in LAYOUTS],
        "equal clusters": [(layout, nodes(group(rows, layout, equal_memory=False))) for layout in LAYOUTS],
    }
    return [Plot(f"Nodes by layout, {game}", "", "nodes to depth", bars)]


EXPERIMENT = Experiment(
    name="layouts",
    title="Are clusters better than single slots?",
    varies="the layout, in 1 MB and in 16,384 clusters",
    measures="nodes to a depth, hits, and evicted entries of the same search",
    cells=cells,
    figures=figures,
    plots=plots,
)
