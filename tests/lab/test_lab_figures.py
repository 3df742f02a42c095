"""The figures of experiments match their rows."""

from __future__ import annotations

import math

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab.experiment import Row
from tabiya.lab.experiments import find
from tabiya.stats.bootstrap import Interval


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
