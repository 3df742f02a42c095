"""A search with two tiers finds the same as with one tier or none."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from minimax import random_positions, true_values
from tabiya import Engine, TranspositionTable, chess
from tabiya.engine.options import SearchOptions
from tabiya.games import game_spec

DEPTHS = {"chess": 3, "shogi": 2, "othello": 4}
PLAIN = asdict(SearchOptions.plain(repetition=False))
FROZEN = {"policy": "depth_preferred", "strict": True}
"""Such a first tier, full of deep entries, takes in nothing more: all that a search stores goes down."""
TABLES: dict[str, dict[str, Any]] = {
    "single slots": {"hash_mb": 1, "layout": "single", "policy": "always", "l2_mb": 1},
    "all of it below": {"hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, **FROZEN},
    "all of it below, counted": {
        "hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, "statistics": True, **FROZEN,
    },
    "one line below": {"hash_mb": 4, "l2_mb": 128 / 2**20, "l2_demote_depth": 0, **FROZEN},
    "lru": {"hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, "l2_eviction": "lru", **FROZEN},
    "evals": {"hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, "l2_evals": True, **FROZEN},
    "background": {"hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, "l2_background": True},
    "locks": {"hash_mb": 4, "l2_mb": 1, "l2_demote_depth": 0, "sync": "bucket_locks", **FROZEN},
}  # fmt: skip


def make(name: str) -> TranspositionTable:
    """The table, with a first tier full of foreign entries."""
    settings = TABLES[name]
    table = TranspositionTable(**settings)
    junk = np.random.default_rng(1).integers(0, 2**64, table.capacity * 4, dtype=np.uint64)
    table.store_many(junk, depths=250 if "strict" in settings else 1, bounds=2)
    assert table.fill_rate() > 0.95
    table.reset_stats()
    return table


@pytest.fixture(scope="module", params=list(DEPTHS))
def truth(request: pytest.FixtureRequest) -> tuple[str, list[tuple[Any, list[int]]]]:
    game: str = request.param
    return game, true_values(random_positions(game, 6, "tiers", most_moves=45), DEPTHS[game])


@pytest.mark.parametrize(
    ("name", "threads"), [*((name, 1) for name in TABLES), ("all of it below", 2), ("background", 2)]
)
def test_two_tiers_never_change_the_value(
    truth: tuple[str, list[tuple[Any, list[int]]]], name: str, threads: int
) -> None:
    game, known = truth
    table = make(name)
    engine = Engine(game, table=table, threads=threads)
    engine.set_options(**PLAIN)
    for board, values in known:
        found = [engine.search(board, depth=depth).score.value for depth in range(1, len(values) + 1)]
        assert found == values, board
    if table.config.l2_lines > 1:  # one line alone forgets too soon
        assert engine.search(known[0][0], depth=2).stats["hits"] > 0
    if table.config.statistics:
        assert table.stats.second_tier.hits > 30
        assert table.stats.hits < table.stats.second_tier.hits
    table.close()


@pytest.mark.parametrize("game", DEPTHS)
def test_the_search_asks_the_second_tier(game: str) -> None:
    """A first tier that accepts almost nothing rarely hits; with a second tier the same search does."""
    hits: dict[str, int] = {}
    for name, settings in (("both", {"l2_mb": 16, "l2_demote_depth": 0}), ("first", {})):
        table = TranspositionTable(hash_mb=4, **FROZEN, **settings)  # type: ignore[arg-type]
        junk = np.random.default_rng(1).integers(0, 2**64, table.capacity * 4, dtype=np.uint64)
        table.store_many(junk, depths=250, bounds=2)
        depth = {"chess": 9, "shogi": 7, "othello": 11}[game]
        hits[name] = Engine(game, table=table).search(game_spec(game).board(), depth=depth).stats["hits"]
    assert hits["first"] * 20 < hits["both"]
    assert hits["both"] > 100


def test_an_engine_makes_and_uses_two_tiers() -> None:
    engine = Engine("chess", hash_mb=4, l2_mb=2)
    assert engine.table is not None
    assert engine.table.config.l2_mb == 2
    engine.search(chess.Board(), depth=6)
    engine.new_game()
    assert engine.table.second_tier is not None
    with pytest.raises(TypeError, match="hash_mb= and l2_mb="):
        Engine("chess", table=engine.table, l2_mb=2)
    with pytest.raises(ValueError, match="a second tier needs a first"):
        Engine("chess", hash_mb=0, l2_mb=2)


def test_a_search_may_be_stopped_while_entries_move() -> None:
    """Searches, their ends and the end of the table, at any moment of the background thread."""
    chance = random.Random(4)
    for _ in range(sized(2, 30)):
        table = TranspositionTable(hash_mb=4, l2_mb=2, l2_background=True)
        table.store_many(np.random.default_rng(2).integers(0, 2**64, 10**6, dtype=np.uint64), depths=4)
        engine = Engine("chess", table=table, threads=2)
        for _ in range(3):
            engine.search(chess.Board(), time=chance.uniform(0.001, 0.06))
            items = table.items()
            with pytest.raises(BufferError):
                table.resize(8)
            del items
        table.close()
