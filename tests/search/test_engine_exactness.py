"""With pruning off, search equals minimax in every game, with any table or none."""

from __future__ import annotations

from typing import Any

import pytest

from forms import sized
from minimax import random_positions, true_values
from tabiya import Engine, TranspositionTable
from tabiya.engine.options import SearchOptions
from tabiya.table.config import Layout, Policy

POSITIONS = sized(12, 100)
DEPTHS = {"chess": 3, "shogi": 2, "othello": 4}
# Path-dependent draws are left out: a test of the killer positions pins them down.
PLAIN = SearchOptions.plain(repetition=False)


@pytest.fixture(scope="module", params=list(DEPTHS))
def truth(request: pytest.FixtureRequest) -> tuple[str, list[tuple[Any, list[int]]]]:
    """Positions with their values at depth 1, 2, ..."""
    game: str = request.param
    return game, true_values(random_positions(game, POSITIONS, "exactness"), DEPTHS[game])


def values_of(engine: Engine, board: Any, count: int) -> list[int]:
    return [engine.search(board, depth=depth).score.value for depth in range(1, count + 1)]


def test_without_a_table_it_is_minimax(truth: tuple[str, list[tuple[Any, list[int]]]]) -> None:
    game, positions = truth
    engine = Engine(game, hash_mb=0)
    engine.set_options(**vars_of(PLAIN))
    for board, values in positions:
        assert values_of(engine, board, len(values)) == values, board


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("policy", [Policy.CASCADE, Policy.ALWAYS, Policy.DEPTH_PREFERRED])
def test_a_table_never_changes_the_value(
    truth: tuple[str, list[tuple[Any, list[int]]]], layout: Layout, policy: Policy
) -> None:
    """One megabyte, never cleared: it is full of entries of other positions and depths."""
    game, positions = truth
    engine = Engine(game, table=TranspositionTable(hash_mb=1, layout=layout, policy=policy))
    engine.set_options(**vars_of(PLAIN))
    for board, values in positions:
        assert values_of(engine, board, len(values)) == values, board
    assert engine.search(positions[0][0], depth=2).stats["hits"] > 0


def test_two_threads_find_the_same_value(truth: tuple[str, list[tuple[Any, list[int]]]]) -> None:
    game, positions = truth
    engine = Engine(game, hash_mb=1, threads=2)
    engine.set_options(**vars_of(PLAIN))
    for board, values in positions:
        assert values_of(engine, board, len(values)) == values, board


@pytest.mark.parametrize("game", DEPTHS)
def test_probing_without_use_is_searching_without_a_table(game: str) -> None:
    """Node for node, with every technique switched on."""
    for board in random_positions(game, 4, "exactness"):
        plain = Engine(game, hash_mb=0)
        probing = Engine(game, hash_mb=1)
        probing.set_options(table_mode="probe_only")
        assert probing.search(board, depth=6).nodes == plain.search(board, depth=6).nodes


def vars_of(options: SearchOptions) -> dict[str, Any]:
    from dataclasses import asdict

    return asdict(options)
