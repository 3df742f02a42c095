"""Samples are fixed before anything is measured: no figure chooses its units by their outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

pytest.importorskip("tabiya._core")

from tabiya.jobs import Job
from tabiya.jobs.job import call
from tabiya.lab.claims import register
from tabiya.lab.experiment import Experiment, Row, Scale, halves, unit_of
from tabiya.lab.experiments import all_experiments, find
from tabiya.stats.bootstrap import Figure, Interval, ratio_interval

IN_GROUPS = ("graph_history", "named_positions", "prefetch_hints")
"""Experiments with several kinds of units, which the arguments of a cell decide."""


def grouped(cells: Sequence[Any]) -> dict[Any, list[Any]]:
    """Cells or rows by unit, in their order."""
    found: dict[Any, list[Any]] = {}
    for one in cells:
        found.setdefault(unit_of(one.arguments), []).append(one)
    return found


def sampled() -> Iterator[str]:
    for name, experiment in all_experiments().items():
        cells = list(experiment.cells(Scale.QUICK, experiment.games[0]))
        if name not in IN_GROUPS and len(grouped(cells)) > 2:
            yield name


def measured(cell: Job) -> Row:
    result = call(cell)
    assert result.error is None
    return Row(cell.arguments, result.value)


@cache
def quickest(name: str, game: str) -> tuple[Row, ...]:
    return tuple(measured(cell) for cell in find(name).cells(Scale.SMOKE, game))


def longer(experiment: Experiment, game: str) -> list[Row]:
    """Rows of the quick form, with the values of the quickest."""
    known = quickest(experiment.name, game)
    values = list(grouped(known).values())
    rows = []
    for number, cells in enumerate(grouped(list(experiment.cells(Scale.QUICK, game))).values()):
        source = values[number % len(values)]
        assert len(source) == len(cells)
        rows += [Row(cell.arguments, row.value) for cell, row in zip(cells, source, strict=True)]
    return rows


def wrong_counts(experiment: Experiment, rows: Sequence[Row]) -> dict[str, int]:
    """The figures that do not use every unit, or every second one where they judge a choice."""
    units = len(grouped(rows))
    allowed = dict.fromkeys(experiment.on_half, units // 2)
    return {
        name: figure.count
        for name, figure in experiment.figures(rows).items()
        if isinstance(figure, Interval) and figure.count != allowed.get(name, units)
    }


@pytest.mark.parametrize("name", list(sampled()))
def test_every_figure_uses_all_units_whatever_was_measured_on_them(name: str) -> None:
    experiment = find(name)
    assert wrong_counts(experiment, longer(experiment, experiment.games[0])) == {}


def judged() -> dict[str, set[str]]:
    """The figures that decide claims, by experiment. Numbers that are exact need no interval."""
    found: dict[str, set[str]] = {}
    for claim in register().values():
        for each in claim.figures:
            if each.figure and not each.exact and (name := each.experiment or claim.experiment):
                found.setdefault(name, set()).add(each.figure)
    return found


@pytest.mark.parametrize("name", judged())
def test_every_figure_that_decides_a_claim_has_an_interval(name: str) -> None:
    experiment = find(name)
    game = experiment.games[0]
    figures = experiment.figures(quickest(name, game))
    single = {
        figure for figure in judged()[name] & figures.keys() if not isinstance(figures[figure], Interval)
    }
    assert single == set()


def noise(seed: int, count: int = 64) -> list[tuple[int, int]]:
    """Nodes of pairs of searches that differ by chance alone."""
    random = Random(seed)
    return [(int(random.lognormvariate(13, 1)), int(random.lognormvariate(13, 1))) for _ in range(count)]


def searched(position: int, table: bool, nodes: int) -> Row:
    value = {"nodes": nodes, "seconds": nodes / 1e6, "depth": 9, "iterations": []}
    return Row({"position": position, "table": {} if table else None}, value)


def pairs_of_noise(seed: int) -> list[Row]:
    return [
        searched(number, table, nodes)
        for number, pair in enumerate(noise(seed))
        for table, nodes in zip((False, True), pair, strict=True)
    ]


def times_of_noise(seed: int) -> list[Row]:
    runs = ([searched(0, table, nodes).value for table, nodes in enumerate(pair)] for pair in noise(seed))
    return [Row({"position": n}, {"off": off, "on": on}) for n, (off, on) in enumerate(runs)]


def ratios(experiment: Experiment, seed: int) -> list[Interval]:
    rows = pairs_of_noise(seed) if experiment.name == "long_searches" else times_of_noise(seed)
    return [
        figure
        for name, figure in experiment.figures(rows).items()
        if name.startswith("times") and isinstance(figure, Interval)
    ]


def gains(experiment: Experiment) -> int:
    """How many of 20 samples without an effect show one."""
    return sum(ratio.low > 1 for seed in range(20) for ratio in ratios(experiment, seed))


@pytest.mark.parametrize("name", ["long_searches", "time_to_depth"])
def test_a_table_that_does_nothing_gains_nothing(name: str) -> None:
    """An interval of 95% misses on either side once in forty samples."""
    assert ratios(find(name), 1)
    assert gains(find(name)) <= 3


def test_a_selected_sample_is_found() -> None:
    """The fault itself, planted: the quarter with the most nodes without a table."""
    honest = find("long_searches")

    def selecting(rows: Sequence[Row]) -> dict[str, Figure]:
        off, on = (
            [row for row in rows if (row.arguments["table"] is not None) == with_table]
            for with_table in (False, True)
        )
        most = sorted(zip(off, on, strict=True), key=lambda pair: -pair[0].value["nodes"])[: len(off) // 4]
        nodes = [[row.value["nodes"] for row in side] for side in zip(*most, strict=True)]
        return {"times_fewer": ratio_interval(*nodes)}

    planted = replace(honest, figures=selecting)
    assert "times_fewer" in wrong_counts(planted, pairs_of_noise(1))
    assert gains(planted) == 20


def test_halves_follow_the_cells_and_not_their_values() -> None:
    def rows(values: Sequence[float]) -> list[Row]:
        return [Row({"position": n // 2}, value) for n, value in enumerate(values)]

    def places(half: Sequence[Row]) -> list[Any]:
        return [row.arguments["position"] for row in half]

    some, others = rows(range(10)), rows([9, 1, 8, 2, 7, 3, 6, 4, 5, 0])
    assert [places(half) for half in halves(some)] == [[0, 0, 2, 2, 4, 4], [1, 1, 3, 3]]
    assert [places(half) for half in halves(some)] == [places(half) for half in halves(others)]
