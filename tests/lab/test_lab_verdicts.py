"""Verdicts depend on figures only."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab import arithmetic, wording
from tabiya.lab.claims import Calculated, Claim, Expected, Good, register
from tabiya.lab.experiment import Row
from tabiya.lab.experiments import find
from tabiya.lab.verdicts import (
    LEGEND,
    RULE,
    Evidence,
    Ruling,
    Verdict,
    combined,
    judge_answer,
    judge_figure,
    judge_figures,
)
from tabiya.stats.bootstrap import Figure, Interval

CONFIRMED, BETTER, WORSE = Verdict.CONFIRMED, Verdict.BETTER, Verdict.WORSE
NOT_REPRODUCIBLE, INCONCLUSIVE = Verdict.NOT_REPRODUCIBLE, Verdict.INCONCLUSIVE


def claim(**fields: Any) -> Claim:
    about = {"number": 1, "text": "", "where": "", "kind": "M", "experiment": "e"}
    single = {} if "figures" in fields else {"figure": "x", "exact": True}
    return Claim.from_data({**about, **single, **fields})


def judged(one: Claim, figures: dict[str, dict[str, Figure]], cores: int = 2) -> Ruling:
    return judge_figures(one, {"e": Evidence(figures)}, cores)


@pytest.mark.parametrize(
    ("fields", "value", "verdict"),
    [
        ({"low": 2, "high": 3}, 2.0, CONFIRMED),
        ({"low": 2, "high": 3}, 3.0, CONFIRMED),
        ({"low": 2, "high": 3}, 1.9, NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3}, 3.1, NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, 1.9, WORSE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, 3.1, BETTER),
        ({"low": 2, "high": 3, "good": Good.LOW}, 1.9, BETTER),
        ({"low": 2, "high": 3, "good": Good.LOW}, 3.1, WORSE),
        ({"low": 2, "good": Good.HIGH}, 100.0, CONFIRMED),
        ({"low": 2, "good": Good.HIGH}, 1.0, WORSE),
        ({"high": 2, "good": Good.LOW}, -100.0, CONFIRMED),
        ({"high": 0, "good": Good.LOW}, 0.001, WORSE),
        ({"low": 100, "high": 100}, 99.99999999999999, CONFIRMED),
        ({"low": 100, "high": 100}, 99.9999, NOT_REPRODUCIBLE),
        ({}, 7.0, Verdict.MEASURED),
    ],
)
def test_the_range_and_its_better_side_decide(fields: dict[str, Any], value: float, verdict: Verdict) -> None:
    assert judge_figure(Expected(**fields), value) is verdict


@pytest.mark.parametrize(
    ("fields", "ends", "verdict"),
    [
        ({"low": 2, "high": 3}, (2.1, 2.9), CONFIRMED),
        ({"low": 2, "high": 3}, (1.9, 2.9), INCONCLUSIVE),
        ({"low": 2, "high": 3}, (2.1, 3.1), INCONCLUSIVE),
        ({"low": 2, "high": 3}, (1.0, 9.0), INCONCLUSIVE),
        ({"low": 2, "high": 3}, (0.5, 1.9), NOT_REPRODUCIBLE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (2.1, 3.1), INCONCLUSIVE),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (3.1, 4.0), BETTER),
        ({"low": 2, "high": 3, "good": Good.HIGH}, (1.0, 3.1), INCONCLUSIVE),
        ({"low": 2, "high": 3, "good": Good.LOW}, (1.0, 2.5), INCONCLUSIVE),
        ({"low": 2, "good": Good.HIGH}, (1.0, 1.9), WORSE),
        ({"high": 2, "good": Good.LOW}, (1.0, 2.1), INCONCLUSIVE),
        ({}, (1.0, 2.0), Verdict.MEASURED),
    ],
)
def test_the_whole_interval_decides(
    fields: dict[str, Any], ends: tuple[float, float], verdict: Verdict
) -> None:
    assert judge_figure(Expected(**fields), Interval(sum(ends) / 2, *ends, 60)) is verdict


@pytest.mark.parametrize(
    ("verdicts", "verdict"),
    [
        ([], Verdict.NOT_MEASURED),
        ([WORSE, WORSE], WORSE),
        ([BETTER, CONFIRMED], CONFIRMED),
        ([WORSE, NOT_REPRODUCIBLE], WORSE),
        ([BETTER, NOT_REPRODUCIBLE], Verdict.MIXED),
        ([CONFIRMED, WORSE, INCONCLUSIVE, Verdict.NOT_HERE], Verdict.MIXED),
        ([CONFIRMED, INCONCLUSIVE], INCONCLUSIVE),
        ([WORSE, INCONCLUSIVE], INCONCLUSIVE),
        ([WORSE, INCONCLUSIVE, Verdict.NOT_HERE], Verdict.NOT_HERE),
        ([CONFIRMED, Verdict.NOT_HERE, Verdict.NOT_MEASURED], Verdict.NOT_MEASURED),
        ([CONFIRMED, Verdict.MEASURED], CONFIRMED),
        ([Verdict.MEASURED, Verdict.MEASURED], Verdict.MEASURED),
    ],
)
def test_figures_and_games_are_combined_by_one_rule(verdicts: list[Verdict], verdict: Verdict) -> None:
    assert combined(verdicts) is verdict


def test_the_legend_explains_every_verdict_of_a_claim_once() -> None:
    explained = [verdict for group in LEGEND for verdict in group]
    assert sorted(explained) == sorted(set(Verdict) - {Verdict.EQUAL})
    for verdict in explained:
        assert str(verdict) in RULE.lower() or verdict is Verdict.MEASURED


def test_games_of_which_one_is_inconclusive_are() -> None:
    found = judged(
        claim(range=[50, ""], unit="%", good="high"),
        {"chess": {"x": Interval(60.0, 55.0, 65.0, 64)}, "shogi": {"x": Interval(49.0, 40.0, 58.0, 64)}},
    )
    assert found.verdict is INCONCLUSIVE
    assert found.reason == "chess: 60% (55 to 65), confirmed; shogi: 49% (40 to 58), inconclusive"


def test_games_that_disagree_are_told_apart() -> None:
    found = judged(claim(range=[50, ""], unit="%", good="high"), {"chess": {"x": 60.0}, "shogi": {"x": 40.0}})
    assert found == Ruling(Verdict.MIXED, "chess: 60%, confirmed; shogi: 40%, worse")


def test_each_figure_of_a_claim_has_its_own_verdict() -> None:
    one = claim(
        figures=[
            {"figure": "x", "range": [50, 65], "good": "high", "unit": "% hits"},
            {"figure": "y", "range": [100, 100], "unit": "% replaced", "exact": True},
        ],
        beside=["z"],
    )
    figures: dict[str, Figure] = {"x": Interval(12.0, 11.0, 13.0, 64), "y": 100.0, "z": 3.0}
    found = judged(one, {"chess": figures})
    assert one.expected == "50 to 65% hits; 100% replaced"
    assert found == Ruling(
        Verdict.MIXED, "chess: 12% hits (11 to 13), worse; 100% replaced, confirmed (z: 3)"
    )
    assert [part.as_dict()["verdict"] for part in found.parts] == ["worse", "confirmed"]


def test_a_figure_may_come_from_another_experiment() -> None:
    one = claim(figures=[{"figure": "x"}, {"figure": "x", "experiment": "other", "range": [1, 1]}])
    evidence = {"e": Evidence({"": {"x": 2.0}}), "other": Evidence({"": {"x": 1.0}})}
    assert one.experiments == ("e", "other")
    assert judge_figures(one, evidence) == Ruling(CONFIRMED, "2, one run, measured; 1, one run, confirmed")


def test_a_figure_that_needs_more_cores_says_so_and_leaves_the_claim_open() -> None:
    rows = [
        {"figure": "t2", "range": [1.8, ""], "unit": "times", "good": "high", "exact": True},
        {"figure": "t16", "range": [7, 9], "unit": "times with 16 threads", "cores": 16},
    ]
    found = judged(claim(figures=rows), {"": {"t2": 1.9}})
    assert found.verdict is Verdict.NOT_HERE
    assert found.reason == (
        "1.9 times, confirmed; 7 to 9 times with 16 threads: needs 16 cores, and this machine has 2, "
        "cannot be measured here"
    )
    assert judged(claim(figures=rows), {"": {"t2": 1.9}}, cores=16).verdict is Verdict.NOT_MEASURED


def test_a_model_that_nothing_checks_is_shown_and_decides_nothing() -> None:
    found = judged(claim(figures=[{"figure": "x", "range": [1, 3], "unchecked": True}]), {"": {"x": 2.0}})
    assert found == Ruling(Verdict.NOT_HERE, "2, one run")


def test_a_figure_that_nothing_measures_says_why() -> None:
    rows = [{"figure": "x", "exact": True, "range": [1, 1]}, {"unit": "MB", "because": "no one knows"}]
    found = judged(claim(figures=rows), {"": {"x": 1.0}})
    assert found == Ruling(Verdict.NOT_MEASURED, "1, confirmed; no one knows, not measured")


def test_figures_are_listed_or_the_claims_own_but_not_both() -> None:
    with pytest.raises(ValueError, match="claim 1 has figures and also unit: name them in the list"):
        claim(unit="%", figures=[{"figure": "x"}])


def test_other_figures_stand_beside() -> None:
    found = judged(claim(range=[1, ""], beside=["y", "z"]), {"": {"x": 2.0, "y": 0.5}})
    assert found == Ruling(CONFIRMED, "2 (y: 0.5)")


def test_without_a_figure_nothing_is_judged() -> None:
    assert judged(claim(range=[1, ""]), {"chess": {"y": 2.0}}).verdict is Verdict.NOT_MEASURED


def test_a_number_without_interval_is_marked_unless_it_is_exact() -> None:
    assert judged(claim(exact=False), {"": {"x": 2.0}}).reason == "2, one run"
    assert judged(claim(exact=True), {"": {"x": 2.0}}).reason == "2"
    assert judged(claim(exact=False), {"": {"x": Interval(2, 1, 3, 9)}}).reason == "2 (1 to 3)"


def test_arithmetic_is_judged_by_its_figure_or_by_its_answer() -> None:
    about = {"experiment": "", "arithmetic": "four", "figure": ""}
    assert (
        judge_answer(claim(**about, range=[3, 3], good="low"), Calculated("four", value=4.0)).verdict is WORSE
    )
    several = [{"figure": "one", "range": [1, 1]}, {"figure": "two", "range": [3, 3], "unit": "%"}]
    answer = Calculated("so", values={"one": 1.0, "two": 2.0})
    assert judge_answer(claim(figures=several), answer) == Ruling(
        Verdict.MIXED, "1, confirmed; 2%, not reproducible; so"
    )
    assert judge_answer(claim(), Calculated("so", right=True)).verdict is Verdict.CONFIRMED
    assert judge_answer(claim(), Calculated("no", right=False)).verdict is Verdict.NOT_REPRODUCIBLE


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
        (105, "mixed"),
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
    assert [wording.number_text(value) for value in (0, 3.0, 1234.56, 0.000123, -2.5)] == [
        "0", "3", "1,235", "0.000123", "-2.5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("hours", "failures", "verdict"),
    [(1, 0, Verdict.INCONCLUSIVE), (100, 0, Verdict.CONFIRMED), (100, 10, Verdict.WORSE)],
)
def test_a_short_run_without_a_failure_decides_nothing(hours: int, failures: int, verdict: Verdict) -> None:
    value = {"seconds": 3600 * hours, "illegal": failures, "searches": 1, "games": 1}
    found = find("soak").figures([Row({}, value)])
    assert judge_figure(register()[125].figures[0], found["hours"]) is verdict
