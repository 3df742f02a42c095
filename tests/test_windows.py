"""The laws of `lookup` and `record`: a search that uses them finds what minimax finds."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forms import sized
from tabiya import Bound, Lookup, ReferenceTable
from tabiya.games.mate_score import LONGEST_WIN, LOWEST_WIN, MATE, score_at_node, score_at_root
from tabiya.table.windows import PureLookup, bound_in

Make = Callable[..., Any]


# ---- random games ------------------------------------------------------------------------------------------


class Graph:
    """A game without cycles whose positions are reached by many ways: (ply, place), with random ends."""

    def __init__(self, seed: int, plies: int = 7, places: int = 6) -> None:
        chance = random.Random(seed)
        self.plies = plies
        self.followers = {
            (ply, place): [(ply + 1, chance.randrange(places)) for _ in range(chance.randint(1, 3))]
            for ply in range(plies)
            for place in range(places)
        }
        self.ends = {
            (ply, place): chance.choice([None, None, None, -1, 0])
            for ply in range(1, plies)
            for place in range(places)
        }
        self.values = {(plies, place): chance.randint(-50, 50) for place in range(places)}

    def value_if_over(self, state: tuple[int, int]) -> int | None:
        """From the root: a lost game is worth more the longer it took."""
        if state in self.values:
            return self.values[state]
        end = self.ends.get(state)
        return None if end is None else end * (MATE - state[0])


def minimax(game: Graph, state: tuple[int, int], depth: int) -> int:
    over = game.value_if_over(state)
    if over is not None or depth == 0:
        return over or 0
    return max(-minimax(game, next_state, depth - 1) for next_state in game.followers[state])


def alpha_beta(game: Graph, table: Any, state: tuple[int, int], depth: int, alpha: float, beta: float) -> int:
    """The port of docs/adopt.md, with the ply of a position for its wins."""
    over = game.value_if_over(state)
    if over is not None or depth == 0:
        return over or 0
    found = table.lookup_state(state, depth, alpha, beta, ply=state[0])
    if found.score is not None:
        return found.score
    followers = list(enumerate(game.followers[state], 1))
    followers.sort(key=lambda pair: pair[0] != found.move)
    best, best_move, low = -MATE, 0, alpha
    for move, next_state in followers:
        value = -alpha_beta(game, table, next_state, depth - 1, -beta, -low)
        if value > best:
            best, best_move = value, move
        low = max(low, best)
        if low >= beta:
            break
    table.record_state(state, depth, alpha, beta, best, best_move, ply=state[0])
    return best


@pytest.mark.parametrize("layout", ["single", "cluster4"])
def test_alpha_beta_with_lookup_and_record_is_minimax(make_table: Make, layout: str) -> None:
    cutoffs = 0
    for seed in range(sized(60, 1500)):
        game = Graph(seed)
        table = make_table(entries=random.Random(seed).choice([4, 64, 4096]), layout=layout, statistics=True)
        for depth in (2, 4, 9):  # deeper ones find the entries of the ones before
            assert alpha_beta(game, table, (0, 0), depth, -inf, inf) == minimax(game, (0, 0), depth)
        cutoffs += table.stats.hits
    assert cutoffs > 100


@given(
    st.integers(-99, 99), st.integers(-99, 98), st.integers(1, 99), st.integers(-99, 98), st.integers(1, 99)
)
def test_a_score_that_decides_is_true_of_the_value(
    make_table: Make, value: int, alpha: int, wide: int, asked_alpha: int, asked_wide: int
) -> None:
    """Whatever window was searched, fail-hard or fail-soft, a decision about another one is right."""
    beta, asked_beta = alpha + wide, asked_alpha + asked_wide
    for told in {value, max(alpha, min(value, beta))}:
        table = make_table(entries=4)
        table.record(1, 5, alpha, beta, told, move=3)
        found = table.lookup(1, 5, asked_alpha, asked_beta)
        assert found.move == 3
        if found.score is not None:
            clipped = max(asked_alpha, min(value, asked_beta))
            assert max(asked_alpha, min(found.score, asked_beta)) == clipped


# ---- what they answer --------------------------------------------------------------------------------------


def test_an_entry_decides_only_where_its_depth_suffices_and_gives_its_move_anyway(make_table: Make) -> None:
    table = make_table(entries=4)
    table.record(1, 5, -10, 10, 3, move=77)
    for depth, score in [(0, 3), (5, 3), (6, None), (255, None)]:
        found = table.lookup(1, depth, -10, 10)
        assert (found.score, found.move) == (score, 77)
    nothing = table.lookup(2, 0, -10, 10)
    assert (nothing.score, nothing.move) == (None, 0)


@pytest.mark.parametrize(
    ("score", "bound"),
    [(-11, "UPPER"), (-10, "UPPER"), (-9, "EXACT"), (9, "EXACT"), (10, "LOWER"), (11, "LOWER")],
)
def test_the_bound_follows_from_the_window(make_table: Make, score: int, bound: str) -> None:
    table = make_table(entries=4)
    table.record(1, 5, -10, 10, score)
    assert table.probe(1).bound is Bound[bound]


@pytest.mark.parametrize("alpha", [-inf, -(10**8), -(10**400)])
def test_limits_may_be_infinite_or_beyond_all_scores(make_table: Make, alpha: float) -> None:
    table = make_table(entries=4)
    table.record(1, 5, alpha, -alpha, 500_000)
    assert table.probe(1).bound is Bound.EXACT
    assert table.lookup(1, 5, alpha, -alpha).score == 500_000


def test_a_score_that_is_clamped_keeps_the_bound_that_it_had(make_table: Make) -> None:
    table = make_table(entries=4, clamp_scores=True)
    table.record(1, 5, -inf, 600_000, 10**7)
    entry = table.probe(1)
    assert (entry.score, entry.bound) == (500_000, Bound.LOWER)


def test_a_score_on_a_limit_beyond_exact_doubles_is_a_bound(make_table: Make) -> None:
    """Limits are doubles. A score is compared as one, so that it equals a limit that is the same integer."""
    table = make_table(entries=4, clamp_scores=True)
    table.record(1, depth=1, alpha=-(10**30), beta=0, score=-(10**30))
    table.record(2, depth=1, alpha=0, beta=10**30, score=10**30)
    assert [table.probe(key).bound for key in (1, 2)] == [Bound.UPPER, Bound.LOWER]


def test_lookups_and_records_are_counted_as_probes_and_stores(make_table: Make) -> None:
    table = make_table(entries=4, statistics=True)
    table.record(1, 5, -10, 10, 3)
    table.lookup(1, 5, -10, 10)
    table.lookup(2, 5, -10, 10)
    assert (table.stats.stores, table.stats.probes, table.stats.hits) == (1, 2, 1)


def test_locks_and_switches_hold_for_them_too(make_table: Make) -> None:
    table = make_table(entries=64, sync="bucket_locks")
    table.enabled = False
    table.record(1, 5, -10, 10, 3)
    table.enabled = True
    assert table.probe(1) is None
    table.record(1, 5, -10, 10, 3)
    assert table.lookup(1, 5, -10, 10).score == 3
    table.close()
    for call in (lambda: table.lookup(1, 5, 0, 1), lambda: table.record(1, 5, 0, 1, 0)):
        with pytest.raises(ValueError, match="closed"):
            call()


# ---- wins --------------------------------------------------------------------------------------------------


def test_a_win_is_counted_from_the_node_that_is_asked(make_table: Make) -> None:
    table = make_table(entries=4)
    table.record(1, 9, -inf, inf, MATE - 7, ply=4)  # 3 plies from here
    assert table.probe(1).score == MATE - 3
    assert table.lookup(1, 9, -inf, inf, ply=10).score == MATE - 13
    assert table.lookup(1, 9, -inf, inf).score == MATE - 3
    table.record(1, 9, -inf, inf, 6 - MATE, ply=4)
    assert table.lookup(1, 9, -inf, inf, ply=0).score == 2 - MATE


def test_without_a_ply_scores_stay_as_they_are(make_table: Make) -> None:
    table = make_table(entries=4)
    table.record(1, 9, -inf, inf, MATE - 7)
    assert table.probe(1).score == MATE - 7


@given(st.integers(-500_000, 500_000), st.integers(0, LONGEST_WIN), st.integers(0, LONGEST_WIN))
def test_wins_stay_wins_and_evaluations_evaluations(score: int, stored_at: int, read_at: int) -> None:
    kept = score_at_node(score, stored_at)
    read = score_at_root(kept, read_at)
    if LOWEST_WIN <= abs(score) <= MATE:
        assert LOWEST_WIN <= abs(read) <= MATE
        assert (read > 0) == (score > 0)
        if abs(score) + stored_at <= MATE:  # a win within the search's sight
            assert abs(score_at_root(kept, stored_at)) == abs(score)
    else:
        assert kept == read == score


def test_a_decision_is_made_with_the_score_at_the_root(make_table: Make) -> None:
    """A win in 3 from here is at most MATE - 13 at ply 10: it does not reach a beta of MATE - 5."""
    table = make_table(entries=4)
    table.store(1, score=MATE - 3, depth=9, bound=Bound.LOWER)
    assert table.lookup(1, 9, 0, MATE - 5, ply=10).score is None
    assert table.lookup(1, 9, 0, MATE - 13, ply=10).score == MATE - 13


# ---- wrong arguments ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"key": "e4"}, "key must be an integer, not str ('e4'): tabiya.key_of(x) makes one"),
        ({"depth": -1}, "depth must be between 0 and 255, not -1"),
        ({"alpha": "low"}, "alpha must be a number, not str ('low')"),
        ({"beta": None}, "beta must be a number, not NoneType (None)"),
        ({"beta": float("nan")}, "beta must be a number, not nan"),
        ({"alpha": 10}, "alpha must be below beta, not 10 and 10"),
        ({"alpha": inf}, "alpha must be below beta, not inf and 10"),
        ({"ply": -1}, "ply must be between 0 and 9000, not -1"),
    ],
)
def test_a_wrong_argument_is_named(make_table: Make, wrong: dict[str, Any], sentence: str) -> None:
    table = make_table(entries=4)
    arguments: dict[str, Any] = {"key": 1, "depth": 2, "alpha": -10, "beta": 10, **wrong}
    for call in (lambda: table.lookup(**arguments), lambda: table.record(**arguments, score=0)):
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        assert str(caught.value) == sentence
    assert table.fill_rate() == 0


def test_missing_arguments_are_named(make_table: Make) -> None:
    table = make_table(entries=4)
    with pytest.raises(TypeError, match="beta"):
        table.lookup(1, 2, 3)
    with pytest.raises(TypeError, match="score"):
        table.record(1, 2, 3, 4)


# ---- states and keys ---------------------------------------------------------------------------------------


def test_a_state_and_its_key_are_the_same_position(make_table: Make) -> None:
    from tabiya import key_of

    table = make_table(entries=1024)
    state = ("X", (0, 1, 2), None)
    table.store_state(state, move=5, depth=3)
    assert table.probe(key_of(state)) == table.probe_state(state) != table.probe_state([*state])
    table.record(key_of(state), 9, -1, 1, 0, 8)
    assert table.lookup_state(state, 9, -1, 1) == table.lookup(key_of(state), 9, -1, 1)


def test_a_state_without_a_key_is_refused_and_nothing_is_stored(make_table: Make) -> None:
    table = make_table(entries=4)
    for call in (table.probe_state, table.store_state):
        with pytest.raises(TypeError, match="set has no stable key"):
            call({1, 2})
    assert table.fill_rate() == 0


def test_negative_keys_mean_their_twos_complement(make_table: Make) -> None:
    table = make_table(entries=4096)
    for key in (-1, -(2**30), -(2**31) - 5, -(2**60), -(2**63), hash(("a", -5))):
        table.store(key, depth=7)
        assert table.probe(key & 2**64 - 1).depth == 7
        assert table.probe(key) == table.probe_with_prefetch(key, key)
        table.prefetch(key)


# ---- the object --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Lookup, PureLookup])
def test_a_lookup_is_a_value(kind: Any) -> None:
    one, same, other = kind(5, 7), kind(score=5, move=7), kind(None, 7)
    assert one == same != other
    assert hash(one) == hash(same)
    assert repr(one) == "Lookup(score=5, move=7)"
    assert repr(kind()) == "Lookup(score=None, move=0)"
    assert pickle.loads(pickle.dumps(one)) == one
    match one:
        case kind(score, move):
            assert (score, move) == (5, 7)
    with pytest.raises(AttributeError):
        one.score = 6


def test_bounds_of_windows_are_those_of_the_reference(make_table: Make) -> None:
    table, plain = make_table(entries=4), ReferenceTable(entries=4)
    for score in range(-3, 4):
        for one in (table, plain):
            one.clear()
            one.record(1, 1, -1, 2, score)
        assert table.probe(1).bound == plain.probe(1).bound == bound_in(score, -1, 2)
