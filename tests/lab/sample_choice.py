"""Finds figures whose sample is chosen by the outcome.

The sample of an experiment is chosen before anything is measured: by its cells, or by their arguments. So
which units a figure depends on must not change if the units exchange their outcomes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from tabiya.lab.experiment import Experiment, Row
from tabiya.stats.bootstrap import Figure, Interval

UNITS = ("position", "seed")
"""Arguments that name the unit of a cell."""
COUNT = 8
SETTLED = ("depth", "seldepth", "moves", "pv", "ply", "move")
"""Values that say what was measured, not the outcome."""


def sample_faults(experiment: Experiment, rows: Sequence[Row], figures: Iterable[str]) -> list[str]:
    """Returns the figures that depend on other units once the outcomes have changed places.

    The rows of one unit are copied to several with outcomes of their own. Figures that take an order of
    outcomes (a median, a knee) are declared by the experiment as `ranked`.
    """
    wanted = list(figures)
    unit = next((name for name in UNITS if rows and name in rows[0].arguments), None)
    if unit is None or not wanted:
        return []
    sample = _grown(rows, unit)
    exchanged = _exchanged(sample, unit)
    before, after = (_influences(experiment, these, unit) for these in (sample, exchanged))
    return [
        f"{experiment.name}: {name} depends on the units {sorted(before[name])}, and on "
        f"{sorted(after[name])} after they exchanged outcomes: its sample is chosen by the outcome"
        for name in wanted
        if name in before and name not in experiment.ranked and before[name] != after[name]
    ]


def _grown(rows: Sequence[Row], unit: str) -> list[Row]:
    """Returns several units like the first one, with outcomes that differ by up to a factor of four."""
    first = rows[0].arguments[unit]
    template = [row for row in rows if row.arguments[unit] == first]
    return [
        Row({**row.arguments, unit: number}, _scaled(row.value, Random(f"{number}, {place}"), 2.0))
        for number in range(COUNT)
        for place, row in enumerate(template)
    ]


def _exchanged(rows: Sequence[Row], unit: str) -> list[Row]:
    """Gives the outcomes of each unit to the next one."""
    size = len(rows) // COUNT
    values = [row.value for row in rows]
    return [Row(row.arguments, values[(place + size) % len(rows)]) for place, row in enumerate(rows)]


def _influences(experiment: Experiment, rows: Sequence[Row], unit: str) -> dict[str, set[int]]:
    """Returns by figure the units that it depends on: those whose outcome changes it."""
    base = _numbers(experiment.figures(rows))
    found: dict[str, set[int]] = {name: set() for name in base}
    for number in range(COUNT):
        random = Random(number)
        moved = [
            Row(row.arguments, _scaled(row.value, random, 1.01)) if row.arguments[unit] == number else row
            for row in rows
        ]
        for name, figure in _numbers(experiment.figures(moved)).items():
            if figure != base.get(name):
                found.setdefault(name, set()).add(number)
    return found


def _numbers(figures: Any) -> dict[str, tuple[float, ...]]:
    return {name: _number(figure) for name, figure in figures.items()}


def _number(figure: Figure) -> tuple[float, ...]:
    return (figure.value, figure.low, figure.high) if isinstance(figure, Interval) else (figure,)


def _scaled(value: Any, random: Random, most: float) -> Any:
    """Multiplies every outcome by a factor of its own, from 1 / `most` to `most`."""
    if isinstance(value, dict):
        return {key: each if key in SETTLED else _scaled(each, random, most) for key, each in value.items()}
    if isinstance(value, list | tuple) and most > 1.5:  # keeps totals of iterations in order
        seed = random.random()
        return [_scaled(each, Random(seed), most) for each in value]
    if isinstance(value, list | tuple):
        return [_scaled(each, random, most) for each in value]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return value * most ** random.uniform(-1, 1)
