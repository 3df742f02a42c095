"""The model of locks behaves like locks, and the figures of experiments match their rows."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab.experiment import Row
from tabiya.lab.experiments import find
from tabiya.lab.locks_model import Costs, simulate, speedups
from tabiya.lab.stats.bootstrap import Interval

COSTS = Costs(work=1000, free=50, hold=150, handover=200)


def test_without_work_one_lock_lets_one_thread_through() -> None:
    busy = Costs(work=0.001, free=50, hold=150, handover=0)
    assert speedups(busy, (2, 8, 32), 1) == pytest.approx({2: 1.0, 8: 1.0, 32: 1.0}, rel=0.05)


def test_with_a_lock_for_everybody_threads_do_not_meet() -> None:
    for threads, times in speedups(COSTS, (2, 8, 32), 2**20).items():
        assert times == pytest.approx(threads, rel=0.05)


def test_more_locks_never_mean_more_waiting() -> None:
    waits = [simulate(COSTS, 16, locks).waits for locks in (1, 4, 16, 64, 256, 1024)]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] > 0.5
    assert waits[-1] < 0.01


def test_a_saturated_lock_passes_a_store_in_the_time_of_one() -> None:
    """What queueing theory promises of one server that is never idle."""
    outcome = simulate(COSTS, 64, 1, stores=500)
    assert 1 / outcome.stores_a_tick == pytest.approx(50 + 150 + 200, rel=0.03)


def test_the_model_depends_on_its_seed_alone() -> None:
    assert simulate(COSTS, 8, 16, seed=3) == simulate(COSTS, 8, 16, seed=3)
    assert simulate(COSTS, 8, 16, seed=3) != simulate(COSTS, 8, 16, seed=4)


def searched(position: int, table: bool, nodes: int, plain: bool = False) -> Row:
    iterations = [
        {"depth": depth, "nodes": nodes >> (3 - depth), "seconds": 0.1, "pv": []} for depth in (1, 2, 3)
    ]
    value = {"nodes": nodes, "depth": 3, "iterations": iterations}
    arguments = {"position": position, "table": {} if table else None}
    return Row({**arguments, "plain": True} if plain else arguments, value)


def test_nodes_saved_are_the_geometric_mean_of_positions() -> None:
    rows = [searched(1, False, 800), searched(1, True, 400), searched(2, False, 800), searched(2, True, 100)]
    rows += [searched(1, False, 100, plain=True), searched(1, True, 60, plain=True)]
    figures = find("nodes_to_depth").figures(rows)
    saved, plain = figures["saved"], figures["saved_plain"]
    assert isinstance(saved, Interval)
    assert isinstance(plain, Interval)
    assert (saved.value, saved.count) == (pytest.approx(75.0), 2)
    assert (plain.value, plain.count) == (pytest.approx(40.0), 1)


def test_a_position_that_was_measured_by_half_does_not_count() -> None:
    rows = [searched(1, False, 800), searched(1, True, 400), searched(2, False, 10**9)]
    rows += [searched(1, False, 100, plain=True), searched(1, True, 60, plain=True)]
    saved = find("nodes_to_depth").figures(rows)["saved"]
    assert isinstance(saved, Interval)
    assert (saved.value, saved.count) == (pytest.approx(50.0), 1)


def test_the_branching_factor_is_that_of_the_iterations_own_nodes() -> None:
    rows = [searched(1, table, nodes) for table, nodes in ((False, 800), (True, 800))]
    without = find("branching").figures(rows)["without"]
    assert isinstance(without, Interval)
    assert without.value == pytest.approx(400 / 200)


def test_elo_of_pairs_is_a_figure() -> None:
    def elo(*pairs: list[float]) -> Interval:
        figure = find("elo_on_off").figures([Row({}, pair) for pair in pairs])["elo"]
        assert isinstance(figure, Interval)
        return figure

    assert (elo([1.0, 1.0]).value, elo([0.0, 0.0]).value) == (math.inf, -math.inf)
    assert elo([1.0, 0.0]).value == pytest.approx(0)
    some = elo([1.0, 0.5], [0.5, 0.0], [1.0, 1.0])
    assert (some.low < some.value < some.high, some.count) == (True, 3)


def test_tactics_are_paired_by_position() -> None:
    def row(position: int, layout: str | None, solved: bool) -> Row:
        table = None if layout is None else {"layout": layout}
        return Row({"positions_of": "chess", "position": position, "table": table}, {"solved": solved})

    rows = [row(n, layout, True) for n in range(8) for layout in ("single", "cluster4")]
    rows += [row(8, "single", False), row(8, "cluster4", True), row(9, "single", True)]
    found = find("tactics").figures(rows)
    gain = found["cluster4_minus_single"]
    assert isinstance(gain, Interval)
    assert (gain.value, gain.count, found["positions"]) == (pytest.approx(1.0), 9, 9)
    assert gain.low <= 0 < gain.high
