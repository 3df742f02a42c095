"""What the priority of sources prevents, and whether that helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import geometric_mean, search, spread


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for position in spread(game, scale.pick(1, 4, 16)):
        for priority in (True, False):
            table = {"hash_mb": scale.pick(0.0625, 0.25, 1), "statistics": True, "source_priority": priority}
            yield cell(
                search, game=game, position=position, table=table, depth=depth_of("sources", game, scale)
            )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    on = [row.value for row in rows if row.arguments["table"]["source_priority"]]
    off = [row.value for row in rows if not row.arguments["table"]["source_priority"]]
    prevented = sum(search["table"]["prevented"] for search in on)
    nodes_on, nodes_off = (geometric_mean(search["nodes"] for search in group) for group in (on, off))
    return {
        "prevented_of_probes": 100 * prevented / max(sum(search["table"]["probes"] for search in on), 1),
        "prevented_of_stores": 100 * prevented / max(sum(search["table"]["stores"] for search in on), 1),
        "nodes_on_over_off": nodes_on / nodes_off,
    }


EXPERIMENT = Experiment(
    name="sources",
    title="What does source priority prevent, and does it help?",
    varies="source_priority on and off, in 1 MB",
    measures="stores whose victim was changed or denied, and nodes to a depth",
    cells=cells,
    figures=figures,
)
