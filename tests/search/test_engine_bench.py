"""The benchmark of the search and its positions."""

from __future__ import annotations

import pytest

from tabiya.games.positions import positions
from tabiya.lab.bench.search import GROUPS
from tabiya.lab.bench.search_runs import geometric_mean


def test_the_chess_set_has_forty_positions_with_legal_solutions() -> None:
    found = positions("chess")
    assert len({position.name for position in found}) == len(found) == 40
    assert sum(position.name.startswith("killer") for position in found) == 14
    for position in found:
        board = position.board("chess")
        assert all(move in board.legal_moves for move in position.best)
    assert sum(bool(position.best) for position in found) > 20


def test_the_shogi_set_has_forty_positions() -> None:
    found = positions("shogi")
    assert len({position.text for position in found}) == len(found) == 40


def test_the_mates_of_the_bench_are_long_ones() -> None:
    found = positions("chess_mates")
    assert len(found) == 40
    assert all(position.mate is not None and position.mate >= 3 for position in found)
    found = positions("shogi_mates")
    assert len(found) == 40
    assert all(position.mate is not None and position.mate >= 3 for position in found)


@pytest.mark.parametrize("group", ["suites", "table on and off", "depth in time"])
def test_a_quick_benchmark_gives_rows(group: str) -> None:
    rows = list(GROUPS[group](True))
    assert rows
    assert all(row.value >= 0 for row in rows)
    assert all(row.ratio == 1 for row in rows if row.subject == "no table" and row.value)


def test_means() -> None:
    assert geometric_mean([1, 10, 100]) == pytest.approx(10)
