"""The reasons for replacement in the statistics."""

from __future__ import annotations

from typing import Any

import pytest

from small_tables import LOWER, NEWCOMER, UPPER, Make, fill, lost, reasons
from tabiya.entry import Source


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ({"age": 1, "depth": 9}, {"depth": 0}, "old_generation"),
        ({"depth": 4}, {"depth": 5}, "shallower"),
        ({"depth": 5, "bound": LOWER}, {"depth": 5}, "not_exact"),
        ({"depth": 5, "bound": LOWER}, {"depth": 5, "bound": UPPER, "move": 1}, "no_move"),
        ({"depth": 5}, {"depth": 5, "bound": LOWER, "move": 1}, "no_move"),
        ({"depth": 5, "move": 1}, {"depth": 5, "move": 2}, "oldest"),
        ({"depth": 5, "move": 1}, {"depth": 0}, "oldest"),
    ],
)
def test_a_lone_victim_is_compared_with_the_newcomer(
    make_small: Make, old: dict[str, Any], new: dict[str, Any], named: str
) -> None:
    table = make_small(layout="single")
    fill(table, old)
    table.store(NEWCOMER, **new)
    assert reasons(table) == {"empty": 1, named: 1}


def test_a_victim_among_several_is_compared_with_the_others_and_not_with_the_newcomer(
    make_small: Make,
) -> None:
    table = make_small()
    fill(table, *[{"depth": 5, "bound": LOWER}] * 4)
    table.store(NEWCOMER, depth=9, move=1)
    assert reasons(table) == {"empty": 4, "oldest": 1}


def test_protected_entries_are_no_others(make_small: Make) -> None:
    # The main entries are deeper, but might not have gone: only the newcomer is left to compare with.
    table = make_small()
    fill(table, *[{"depth": 9}] * 3, {"depth": 2, "source": Source.QUIESCENCE})
    table.store(NEWCOMER, depth=2, source=Source.QUIESCENCE)
    assert lost(table, 4) == [4]
    assert reasons(table) == {"empty": 4, "oldest": 1}


def test_reasons_are_named_alike_under_every_policy(make_small: Make) -> None:
    for policy in ("cascade", "depth_preferred", "depth_and_age", "exact_preferred"):
        table = make_small(policy=policy)
        fill(table, {"depth": 3}, {"depth": 4}, {"depth": 5}, {"depth": 6})
        table.store(NEWCOMER, depth=9)
        assert reasons(table) == {"empty": 4, "shallower": 1}


def test_a_collision_is_an_entry_of_this_generation_evicted(make_small: Make) -> None:
    table = make_small(layout="single")
    table.store(1)
    table.store(2)
    assert table._counters()["collisions"] == 1
    table.new_search()
    table.store(3)
    assert table._counters()["collisions"] == 1
