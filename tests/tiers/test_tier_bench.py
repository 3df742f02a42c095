"""Tiers and books are compared by a search that does not get cheaper when its table forgets."""

from __future__ import annotations

from typing import Any

import pytest

from tabiya import TranspositionTable
from tabiya.engine.engine import Engine
from tabiya.engine.options import SearchOptions
from tabiya.games import game_spec
from tabiya.lab.bench import books, tier_searches


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[SearchOptions]:
    """The options of every search of this test."""
    seen: list[SearchOptions] = []
    search = Engine.search

    def note(engine: Engine, *arguments: Any, **limits: Any) -> Any:
        seen.append(engine.options)
        return search(engine, *arguments, **limits)

    monkeypatch.setattr(Engine, "search", note)
    return seen


def test_searches_with_two_tiers_do_not_reward_forgetting(searched: list[SearchOptions]) -> None:
    position = tier_searches.positions("chess")[0]
    task = tier_searches._task("chess", position, 2_000)
    tier_searches._search("chess", task, {"hash_mb": 1}, 4_000)
    assert searched == [SearchOptions.comparable()] * 2


def test_searches_with_a_book_do_not_reward_forgetting(searched: list[SearchOptions]) -> None:
    books._search("chess", None, game_spec("chess").board(), 4)
    assert searched == [SearchOptions.comparable()]


@pytest.mark.parametrize("megabytes", [megabytes for megabytes, _ in tier_searches.WORKLOADS])
def test_all_tables_of_a_comparison_have_the_same_memory(megabytes: float) -> None:
    for settings in tier_searches.subjects(megabytes).values():
        with TranspositionTable(**settings) as table:
            assert table.config.hash_mb + table.config.l2_mb == megabytes
