"""A sweep over the weights of depth and age, and over the maximum age."""

from __future__ import annotations

from ...plots.plotting import bars
from ..compare.paired import Paired, paired_cells
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, halves

RATIOS = ((0.0, 1.0), (0.25, 1.0), (1.0, 1.0), (2.0, 1.0), (4.0, 1.0), (8.0, 1.0), (16.0, 1.0), (1.0, 0.0))
CLAIMED = (4.0, 1.0)
AGES = (0, 1, 2, 4, 8)
PRESSURE = 1 / 16
SEARCHES = 4


def weighted(depth: float, age: float) -> str:
    return f"cluster4:policy=depth_and_age,depth_weight={depth:g},age_weight={age:g}"


def aged(max_age: int) -> str:
    return f"cluster4:policy=age_based,max_age={max_age}"


DESIGNS = (*(weighted(*weights) for weights in RATIOS), *map(aged, AGES))


def cells(scale: Scale, game: str) -> Cells:
    yield from paired_cells(scale, game, DESIGNS, (PRESSURE,), (800, 5_000, 12_000), SEARCHES)


def figures(rows: Rows) -> Figures:
    """Chooses the best weights on one half of the positions, judges them on the other: no winner's curse."""
    found = Paired(rows)
    first, second = map(Paired, halves(rows))
    best = min(RATIOS, key=lambda weights: first.unlimited(weighted(*weights), PRESSURE).value)
    named: Figures = {f"max_age_{age}": found.ratio(aged(age), aged(1), PRESSURE) for age in AGES if age != 1}
    for depth, age in RATIOS:
        named[f"weights_{depth:g}_{age:g}"] = found.unlimited(weighted(depth, age), PRESSURE)
    return {
        **named,
        "four_to_one_over_best": second.ratio(weighted(*CLAIMED), weighted(*best), PRESSURE),
        "best_ratio": best[0] / best[1] if best[1] else 1000.0,
    }


def plots(game: str, rows: Rows) -> Plots:
    found = Paired(rows)
    groups = {
        f"{depth:g} : {age:g}": found.unlimited(weighted(depth, age), PRESSURE) for depth, age in RATIOS
    }
    title = f"Nodes by weights of depth and age, {game}"
    return [bars(title, "nodes, unlimited table = 1", {"depth : age": groups}, base=1)]


EXPERIMENT = Experiment(
    name="weights",
    title="How should depth be weighed against age?",
    varies="the weights of depth_and_age; max_age of age_based; with 1/16 of what a search fills",
    measures="nodes to the depths of an unlimited table; the best weights are chosen on half of the sample",
    unit="four moves of a game with one table, searched with every setting",
    sample="64 middlegames from 64 self-played games, 12,000 nodes per move with an unlimited table",
    power="detects differences of 12% in nodes; on half of the positions, by 17%",
    cells=cells,
    figures=figures,
    plots=plots,
    on_half=("four_to_one_over_best",),
)
