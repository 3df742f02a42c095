"""What a larger table is worth: hits and nodes from 1 MB to 1 GB."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Plot, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import geometric_mean, search, spread
from .move_ordering import rate

SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
KNEE = 1.02
"""A size is large enough if no larger one needs fewer nodes by more than this factor."""


def cells(scale: Scale, game: str) -> Iterator[Job]:
    depth = depth_of("sizes", game, scale)
    for position in spread(game, scale.pick(1, 2, 2)):
        for size in scale.pick((1, 8), (1, 8, 64, 256, 1024), SIZES):
            yield cell(search, game=game, position=position + 2, table={"hash_mb": size}, depth=depth)


def by_size(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = {}
    for row in rows:
        found.setdefault(row.arguments["table"]["hash_mb"], []).append(row)
    return dict(sorted(found.items()))


def hits(rows: Sequence[Row]) -> float:
    return rate([row.value for row in rows], "hits", "probes")


def knee(nodes: dict[int, float]) -> int:
    """The smallest size that needs hardly more nodes than the best.

    >>> knee({1: 200.0, 8: 120.0, 64: 101.0, 256: 100.0})
    64
    """
    return min(size for size, count in nodes.items() if count <= KNEE * min(nodes.values()))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    groups = by_size(rows)
    nodes = {size: geometric_mean(row.value["nodes"] for row in group) for size, group in groups.items()}
    times = {size: sum(row.value["seconds"] for row in group) for size, group in groups.items()}
    found = {f"hits_{size}": hits(group) for size, group in groups.items()}
    found |= {f"faster_{size}": 100 * (times[min(times)] / times[size] - 1) for size in groups}
    found |= {f"nodes_{size}": nodes[size] / nodes[min(nodes)] for size in groups}
    return {**found, "knee_mb": float(knee(nodes)), "nodes_of_a_search": nodes[max(nodes)]}


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    groups = by_size(rows)
    found = {
        "key found": [(size, hits(group)) for size, group in groups.items()],
        "deep enough": [
            (size, rate([row.value for row in group], "deep_hits", "probes"))
            for size, group in groups.items()
        ],
    }
    return [Plot(f"Hit rate by table size, {game}", "MB", "% of probes", found, log_x=True)]


EXPERIMENT = Experiment(
    name="sizes",
    title="What is a larger table worth?",
    varies="the size of the table, 1 MB to 1 GB",
    measures="hits, nodes and time to a depth; the knee is the smallest size within 2% of the fewest nodes",
    cells=cells,
    figures=figures,
    plots=plots,
)
