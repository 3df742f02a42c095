"""Whether the layout changes which positions are solved when memory is short."""

from __future__ import annotations

from ...stats.bootstrap import mean_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import known_positions, search, spread

LAYOUTS = ("single", "cluster3", "cluster4")
SUBJECTS = ("none", *LAYOUTS)
SHARE = 16
"""A table holds one entry for this many nodes."""


def cells(scale: Scale, game: str) -> Cells:
    nodes = scale.pick(2_000, 10_000, 200_000)
    tactical = [number for number, position in enumerate(known_positions(game)) if position.best]
    chosen = [(game, number) for number in tactical[: scale.pick(1, 8, None)]]
    chosen += [(f"{game}_mates", number) for number in spread(f"{game}_mates", scale.pick(1, 8, 40))]
    for name, number in chosen:
        for subject in SUBJECTS:
            table = {"entries": nodes // SHARE, "layout": subject} if subject in LAYOUTS else None
            yield cell(search, game=game, position=number, positions_of=name, table=table, nodes=nodes)


def figures(rows: Rows) -> Figures:
    solved: dict[str, dict[tuple[str, int], bool]] = {name: {} for name in SUBJECTS}
    for row in rows:
        table = row.arguments["table"]
        place = row.arguments["positions_of"], row.arguments["position"]
        solved["none" if table is None else table["layout"]][place] = bool(row.value["solved"])
    both = solved["cluster4"].keys() & solved["single"].keys()
    gains = [solved["cluster4"][place] - solved["single"][place] for place in sorted(both)]
    return {
        **{f"solved_{name}": float(sum(found.values())) for name, found in solved.items()},
        "positions": len(gains),
        "cluster4_minus_single": mean_interval(gains).scaled(len(gains)),
    }


EXPERIMENT = Experiment(
    name="tactics",
    title="Does the layout change which positions are solved?",
    varies="the table: none, or one entry for 16 nodes in each layout",
    measures="tactical positions and mates solved with a fixed number of nodes",
    unit="a position with a known solution",
    sample="all 40 mates and the solved positions of the set per game",
    power="detects a difference of 5 positions; chance solves or misses two or three",
    cells=cells,
    figures=figures,
    games=("chess",),
)
