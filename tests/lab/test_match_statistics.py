"""Elo and SPRT vs known values, and vs their promised error rates by simulation."""

from __future__ import annotations

import math
import random

import pytest

from tabiya.stats import (
    Elo,
    Pairs,
    Results,
    Sprt,
    SprtState,
    elo_of,
    elo_shown,
    elo_text,
    games_to_show,
    score_of,
)
from tabiya.stats.interval import student
from tabiya.stats.sprt import log_likelihood_ratio


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
    assert str(Elo.of(Pairs((0, 0, 1, 0, 0)))) == "+0.0 (no bounds)"
    swept = Elo.of(Pairs((0, 0, 0, 0, 30)))
    assert (swept.value, swept.high) == (math.inf, math.inf)
    assert swept.low == pytest.approx(elo_of(0.9))


@pytest.mark.parametrize(
    ("count", "quantile"),
    # Tables of Student's distribution, 95% on both sides, by degrees of freedom: one less than values.
    [(4, 3.182), (6, 2.571), (11, 2.228), (31, 2.042), (61, 2.000), (121, 1.980)],
)
def test_the_quantile_is_that_of_the_tables(count: int, quantile: float) -> None:
    assert student(count) == pytest.approx(quantile, rel=0.01 if count < 10 else 0.0005)
    assert student(2) == math.inf


PUBLISHED = [
    # What another program for matches printed: pairs, Elo, its margin, normalised Elo, its margin.
    ((30, 6, 18, 0, 6), -168.40, 73.37, -170.08, 62.16),
    ((235, 1384, 2521, 1341, 239), -1.06, 4.05, -1.67, 6.37),
    ((5, 5, 36, 22, 22), 101.21, 42.63, 128.22, 50.76),
    ((0, 2, 9, 4, 0), 23.20, 55.06, 52.98, 124.33),
]


@pytest.mark.parametrize(("counts", "elo", "margin", "normalised", "its_margin"), PUBLISHED)
def test_elo_and_normalised_elo_are_those_of_other_programs(
    counts: tuple[int, int, int, int, int], elo: float, margin: float, normalised: float, its_margin: float
) -> None:
    """Their margins are plain normal ones: ours may differ by what Student adds."""
    pairs = Pairs(counts)
    more = student(pairs.pairs) / 1.96
    assert Elo.of(pairs).value == pytest.approx(elo, abs=0.005)
    assert (Elo.of(pairs).high - Elo.of(pairs).low) / 2 == pytest.approx(margin * more, rel=0.05)
    found = Elo.normalised(pairs)
    assert found.value == pytest.approx(normalised, abs=0.005)
    assert found.high - found.value == pytest.approx(its_margin * more, abs=0.02)


def test_normalised_elo_does_not_depend_on_draws() -> None:
    """Each drawn pair that replaces a pair of one win each takes spread and score alike."""
    without = Results(wins=55, losses=45)
    assert Elo.normalised(without).value == pytest.approx(Elo.of(without).value, rel=0.02)
    assert Elo.normalised(Pairs((0, 0, 0, 0, 30))) == Elo(math.inf, -math.inf, math.inf)
    assert Elo.normalised(Pairs((0, 0, 9, 0, 0))) == Elo(0.0, -math.inf, math.inf)
    assert Elo.normalised(Pairs()).low == -math.inf


def test_an_interval_stays_on_the_scale() -> None:
    swept_but_one = Elo.of(Pairs((0, 0, 0, 1, 49)))
    assert swept_but_one.low < swept_but_one.value < swept_but_one.high < math.inf


@pytest.mark.parametrize(("pairs", "truth"), [(10, 0.0), (10, 400.0), (25, 100.0), (100, 0.0)])
def test_the_interval_holds_the_truth_as_often_as_it_says(pairs: int, truth: float) -> None:
    """Also for few pairs and lopsided matches, where the plain normal interval holds it 9 times in 10."""
    chance = random.Random(pairs)
    matches = 1000
    played = (Elo.of(_match(chance, truth, pairs)) for _ in range(matches))
    inside = sum(elo.low <= truth <= elo.high for elo in played)
    assert 0.935 <= inside / matches <= 0.99


@pytest.mark.parametrize("truth", [50.0, 80.0])
def test_the_games_that_should_show_a_difference_do_4_times_in_5(truth: float) -> None:
    chance = random.Random(3)
    usual = _match(chance, truth, 2000)
    games, matches = games_to_show(truth, usual), 600
    shown = sum(Elo.of(_match(chance, truth, games // 2)).low > 0 for _ in range(matches))
    assert 0.75 <= shown / matches <= 0.85
    assert games_to_show(truth / 2, usual) == pytest.approx(4 * games, rel=0.1)


def test_what_a_sample_shows_is_what_so_many_games_are_needed_for() -> None:
    pairs = Pairs((10, 20, 40, 20, 10))
    assert games_to_show(elo_shown(pairs), pairs) == pytest.approx(pairs.games, abs=4)
    assert elo_shown(Pairs()) == elo_shown(Pairs((0, 0, 1, 0, 0))) == math.inf
    with pytest.raises(ValueError, match="no number of games shows a difference of 0 Elo"):
        games_to_show(0)


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
    assert Sprt(0, 5).state(Results()) is SprtState.GOES_ON
    assert Elo.of(Pairs()).low == -math.inf


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, SprtState.H1), (30.0, SprtState.H0)])
def test_the_errors_of_the_test_are_within_their_promise(truth: float, wrong: SprtState) -> None:
    """alpha and beta are 5%; 300 tests may miss by three standard deviations."""
    chance = random.Random(7)
    test = Sprt(elo0=0, elo1=30)
    tests = 300
    errors = sum(_decided(chance, test, truth) is wrong for _ in range(tests))
    assert errors / tests <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / tests)


def test_a_test_between_its_hypotheses_is_a_toss() -> None:
    chance = random.Random(11)
    accepted = [_decided(chance, Sprt(0, 40), 20.0) for _ in range(200)]
    assert 0.38 <= accepted.count(SprtState.H1) / 200 <= 0.62


def _decided(chance: random.Random, test: Sprt, truth: float) -> SprtState:
    counts = [0] * 5
    verdict = SprtState.GOES_ON
    while verdict is SprtState.GOES_ON:
        for _ in range(8):
            counts[_pair(chance, score_of(truth))] += 1
        verdict = test.state(Pairs(tuple(counts)))  # type: ignore[arg-type]
    return verdict


def _match(chance: random.Random, truth: float, pairs: int) -> Pairs:
    counts = [0] * 5
    for _ in range(pairs):
        counts[_pair(chance, score_of(truth))] += 1
    return Pairs(tuple(counts))  # type: ignore[arg-type]


def _pair(chance: random.Random, score: float) -> int:
    """Twice the points of two games with 40% draws, or what a high score leaves room for."""
    half = min(0.2, 0.9 * (1 - score), 0.9 * score)
    return sum(
        2 if (toss := chance.random()) < score - half else 1 if toss < score + half else 0 for _ in range(2)
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


@pytest.mark.parametrize(
    "pairs", [(0, 0, 0, 0, 30), (30, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 0, 1), (0, 1, 0, 1, 0)]
)
def test_elo_is_never_written_as_minus_zero_or_infinity(pairs: tuple[int, int, int, int, int]) -> None:
    for elo in (Elo.of(Pairs(pairs)), Elo.normalised(Pairs(pairs)), Elo(-0.04, -0.01, math.inf)):
        assert "inf" not in str(elo)
        assert "-0.0" not in str(elo)
        assert elo_text(elo.value, elo.low, elo.high, digits=0).count("-0") == 0


def test_a_side_that_won_everything_has_a_lower_bound() -> None:
    assert str(Elo.of(Pairs((0, 0, 0, 0, 30)))) == "all won: +381.7 or more"
    assert str(Elo.of(Pairs((30, 0, 0, 0, 0)))) == "all lost: -381.7 or less"
    assert str(Elo.of(Pairs((0, 0, 0, 0, 1)))) == "all won"
