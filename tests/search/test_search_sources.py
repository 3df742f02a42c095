"""Which part of the search stored an entry: main search, internal deepening, null move or quiescence."""

from __future__ import annotations

from collections import Counter

import pytest

from tabiya import Engine, Source
from tabiya.engine.options import SearchFields
from tabiya.games import game_spec

DEPTHS = {"chess": 12, "shogi": 9, "othello": 10}


def sources(game: str, **options: bool) -> Counter[Source]:
    """The entries of a table after one search, by source."""
    engine = Engine(game, hash_mb=32, **SearchFields(**options))  # type: ignore[typeddict-item]
    engine.search(game_spec(game).board(), depth=DEPTHS[game])
    assert engine.table is not None
    return Counter(entry.source for _, entry in engine.table.items())


@pytest.mark.parametrize("game", DEPTHS)
def test_entries_of_internal_deepening_survive(game: str) -> None:
    """The entry of the deepened node is overwritten by its full search. Entries below it stay."""
    assert sources(game, iid=True)[Source.IID] > 0
    assert sources(game)[Source.IID] == 0


@pytest.mark.parametrize("game", ["chess", "shogi"])
def test_null_move_cutoffs_are_stored_only_if_asked_for(game: str) -> None:
    assert sources(game, null_move_entries=True)[Source.NULL_MOVE] > 0
    without = sources(game, null_move_entries=False)
    assert without[Source.NULL_MOVE] == 0
    assert without[Source.MAIN] > 0
