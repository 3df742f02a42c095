"""Quiescence in the table, in none, or in a table of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import geometric_mean, search, spread

LARGE = 64


def cells(scale: Scale, game: str) -> Iterator[Job]:
    """A table of its own cannot be had: what it could save is bounded by a main table without competition.

    A main table of twice the memory in which quiescence takes part holds at least what both would hold.
    """
    for position in spread(game, scale.pick(1, 4, 20)):
        for size, inside in ((LARGE, True), (LARGE, False), (2 * LARGE, True)):
            yield cell(
                search,
                game=game,
                position=position,
                table={"hash_mb": size},
                options={"quiescence_table": inside},
                depth=depth_of("quiescence", game, scale),
            )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    def pick(size: int, inside: bool) -> list[Row]:
        return [
            row
            for row in rows
            if row.arguments["table"]["hash_mb"] == size
            and row.arguments["options"]["quiescence_table"] == inside
        ]

    def nodes(group: list[Row]) -> float:
        return geometric_mean(row.value["nodes"] for row in group)

    def seconds(group: list[Row]) -> float:
        return float(sum(row.value["seconds"] for row in group))

    none, one, both = pick(LARGE, False), pick(LARGE, True), pick(2 * LARGE, True)
    return {
        "one_table_over_none": nodes(one) / nodes(none),
        "own_table_over_none": nodes(both) / nodes(none),
        "time_one_table_over_none": seconds(one) / seconds(none),
    }


EXPERIMENT = Experiment(
    name="quiescence",
    title="Should quiescence use the table?",
    varies="quiescence in the table, without it, or in one twice as large (the most a second table could do)",
    measures="nodes and time to a depth",
    cells=cells,
    figures=figures,
)
