"""No figure chooses its sample by the outcome. Planted errors show that the check sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from sample_choice import sample_faults

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya.lab.experiment import NO_GAME, Experiment, Row
from tabiya.stats.bootstrap import Figure, ratio_interval
from tabiya.stats.exact import median_interval

ROWS = [Row({"position": 0, "phase": "opening"}, {"off": 900, "on": 300, "depth": 9})]


def experiment(choose: Callable[[Sequence[Row]], Sequence[Row]]) -> Experiment:
    def figures(rows: Sequence[Row]) -> dict[str, Figure]:
        chosen = [row.value for row in choose(rows)]
        ratios = ratio_interval([each["off"] for each in chosen], [each["on"] for each in chosen])
        return {"times": ratios, "median": median_interval([each["off"] for each in chosen])}

    said = dict.fromkeys(("title", "varies", "measures", "unit", "sample", "power"), "?")
    return Experiment(name="chosen", **said, cells=lambda *_: (), figures=figures, games=NO_GAME)


def largest(rows: Sequence[Row]) -> Sequence[Row]:
    """The quarter with the most nodes without a table: the numerator of the ratio."""
    return sorted(rows, key=lambda row: -row.value["off"])[: len(rows) // 4]


def improved(rows: Sequence[Row]) -> Sequence[Row]:
    return [row for row in rows if row.value["off"] > 2.5 * row.value["on"]]


def without_outliers(rows: Sequence[Row]) -> Sequence[Row]:
    return sorted(rows, key=lambda row: row.value["on"])[1:-1]


@pytest.mark.parametrize("choose", [largest, improved, without_outliers])
def test_a_sample_chosen_by_its_outcome_is_found(choose: Callable[..., Sequence[Row]]) -> None:
    (fault,) = sample_faults(experiment(choose), ROWS, ["times"])
    assert fault.startswith("chosen: times depends on the units")


def test_a_sample_of_all_units_or_chosen_by_their_arguments_is_none() -> None:
    assert sample_faults(experiment(lambda rows: rows), ROWS, ["times"]) == []
    some = experiment(lambda rows: [row for row in rows if row.arguments["position"] % 2])
    assert sample_faults(some, ROWS, ["times"]) == []


def test_a_median_is_declared() -> None:
    median = experiment(lambda rows: rows)
    assert len(sample_faults(median, ROWS, ["median"])) == 1
    assert sample_faults(replace(median, ranked=("median",)), ROWS, ["median"]) == []
