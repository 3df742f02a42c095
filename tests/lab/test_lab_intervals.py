"""Laws of the lab's intervals, by simulation: they contain the truth as often as stated."""

from __future__ import annotations

import math

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya.lab.verdicts import Verdict, verdict_of_ratio
from tabiya.stats import bootstrap
from tabiya.stats.bootstrap import Interval, mean_interval, ratio_interval, share_interval
from tabiya.stats.exact import median_interval, rate_interval

RUNS = 400
"""Samples per law: the coverage of one that is right lies within 0.92 and 0.98 but once in thousands."""


@pytest.fixture(autouse=True)
def fewer_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bootstrap, "RESAMPLES", 800)


@pytest.mark.parametrize("count", [12, 60, 128])
def test_ratios_of_searches_are_covered(count: int) -> None:
    """Nodes vary by an order of magnitude from position to position, and ratios by half."""
    rng = np.random.default_rng(count)
    truth, held = 1.1, 0
    for _ in range(RUNS):
        base = np.exp(rng.normal(11, 1, count))
        noise = rng.normal(0, 0.35, count) + 0.2 * (rng.exponential(1, count) - 1)
        found = ratio_interval(list(base * truth * np.exp(noise)), list(base))
        held += found.low <= truth <= found.high
    assert 0.92 <= held / RUNS <= 0.98


def test_small_samples_are_covered_too() -> None:
    """Five values: plain percentiles of resampled means contain the truth in about 83 of 100 samples."""
    rng = np.random.default_rng(1)
    held = sum(
        found.low <= 0 <= found.high
        for found in (mean_interval(list(rng.normal(0, 1, 5))) for _ in range(2 * RUNS))
    )
    assert held / (2 * RUNS) >= 0.92


def test_shares_of_unequal_units_are_covered() -> None:
    """A share over positions of very different size, as hits in probes."""
    rng = np.random.default_rng(5)
    held = 0
    for _ in range(RUNS):
        whole = np.exp(rng.normal(10, 0.7, 64))
        share = np.clip(rng.normal(0.3, 0.08, 64), 0, 1)
        found = share_interval(list(whole * share), list(whole))
        held += found.low <= 0.3 <= found.high
    assert 0.91 <= held / RUNS <= 0.98


@pytest.mark.parametrize("count", [6, 7, 15, 41])
def test_medians_of_times_are_covered(count: int) -> None:
    """Noise only adds time, and sometimes much of it."""
    rng = np.random.default_rng(count)
    held = 0
    for _ in range(4 * RUNS):
        found = median_interval([float(value) for value in 100 + rng.exponential(1, count) ** 3])
        held += found.low <= 100 + math.log(2) ** 3 <= found.high
    assert 0.94 <= held / (4 * RUNS) <= 0.99


def test_five_values_give_no_interval_of_a_median() -> None:
    assert median_interval([1.0, 2.0, 3.0, 4.0, 5.0]) == Interval(3.0, -math.inf, math.inf, 5)


@pytest.mark.parametrize("rate", [0.0003, 0.01, 0.4])
def test_rates_of_events_are_covered(rate: float) -> None:
    rng = np.random.default_rng(3)
    trials = 10_000
    held = 0
    for events in rng.binomial(trials, rate, 4 * RUNS):
        found = rate_interval(float(events), trials)
        held += found.low <= rate <= found.high
    assert 0.93 <= held / (4 * RUNS) <= 0.99


def test_a_share_stays_within_its_whole() -> None:
    whole = [10.0] * 9
    found = share_interval([10.0] * 8 + [2.0], whole)
    assert found.low < found.value < found.high == 1.0
    assert share_interval([15.0] * 8 + [2.0], whole).high > 1.0  # no part of a whole


def test_narrow_intervals_come_from_large_samples() -> None:
    rng = np.random.default_rng(2)
    widths = []
    for count in (20, 80, 320):
        found = mean_interval(list(rng.normal(0, 1, count)))
        widths.append(found.high - found.low)
    assert widths[0] > 1.5 * widths[1] > 2.2 * widths[2]


def test_an_interval_is_the_same_every_time() -> None:
    values = list(np.random.default_rng(1).normal(0, 1, 50))
    assert mean_interval(values) == mean_interval(values)


def test_one_value_has_no_interval() -> None:
    assert mean_interval([3.0]) == Interval(3.0, -math.inf, math.inf, 1)
    with pytest.raises(ValueError, match="at least one value"):
        mean_interval([])


@pytest.mark.parametrize(("effect", "verdict"), [(0.7, "better"), (1.4, "worse")])
def test_true_effects_are_found_and_no_effect_is_not(effect: float, verdict: str) -> None:
    """The power of 64 positions whose ratios vary by 40%; and how often nothing becomes something."""
    rng = np.random.default_rng(9)

    def verdicts(truth: float) -> list[Verdict]:
        samples = (truth * np.exp(rng.normal(0, 0.4, 64)) for _ in range(200))
        return [verdict_of_ratio(ratio_interval(list(sample), [1.0] * 64)) for sample in samples]

    assert verdicts(effect).count(Verdict(verdict)) >= 195
    wrong = [found for found in verdicts(1.0) if found in (Verdict.BETTER, Verdict.WORSE)]
    assert len(wrong) <= 22


def test_equal_needs_a_narrow_interval() -> None:
    assert verdict_of_ratio(Interval(1, 1, 1, 64)) is Verdict.EQUAL
    assert verdict_of_ratio(Interval(1, 0.9, 1.1, 64)) is Verdict.INCONCLUSIVE
    assert verdict_of_ratio(Interval(1.03, 1.02, 1.04, 64)) is Verdict.EQUAL
    assert verdict_of_ratio(Interval(1.03, 1.02, 1.04, 64), margin=0.01) is Verdict.WORSE
