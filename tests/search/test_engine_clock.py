"""Time management: promises for every clock."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, cast

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from hypothesis import given
from hypothesis import strategies as st

from tabiya import chess
from tabiya.engine.clock import Clock, Deadlines, Stability, allot, ease, stretch
from tabiya.engine.limits import check_limits
from tabiya.engine.run import Run
from tabiya.games import game_spec

if TYPE_CHECKING:
    from tabiya import _core

times = st.floats(-1, 10_000)
clocks = st.builds(
    Clock, times, st.floats(0, 60), st.integers(0, 100), st.one_of(st.just(0.0), st.floats(0, 60))
)


@given(clocks, st.floats(0, 1))
def test_the_flag_never_falls_by_design(clock: Clock, overhead: float) -> None:
    deadlines = allot(clock, overhead)
    assert 0.001 <= deadlines.soft <= deadlines.hard
    assert deadlines.hard <= max(clock.remaining + clock.byoyomi - overhead, 0.001) + 0.0001


@given(clocks, st.floats(0, 1000))
def test_more_time_is_never_less_thought(clock: Clock, more: float) -> None:
    richer = Clock(clock.remaining + more, clock.increment, clock.moves_to_go, clock.byoyomi)
    assert allot(richer).soft >= allot(clock).soft - 0.0002
    assert allot(richer).hard >= allot(clock).hard - 0.0002


@given(st.floats(1, 100), st.floats(0, 1))
def test_a_game_of_any_length_fits_its_clock(remaining: float, increment: float) -> None:
    """Even if every move uses all its time, 300 moves do not use up the clock."""
    for _ in range(300):
        took = allot(Clock(remaining, increment), overhead=0).hard
        assert took <= max(remaining, 0.001)
        remaining = max(remaining - took, 0) + increment


@given(st.floats(0, 100), st.integers(1, 60))
def test_a_time_control_is_reached(remaining: float, moves: int) -> None:
    for left in range(moves, 0, -1):
        took = min(allot(Clock(remaining, 0, left), overhead=0).hard, remaining)
        assert took <= max(remaining, 0.001)
        remaining -= took
    assert remaining >= 0


@given(clocks, st.integers(0, 50), st.integers(0, 100_000))
def test_stability_moves_the_soft_deadline_within_the_hard_one(clock: Clock, stable: int, drop: int) -> None:
    deadlines = allot(clock)
    eased = ease(deadlines, stable, drop)
    assert eased.hard == deadlines.hard
    assert 0 < eased.soft <= eased.hard


def test_trouble_takes_longer_and_calm_less() -> None:
    by_stability = [stretch(stable, 0) for stable in range(8)]
    by_drop = [stretch(3, drop) for drop in range(0, 200, 20)]
    assert by_stability == sorted(by_stability, reverse=True)
    assert by_drop == sorted(by_drop)
    assert by_drop[0] < 1 < by_drop[-1]


def test_byoyomi_is_used_up_and_the_bank_is_not() -> None:
    assert allot(Clock(0, byoyomi=5), overhead=0.1) == Deadlines(4.9, 4.9)
    with_bank = allot(Clock(60, byoyomi=5), overhead=0.1)
    assert 4.9 < with_bank.soft < 10


def test_stability_counts_iterations_of_one_best_move() -> None:
    stability = Stability()
    seen = []
    for move, score in (("a", 10), ("a", 20), ("b", 30), ("b", -40), ("b", -40)):
        stability.update(move, score)
        seen.append((stability.stable, stability.drop))
    assert [stable for stable, _ in seen] == [0, 1, 0, 1, 2]
    assert seen[0][1] == seen[1][1] == 0
    assert seen[3][1] > seen[4][1] > 0


@given(st.floats(1, 1000), st.integers(2, 100))
def test_one_move_takes_half_of_the_rest_of_a_game_and_three_quarters_of_a_time_control(
    remaining: float, moves: int
) -> None:
    """With moves to go, more of the time may go to one move: the next control brings new time."""
    rest_of_game = allot(Clock(remaining, increment=1000), overhead=0)
    assert rest_of_game.hard == pytest.approx(0.5 * remaining, abs=0.0002)
    time_control = allot(Clock(remaining, increment=1000, moves_to_go=moves), overhead=0)
    assert time_control.hard == pytest.approx(0.75 * remaining, abs=0.0002)


class Deadline:
    """A claim that keeps the deadlines that it is given, in milliseconds."""

    def set_deadline(self, soft: float, hard: float) -> None:
        self.soft, self.hard = soft, hard


def pondering(pondered: float, **limits: Any) -> tuple[Run, Deadline]:
    """A search that has pondered for some seconds."""
    board = chess.Board()
    run = Run(game_spec("chess"), None, board, check_limits({"ponder": True, **limits}), overhead=0.0)
    deadline = Deadline()
    run.claim = cast("_core.SearchClaim", deadline)
    run.begin = time.perf_counter() - pondered
    return run, deadline


@pytest.mark.parametrize("pondered", [0.0, 3.0, 40.0])
def test_after_a_ponder_hit_the_whole_time_of_a_move_is_left(pondered: float) -> None:
    """The clock starts at the hit. Time that was pondered is a gift, and is never taken from the deadline."""
    run, deadline = pondering(pondered, white_clock=60.0, black_clock=60.0)
    run.ponderhit()
    allotted = allot(Clock(60.0), overhead=0.0)
    assert deadline.hard == pytest.approx(1000 * (pondered + allotted.hard), abs=200)
    run, deadline = pondering(pondered, time=2.0)
    run.ponderhit()
    assert deadline.hard == pytest.approx(1000 * (pondered + 2.0), abs=200)


def test_a_single_legal_move_is_answered_at_once() -> None:
    clocks = check_limits({"white_clock": 60.0, "black_clock": 60.0})

    def soft(fen: str) -> float:
        deadlines = Run(game_spec("chess"), None, chess.Board(fen), clocks, overhead=0.0).deadlines
        assert deadlines is not None
        return deadlines.soft

    assert soft("k7/8/8/8/8/8/6q1/K7 w - - 0 1") <= 0.001
    assert soft("k7/8/8/8/8/8/r7/K7 w - - 0 1") > 1  # two moves
