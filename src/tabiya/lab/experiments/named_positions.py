"""Whether positions with a reputation for collisions collide more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Row, Scale, cell
from ..jobs import Job
from ..searching import known_positions, search, spread

NAMED = ("killer: Kiwipete", "killer: fortress")


def cells(scale: Scale, game: str) -> Iterator[Job]:
    names = [position.name for position in known_positions(game)]
    named = [names.index(name) for name in NAMED]
    for position in dict.fromkeys([*named, *spread(game, scale.pick(2, 8, 40))]):
        yield cell(
            search,
            game=game,
            position=position,
            table={"hash_mb": 1, "statistics": True},
            nodes=scale.pick(5_000, 50_000, 500_000),
        )


def collisions(row: Row) -> float:
    """Returns the percentage of stores that evicted another key of this search."""
    counted = row.value["table"]
    return float(100 * counted["collisions"] / max(counted["stores"], 1))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    names = [position.name for position in known_positions(rows[0].arguments["game"])]
    named = [row for row in rows if names[row.arguments["position"]] in NAMED]
    others = [row for row in rows if names[row.arguments["position"]] not in NAMED]
    mean = sum(collisions(row) for row in others) / max(len(others), 1)
    theirs = sum(collisions(row) for row in named) / max(len(named), 1)
    return {"mean": mean, "named": theirs, "over_mean": theirs / mean if mean else 1.0}


EXPERIMENT = Experiment(
    name="named_positions",
    title="Do positions with a reputation for collisions collide more?",
    varies="the position",
    measures="the percentage of stores that evict an entry of the same search, in 1 MB",
    unit="a position of the benchmark set",
    sample="the named positions and 40 others, 500,000 nodes each",
    power="descriptive: with two named positions, only a large factor would show",
    cells=cells,
    figures=figures,
    games=("chess",),
)
