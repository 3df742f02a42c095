"""The rule of resize and merge: the better entry stays under every policy."""

from __future__ import annotations

from typing import Any

import pytest

from small_tables import LOWER, POLICIES, UPPER, Make, age_by, lost, reasons
from tabiya.table.entry import Entry


def insert_all(table: Any, *entries: Entry) -> None:
    table._insert(list(enumerate(entries, 1)))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (Entry(depth=9, move=1, generation=9), Entry(depth=0, bound=UPPER, generation=10)),
        (Entry(depth=4, move=1, generation=10), Entry(depth=5, bound=UPPER, generation=10)),
        (Entry(depth=5, move=1, bound=LOWER, generation=10), Entry(depth=5, generation=10)),
        (Entry(depth=5, generation=10), Entry(depth=5, move=1, generation=10)),
        (Entry(depth=5, generation=7), Entry(depth=5, generation=8)),
        (Entry(depth=5, generation=11), Entry(depth=5, generation=9)),  # 63 searches ago, and one
    ],
)
def test_of_two_inserted_entries_the_better_stays_under_every_policy(
    make_small: Make, policy: str, worse: Entry, better: Entry
) -> None:
    for first, second in ((worse, better), (better, worse)):
        table = make_small(layout="single", policy=policy)
        age_by(table, 10)
        table._insert([(1, first), (2, second)])
        assert (table.probe(1), table.probe(2)) == ((better, None) if first is better else (None, better))


def test_an_insert_of_equal_value_is_dropped(make_small: Make) -> None:
    table = make_small(layout="single")
    table._insert([(1, Entry(score=1)), (2, Entry(score=2))])
    assert (table.probe(1), table.probe(2)) == (Entry(score=1), None)


def test_an_insert_displaces_the_least_and_ties_go_by_signature(make_small: Make) -> None:
    table = make_small()
    insert_all(table, Entry(depth=3), Entry(depth=2), Entry(depth=3), Entry(depth=2))
    table._insert([(103, Entry(depth=5)), (100, Entry(depth=5)), (101, Entry(depth=1))])
    assert lost(table, 4) == [2, 4]
    assert table.probe(101) is None


def test_inserts_of_one_key_are_combined_and_keep_the_winners_generation(make_small: Make) -> None:
    table = make_small()
    age_by(table, 10)
    deep, shallow = Entry(depth=9, eval=5, generation=3), Entry(depth=8, move=7, eval=6, generation=4)
    both = Entry(move=7, depth=9, eval=5, generation=3)
    table._insert([(1, deep), (1, shallow), (2, shallow), (2, deep)])
    assert (table.probe(1), table.probe(2)) == (both, both)


def test_of_inserts_of_one_key_and_value_the_first_stays(make_small: Make) -> None:
    table = make_small()
    table._insert([(1, Entry(score=1)), (1, Entry(score=2))])
    assert table.probe(1) == Entry(score=1)


def test_an_insert_says_how_many_were_let_in(make_small: Make) -> None:
    table = make_small(layout="single")
    age_by(table, 10)
    assert table._insert([(1, Entry(depth=3)), (1, Entry(depth=3)), (2, Entry(depth=2))]) == 1
    assert table._insert([(1, Entry(depth=4)), (2, Entry(depth=5))]) == 2
    assert table._insert([]) == 0
    table.close()
    with pytest.raises(ValueError, match="closed"):
        table._insert([(1, Entry())])


def test_inserts_are_not_counted(make_small: Make) -> None:
    table = make_small()
    insert_all(table, *[Entry(depth=depth) for depth in range(9)])
    assert table._counters()["stores"] == 0
    assert reasons(table) == {}
