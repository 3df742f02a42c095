"""Time management: promises for every clock."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tabiya.engine.clock import Clock, Deadlines, Progress, allot, ease, stretch

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
def test_progress_moves_the_soft_deadline_within_the_hard_one(clock: Clock, stable: int, drop: int) -> None:
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


def test_progress_counts_iterations_of_one_best_move() -> None:
    progress = Progress()
    seen = []
    for move, score in (("a", 10), ("a", 20), ("b", 30), ("b", -40), ("b", -40)):
        progress.update(move, score)
        seen.append((progress.stable, progress.drop))
    assert [stable for stable, _ in seen] == [0, 1, 0, 1, 2]
    assert seen[0][1] == seen[1][1] == 0
    assert seen[3][1] > seen[4][1] > 0
