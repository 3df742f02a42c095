"""What keys of the fifty-move counter cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Row, Scale, cell
from ..jobs import Job
from ..searching import geometric_mean, search, spread
from .move_ordering import rate

KINDS = ("off", "bucketed", "full")


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for position in spread(game, scale.pick(1, 4, 20)):
        for kind in KINDS:
            yield cell(
                search,
                game=game,
                position=position,
                table={"hash_mb": 64},
                options={"rule50_keys": kind},
                depth=scale.pick(5, 9, 13),
            )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    groups = {
        kind: [row.value for row in rows if row.arguments["options"]["rule50_keys"] == kind] for kind in KINDS
    }
    nodes = {kind: geometric_mean(search["nodes"] for search in group) for kind, group in groups.items()}
    found = {f"hits_{kind}": rate(group, "hits", "probes") for kind, group in groups.items()}
    return {
        **found,
        "bucketed_over_off": nodes["bucketed"] / nodes["off"],
        "full_over_off": nodes["full"] / nodes["off"],
    }


EXPERIMENT = Experiment(
    name="rule50",
    title="What do keys with the fifty-move counter cost?",
    varies="rule50_keys: off, bucketed, full",
    measures="hits, and nodes to a depth",
    cells=cells,
    figures=figures,
    games=("chess",),
)
