"""Verdicts depend on figures only."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab import arithmetic, verdicts
from tabiya.lab.claims import Answer, Claim, Good, Kind, register
from tabiya.lab.experiment import Row
from tabiya.lab.experiments import find
from tabiya.lab.stats.bootstrap import Interval
from tabiya.lab.verdicts import Judgement, Verdict, combined, judge_answer, judge_figure, judge_figures


def claim(**fields: Any) -> Claim:
    return Claim(**{"number": 1, "text": "", "where": "", "kind": Kind.MEASURED, "figure": "x", **fields})


@pytest.mark.parametrize(
    ("fields", "value", "verdict"),
    [
        ({"low": 2, "high": 3}, 2.0, Verdict.CONFIRMED),
        ({"low": 2, "high": 3}, 3.0, Verdict.CONFIRMED),
        ({"low": 2, "high": 3}, 1.9, Verdict.NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3}, 3.1, Verdict.NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, 1.9, Verdict.WORSE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, 3.1, Verdict.BETTER),
        ({"low": 2, "high": 3, "good": Good.LOW}, 1.9, Verdict.BETTER),
        ({"low": 2, "high": 3, "good": Good.LOW}, 3.1, Verdict.WORSE),
        ({"low": 2, "good": Good.HIGH}, 100.0, Verdict.CONFIRMED),
        ({"low": 2, "good": Good.HIGH}, 1.0, Verdict.WORSE),
        ({"high": 2, "good": Good.LOW}, -100.0, Verdict.CONFIRMED),
        ({"high": 0, "good": Good.LOW}, 0.001, Verdict.WORSE),
        ({"low": 10, "high": 10, "slack": 0.1}, 10.9, Verdict.CONFIRMED),
        ({"low": 10, "high": 10, "slack": 0.1}, 11.1, Verdict.NOT_REPRODUCIBLE),
        ({}, 7.0, Verdict.MEASURED),
    ],
)
def test_the_range_and_its_better_side_decide(fields: dict[str, Any], value: float, verdict: Verdict) -> None:
    assert judge_figure(claim(**fields), value) is verdict


@pytest.mark.parametrize(
    ("fields", "ends", "verdict"),
    [
        ({"low": 2, "high": 3}, (2.1, 2.9), Verdict.CONFIRMED),
        ({"low": 2, "high": 3}, (1.9, 2.9), Verdict.INCONCLUSIVE),
        ({"low": 2, "high": 3}, (2.1, 3.1), Verdict.INCONCLUSIVE),
        ({"low": 2, "high": 3}, (1.0, 9.0), Verdict.INCONCLUSIVE),
        ({"low": 2, "high": 3}, (0.5, 1.9), Verdict.NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (2.1, 3.1), Verdict.CONFIRMED),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (3.1, 4.0), Verdict.BETTER),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (1.0, 3.1), Verdict.INCONCLUSIVE),
        ({"low": 2, "good": Good.HIGH}, (1.0, 1.9), Verdict.WORSE),
        ({"high": 2, "good": Good.LOW}, (1.0, 2.1), Verdict.INCONCLUSIVE),
        ({}, (1.0, 2.0), Verdict.MEASURED),
    ],
)
def test_both_ends_of_an_interval_are_judged(
    fields: dict[str, Any], ends: tuple[float, float], verdict: Verdict
) -> None:
    assert judge_figure(claim(**fields), Interval(sum(ends) / 2, *ends, 60)) is verdict


def test_games_of_which_one_is_inconclusive_are() -> None:
    judged = judge_figures(
        claim(low=50, unit="%", good=Good.HIGH),
        {"chess": {"x": Interval(60.0, 55.0, 65.0, 64)}, "shogi": {"x": Interval(49.0, 40.0, 58.0, 64)}},
    )
    assert judged.verdict is Verdict.INCONCLUSIVE
    assert judged.reason == "chess: 60% (55 to 65), confirmed; shogi: 49% (40 to 58), inconclusive"


def test_games_that_disagree_are_told_apart() -> None:
    judged = judge_figures(
        claim(low=50, unit="%", good=Good.HIGH), {"chess": {"x": 60.0}, "shogi": {"x": 40.0}}
    )
    assert judged == Judgement(Verdict.MIXED, "chess: 60%, confirmed; shogi: 40%, worse")


def test_other_figures_stand_beside() -> None:
    judged = judge_figures(claim(low=1, beside=("y", "z")), {"": {"x": 2.0, "y": 0.5}})
    assert judged == Judgement(Verdict.CONFIRMED, "2 (y: 0.5)")


def test_without_a_figure_nothing_is_judged() -> None:
    assert judge_figures(claim(low=1), {"chess": {"y": 2.0}}).verdict is Verdict.NOT_MEASURED
    assert combined({}) is Verdict.NOT_MEASURED


def test_arithmetic_is_judged_by_its_figure_or_by_its_answer() -> None:
    assert (
        judge_answer(claim(low=3, high=3, good=Good.LOW), Answer("four", value=4.0)).verdict is Verdict.WORSE
    )
    assert judge_answer(claim(), Answer("so", right=True)).verdict is Verdict.CONFIRMED
    assert judge_answer(claim(), Answer("no", right=False)).verdict is Verdict.NOT_REPRODUCIBLE


@pytest.mark.parametrize(
    ("number", "verdict"),
    [
        (37, "worse"),
        (43, "better"),
        (44, "not reproducible"),
        (45, "confirmed"),
        (46, "confirmed"),
        (59, "not reproducible"),
        (62, "confirmed"),
        (63, "confirmed"),
        (64, "confirmed"),
        (65, "worse"),
        (66, "confirmed"),
        (67, "confirmed"),
        (105, "worse"),
        (106, "worse"),
        (117, "not reproducible"),
    ],
)
def test_arithmetic_finds_what_the_paper_finds(number: int, verdict: str) -> None:
    checked = register()[number]
    assert judge_answer(checked, getattr(arithmetic, checked.arithmetic)()).verdict == verdict


def test_the_exact_clash_is_that_of_counting() -> None:
    from itertools import product

    for buckets in (1, 2, 5):
        draws = list(product(range(buckets), repeat=3))
        counted = sum(len(set(draw)) < 3 for draw in draws) / len(draws)
        assert arithmetic.clash(3, buckets) == pytest.approx(counted)


def test_numbers_are_written_for_people() -> None:
    assert [verdicts.number_text(value) for value in (0, 3.0, 1234.56, 0.000123, -2.5)] == [
        "0", "3", "1,235", "0.000123", "-2.5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hours", "failures", "verdict"),
    [(1, 0, Verdict.INCONCLUSIVE), (100, 0, Verdict.CONFIRMED), (100, 10, Verdict.WORSE)],
)
def test_a_short_run_without_a_failure_decides_nothing(hours: int, failures: int, verdict: Verdict) -> None:
    value = {"seconds": 3600 * hours, "illegal": failures, "searches": 1, "games": 1}
    found = find("soak").figures([Row({}, value)])
    assert judge_figure(register()[125], found["hours"]) is verdict
