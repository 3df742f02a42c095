"""How well a sample of 1,000 clusters estimates how full a table is."""

from __future__ import annotations

import numpy as np

from ... import TranspositionTable
from ...plots.plot import Plot
from ...stats.bootstrap import mean_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell

STEPS = 10


def sampled(*, hash_mb: float, seed: int) -> list[tuple[float, float]]:
    """Returns exact and sampled permille while a table fills up."""
    table = TranspositionTable(hash_mb=hash_mb)
    source = np.random.default_rng(seed)
    found = []
    for _ in range(STEPS):
        table.store_many(source.integers(0, 2**64, table.capacity // STEPS, dtype=np.uint64))
        found.append((1000 * len(table) / table.capacity, float(table.hashfull())))
    return found


def cells(scale: Scale, game: str) -> Cells:
    for seed in range(scale.pick(1, 3, 20)):
        yield cell(sampled, hash_mb=scale.pick(1, 16, 64), seed=seed)


def figures(rows: Rows) -> Figures:
    errors = [[abs(exact - sample) for exact, sample in row.value] for row in rows]
    return {
        "largest_error": mean_interval([max(each) for each in errors]),
        "mean_error": mean_interval([sum(each) / len(each) for each in errors]),
        "worst_error": max(max(each) for each in errors),
        "samples": sum(map(len, errors)),
    }


def plots(game: str, rows: Rows) -> Plots:
    line = {"sampled": [(exact, sample) for exact, sample in rows[0].value]}
    return [Plot("Hashfull: sampled vs exact", "exact permille", "sampled permille", line)]


EXPERIMENT = Experiment(
    name="hashfull",
    title="How well does a sample of 1,000 clusters estimate how full a table is?",
    varies="how full the table is",
    measures="permille, sampled vs counted",
    unit="a table, filled with other keys",
    sample="20 tables of 64 MB at ten degrees of filling",
    power="chance alone makes a mean error of 5 permille, and 15 for the largest of ten",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    ranked=("worst_error",),
)
