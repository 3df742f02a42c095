"""Elo and SPRT against what is known of them, and against their own promise by simulation."""

from __future__ import annotations

import math
import random

import pytest

from tabiya.lab.stats import Elo, Pairs, Results, Sprt, Verdict, elo_of, score_of
from tabiya.lab.stats.sprt import log_likelihood_ratio


@pytest.mark.parametrize(
    ("elo", "score"),
    # Rounded to two digits, as in the tables of the rating regulations' logistic form.
    [(0, 0.50), (50, 0.57), (100, 0.64), (200, 0.76), (300, 0.85), (400, 0.91), (-200, 0.24)],
)
def test_scores_are_those_of_the_logistic_table(elo: float, score: float) -> None:
    assert round(score_of(elo), 2) == score
    assert elo_of(score_of(elo)) == pytest.approx(elo)


def test_an_even_match_has_an_even_interval() -> None:
    elo = Elo.of(Results(wins=50, losses=50, draws=100))
    assert elo.value == 0
    assert elo.low == pytest.approx(-elo.high)


def test_results_that_are_all_the_same_do_not_make_it_certain() -> None:
    assert str(Elo.of(Pairs((0, 0, 1, 0, 0)))) == "+0.0 (-inf to +inf)"
    swept = Elo.of(Pairs((0, 0, 0, 0, 30)))
    assert (swept.value, swept.high) == (math.inf, math.inf)
    assert swept.low == pytest.approx(elo_of(0.9))


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    chance = random.Random(1)
    truth, inside, matches = 20.0, 0, 600
    for _ in range(matches):
        wins = losses = draws = 0
        for _ in range(400):
            toss = chance.random()
            win = score_of(truth) - 0.2
            wins, losses, draws = (
                (wins + 1, losses, draws)
                if toss < win
                else (wins, losses, draws + 1)
                if toss < win + 0.4
                else (wins, losses + 1, draws)
            )
        elo = Elo.of(Results(wins, losses, draws))
        inside += elo.low <= truth <= elo.high
    assert 0.93 <= inside / matches <= 0.97


def test_the_ratio_is_the_normal_one_where_the_match_is_long_and_close() -> None:
    """For many games and near hypotheses: n (s1 - s0) (2 mean - s0 - s1) / (2 variance)."""
    pairs = Pairs((20, 240, 500, 260, 30))
    s0, s1 = score_of(0), score_of(3)
    values = [(i / 4, n) for i, n in enumerate(pairs.counts)]
    mean = pairs.score
    variance = sum(n * (value - mean) ** 2 for value, n in values) / pairs.pairs
    normal = pairs.pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert log_likelihood_ratio(pairs, s0, s1) == pytest.approx(normal, rel=0.01)


def test_the_ratio_changes_its_sign_with_the_sides() -> None:
    pairs = Pairs((10, 100, 200, 140, 12))
    turned = Pairs(tuple(reversed(pairs.counts)))  # type: ignore[arg-type]
    assert log_likelihood_ratio(pairs, score_of(-5), score_of(5)) == pytest.approx(
        -log_likelihood_ratio(turned, score_of(-5), score_of(5))
    )


@pytest.mark.parametrize(
    ("alpha", "beta", "lower", "upper"),
    # Wald's bounds, ln(beta / (1 - alpha)) and ln((1 - beta) / alpha): the errors are not exchangeable.
    [(0.05, 0.05, -2.944, 2.944), (0.05, 0.10, -2.251, 2.890), (0.01, 0.20, -1.599, 4.382)],
)
def test_the_bounds_are_those_of_wald(alpha: float, beta: float, lower: float, upper: float) -> None:
    test = Sprt(0, 5, alpha, beta)
    assert (round(test.lower, 3), round(test.upper, 3)) == (lower, upper)


def test_pairs_are_counted_by_their_points() -> None:
    results = (0.0, 0.5, 1.0)
    pairs = Pairs.of([(first, second) for first in results for second in results])
    assert pairs.counts == (1, 2, 3, 2, 1)
    assert Pairs.of([(1.0, 0.0), (0.0, 1.0)]).counts == (0, 0, 2, 0, 0)
    assert Pairs((1, 0, 0, 1, 2)).score == pytest.approx((0 + 1.5 + 2 + 2) / 8)


def test_nothing_played_says_nothing() -> None:
    assert Sprt(0, 5).llr(Pairs()) == 0
    assert Sprt(0, 5).verdict(Results()) is Verdict.GOES_ON
    assert Elo.of(Pairs()).low == -math.inf


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, Verdict.H1), (30.0, Verdict.H0)])
def test_the_errors_of_the_test_are_within_their_promise(truth: float, wrong: Verdict) -> None:
    """alpha and beta are 5%; 300 tests may miss by three standard deviations."""
    chance = random.Random(7)
    test = Sprt(elo0=0, elo1=30)
    errors, tests = 0, 300
    for _ in range(tests):
        counts = [0] * 5
        verdict = Verdict.GOES_ON
        while verdict is Verdict.GOES_ON:
            for _ in range(8):
                counts[_pair(chance, score_of(truth))] += 1
            verdict = test.verdict(Pairs(tuple(counts)))  # type: ignore[arg-type]
        errors += verdict is wrong
    assert errors / tests <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / tests)


def _pair(chance: random.Random, score: float) -> int:
    """Twice the points of two games with 40% draws."""
    return sum(
        2 if (toss := chance.random()) < score - 0.2 else 1 if toss < score + 0.2 else 0 for _ in range(2)
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"elo0": 5, "elo1": 5}, r"elo1 must be greater than elo0 \(5\), not 5"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.7}, "alpha must be between 0 and 0.5, not 0.7"),
        ({"elo0": 0, "elo1": 5, "beta": 0}, "beta must be between 0 and 0.5, not 0"),
    ],
)
def test_hypotheses_that_make_no_test_are_refused(arguments: dict[str, float], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Sprt(**arguments)
