"""A search reports what it stored and what it used, by bound and by source."""

from __future__ import annotations

from typing import Any

import pytest
from small_games import TicTacToe

from tabiya import Engine, Source, TranspositionTable, negamax
from tabiya.games import GAMES, game_spec


def check_sums(stats: Any) -> None:
    for name in ("stores", "cutoffs"):
        assert sum(stats[f"{name}_by_bound"].values()) == stats[name] > 0


@pytest.mark.parametrize("game", GAMES)
def test_stores_and_cutoffs_are_counted_by_bound_and_source(game: str) -> None:
    table = TranspositionTable(hash_mb=16, statistics=True)
    result = Engine(game, table=table).search(game_spec(game).board(), depth=7)
    stats = result.stats
    check_sums(stats)
    assert all(count > 0 for count in stats["stores_by_bound"].values())
    for name in ("stores", "cutoffs"):
        assert sum(stats[f"{name}_by_source"].values()) == stats[name]
    assert list(stats["stores_by_source"]) == [source.name.lower() for source in Source]
    assert stats["stores"] == table.stats.stores  # the table has counted the same
    assert stats["probes"] <= table.stats.probes  # those that extend the line come on top


def test_without_quiescence_and_null_moves_every_store_is_of_the_main_search() -> None:
    engine = Engine("chess", hash_mb=1, quiescence=False, null_move=False)
    stats = engine.search(game_spec("chess").board(), depth=5).stats
    assert stats["stores_by_source"]["main"] == stats["stores"] > 0


def test_without_a_table_nothing_is_stored_or_used() -> None:
    stats = Engine("chess", hash_mb=0).search(game_spec("chess").board(), depth=5).stats
    assert stats["stores"] == stats["cutoffs"] == 0
    assert not any(stats["stores_by_bound"].values())


def test_threads_add_up() -> None:
    table = TranspositionTable(hash_mb=16, statistics=True)
    stats = Engine("chess", table=table, threads=2).search(game_spec("chess").board(), depth=8).stats
    assert stats["stores"] == table.stats.stores


@pytest.mark.parametrize("threads", [1, 2])
def test_the_progress_of_a_finished_search_is_its_result(threads: int) -> None:
    """The counts by depth are those of the first thread."""
    engine = Engine("chess", hash_mb=1, threads=threads)
    result = engine.search(game_spec("chess").board(), depth=7)
    progress, stats = engine.progress, result.stats
    assert progress.nodes == result.nodes
    assert (progress.probes, progress.hits) == (stats["probes"], stats["hits"])
    for told, counted in (
        (progress.probes_by_depth, stats["probes_by_depth"]),
        (progress.hits_by_depth, stats["hits_by_depth"]),
    ):
        assert any(told)
        if threads == 1:
            assert told == tuple(counted)
        else:
            assert all(mine <= all_of_them for mine, all_of_them in zip(told, counted, strict=True))


def test_negamax_counts_its_stores_by_bound() -> None:
    table = TranspositionTable(hash_mb=1, statistics=True)
    stats = negamax(TicTacToe(), depth=6, table=table).stats
    check_sums(stats)
    assert stats["stores_by_source"] == {"main": stats["stores"]}
    assert stats["stores"] == table.stats.stores
    assert all(stats["stores_by_bound"].values())
