"""Stores of an existing key."""

from __future__ import annotations

from typing import Any

import pytest

from small_tables import BUT_ALWAYS, LOWER, UPPER, Make, fill, reasons
from tabiya.table.entry import Entry, Source

FIRST = {"score": 1, "eval": 11, "move": 111, "source": Source.MAIN, "pv": False}
SECOND = {"score": 2, "eval": 22, "move": 222, "source": Source.MAIN, "pv": True}


@pytest.mark.parametrize(
    ("old", "new", "wins"),
    [
        ({"depth": 5}, {"depth": 6, "bound": UPPER}, True),
        ({"depth": 5}, {"depth": 5}, True),
        ({"depth": 5, "bound": LOWER}, {"depth": 5}, True),
        ({"depth": 5}, {"depth": 5, "bound": LOWER}, False),
        ({"depth": 5, "bound": LOWER}, {"depth": 5, "bound": UPPER}, False),
        ({"depth": 5, "bound": UPPER}, {"depth": 5, "bound": LOWER}, True),
        ({"depth": 5}, {"depth": 4}, False),
        ({"depth": 5, "bound": LOWER}, {"depth": 4}, True),
        ({"depth": 5, "bound": LOWER}, {"depth": 4, "bound": LOWER}, False),
        ({"depth": 5, "age": 1}, {"depth": 0, "bound": UPPER}, True),
        ({"depth": 5}, {"depth": 5, "source": Source.IID}, False),
        ({"depth": 5}, {"depth": 6, "source": Source.IID}, True),
        ({"depth": 5, "bound": UPPER}, {"depth": 4, "source": Source.QUIESCENCE}, False),
        ({"depth": 5, "age": 1}, {"depth": 5, "source": Source.QUIESCENCE}, True),
    ],
)
@pytest.mark.parametrize("policy", BUT_ALWAYS)
def test_of_two_entries_of_one_key_the_better_stays(
    make_small: Make, policy: str, old: dict[str, Any], new: dict[str, Any], wins: bool
) -> None:
    table = make_small(policy=policy)
    fill(table, {**FIRST, **old})
    table.store(1, **{**SECOND, **new})
    winner = {**SECOND, **new} if wins else {**FIRST, **old}
    winner.pop("age", None)
    assert table.probe(1) == Entry(**winner, generation=table.generation)
    assert len(table) == 1
    assert table._counters()["updates"] == 1
    assert reasons(table) == {"empty": 1}


def test_always_updates_without_regard_to_sources(make_small: Make) -> None:
    table = make_small(policy="always")
    table.store(1, depth=5)
    table.store(1, depth=5, score=9, source=Source.QUIESCENCE)
    assert (table.probe(1).score, table.probe(1).source) == (9, Source.QUIESCENCE)


@pytest.mark.parametrize("new_depth", [4, 6], ids=["loser", "winner"])
@pytest.mark.parametrize("name", ["move", "eval"])
def test_a_missing_move_or_eval_comes_from_the_other_entry(
    make_small: Make, new_depth: int, name: str
) -> None:
    for given in ("old", "new"):
        table = make_small()
        table.store(1, depth=5, **{name: 7} if given == "old" else {})
        table.store(1, depth=new_depth, **{name: 7} if given == "new" else {})
        entry = table.probe(1)
        assert (getattr(entry, name), entry.depth) == (7, max(5, new_depth))


def test_a_move_and_an_eval_of_its_own_are_kept_by_the_winner(make_small: Make) -> None:
    table = make_small()
    table.store(1, move=1, eval=0, depth=5)
    table.store(1, move=2, eval=-5, depth=4)
    assert (table.probe(1).move, table.probe(1).eval) == (1, 0)
    table.store(1, move=3, eval=0, depth=6)
    assert (table.probe(1).move, table.probe(1).eval) == (3, 0)


def test_an_update_makes_the_entry_current_whoever_wins(make_small: Make) -> None:
    table = make_small()
    table.store(1, depth=5)
    table.new_search()
    table.store(1, depth=1)
    assert (table.probe(1).generation, table.probe(1).depth) == (1, 1)
    table.store(1, depth=0)
    assert (table.probe(1).generation, table.probe(1).depth) == (1, 1)


def test_an_update_empties_later_copies_of_its_key(make_small: Make) -> None:
    # Writers that race may leave a key twice in a cluster; here the second copy is put there by hand.
    table = make_small()
    fill(table, {"score": 1, "depth": 3}, {"score": 2}, {"score": 3})
    raw = table._raw()
    table._load_raw(raw[:48] + raw[0:16])
    assert len(table) == 4
    table.store(1, depth=9)
    assert len(table) == 3
    assert table._raw()[48:] == bytes(16)
    assert table.probe(1).depth == 9


def test_an_update_comes_before_an_empty_slot(make_small: Make) -> None:
    table = make_small()
    fill(table, {}, {})
    table.store(2, depth=1)
    assert len(table) == 2
