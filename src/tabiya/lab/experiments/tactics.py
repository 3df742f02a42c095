"""Whether the layout changes which positions are solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..experiment import Experiment, Row, Scale, cell
from ..jobs import Job
from ..searching import known_positions, search, spread

SUBJECTS: dict[str, dict[str, object] | None] = {
    "none": None,
    "single": {"hash_mb": 16, "layout": "single"},
    "cluster3": {"hash_mb": 16, "layout": "cluster3"},
    "cluster4": {"hash_mb": 16, "layout": "cluster4"},
}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    nodes = scale.pick(2_000, 10_000, 200_000)
    tactical = [number for number, position in enumerate(known_positions(game)) if position.best]
    chosen = [(game, number) for number in tactical[: scale.pick(1, 8, None)]]
    chosen += [(f"{game}_mates", number) for number in spread(f"{game}_mates", scale.pick(1, 8, 40))]
    for name, number in chosen:
        for table in SUBJECTS.values():
            yield cell(search, game=game, position=number, positions_of=name, table=table, nodes=nodes)


def figures(rows: Sequence[Row]) -> dict[str, float]:
    solved = dict.fromkeys(SUBJECTS, 0)
    for row in rows:
        table = row.arguments["table"]
        solved["none" if table is None else table["layout"]] += bool(row.value["solved"])
    found = {f"solved_{name}": float(count) for name, count in solved.items()}
    positions = len(rows) // len(SUBJECTS)
    return {**found, "positions": positions, "cluster4_minus_single": solved["cluster4"] - solved["single"]}


EXPERIMENT = Experiment(
    name="tactics",
    title="Does the layout change which positions are solved?",
    varies="the table: none, or 16 MB in each layout",
    measures="tactical positions and mates solved with a fixed number of nodes",
    unit="a position with a known solution",
    sample="all 40 mates and the solved positions of the set per game",
    power="detects a difference of 5 positions; chance solves or misses two or three",
    cells=cells,
    figures=figures,
    games=("chess",),
)
