"""Full keys: with 65,536 clusters or more, a table lists, merges, resizes and copies exactly."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tabiya import Bound, ReferenceTable, Source, TableConfig, TranspositionTable

WAYS = {"single": 1, "cluster3": 3, "cluster4": 4}
CLUSTERS = [65536, 65537, 65539, 70001, 81920, 99991, 100_000, 131_071, 131_072, 200_003, 262_144]


def filled(
    make: Callable[..., Any], count: int, seed: int = 1, **settings: Any
) -> tuple[Any, dict[int, int]]:
    """A table and the depths of the keys that were stored in it, each key once."""
    table = make(**settings)
    source = random.Random(seed)
    stored = {source.getrandbits(64): source.randrange(1, 200) for _ in range(count)}
    for key, depth in stored.items():
        table.store(key, move=key & 0xFFFF, score=depth - 100, depth=depth)
    return table, stored


def depths(table: Any) -> dict[int, int]:
    return {key: entry.depth for key, entry in table.items()}


@pytest.mark.parametrize("layout", WAYS)
@pytest.mark.parametrize("clusters", CLUSTERS)
def test_every_key_comes_back(clusters: int, layout: str) -> None:
    table, stored = filled(TranspositionTable, 3000, entries=clusters * WAYS[layout], layout=layout)
    found = dict(table.items())
    assert len(found) == len(table)
    assert all(stored[key] == entry.depth and entry.move == key & 0xFFFF for key, entry in found.items())
    missing = [key for key in stored if key not in found]
    assert all(table.probe(key) is None for key in missing)
    assert len(missing) < 100  # single slots lose some to each other
    edges = [0, 2**64 - 1, 1, 2**63, 2**48, 2**48 - 1]
    table.clear()
    table.store_many(np.array(edges, dtype=np.uint64))
    assert {key for key, _ in table.items()} == set(edges) & {key for key in edges if key in table}


def test_to_numpy_holds_what_items_gives(make_table: Callable[..., Any]) -> None:
    table, _ = filled(make_table, 500, hash_mb=4)
    array = table.to_numpy()
    assert array.dtype.names == (
        "key",
        "move",
        "score",
        "eval",
        "depth",
        "generation",
        "bound",
        "source",
        "pv",
    )
    rows = [(int(row["key"]), int(row["move"]), int(row["score"]), int(row["depth"])) for row in array]
    assert rows == [(key, entry.move, entry.score, entry.depth) for key, entry in table.items()]


def test_growing_keeps_everything(make_table: Callable[..., Any]) -> None:
    table, _ = filled(make_table, 2000, entries=65536 * 4)
    before = depths(table)
    assert table.resize(entries=2 * 65536 * 4) == len(before)
    assert depths(table) == before
    assert table.resize(entries=65536 * 4) == len(before)
    assert depths(table) == before
    assert all(table.probe(key).depth == depth for key, depth in before.items())


def test_shrinking_keeps_the_better_entries() -> None:
    table = TranspositionTable(entries=2 * 65536, layout="single", random_keys=True)
    # Pairs of neighbours that will share one slot of half as many.
    for pair in range(1000):
        table.store(pair << 48, depth=pair % 50 + 1)
        table.store((pair << 48) + (1 << 47), depth=50 - pair % 50)
    assert len(table) == 2000
    assert table.resize(entries=65536) == 1000
    for pair in range(1000):
        low, high = table.probe(pair << 48), table.probe((pair << 48) + (1 << 47))
        assert (low is None) != (high is None)
        assert (low or high).depth == max(pair % 50 + 1, 50 - pair % 50)


def test_shrinking_prefers_this_generation() -> None:
    table = TranspositionTable(entries=2 * 65536, layout="single", random_keys=True)
    table.store(0, depth=200)
    table.new_search()
    table.store(1 << 47, depth=1)
    assert table.resize(entries=65536) == 1
    assert table.probe(1 << 47).depth == 1


def test_resizing_keeps_generation_and_statistics(make_table: Callable[..., Any]) -> None:
    table = make_table(entries=65536, layout="single", statistics=True)
    table.new_search()
    table.store(5)
    table.resize(entries=70_000)
    assert table.generation == 1
    assert table.probe(5).generation == 1
    assert table.stats.stores == 1


def test_merging_takes_the_better_entry_of_each_key(make_table: Callable[..., Any]) -> None:
    left, right = make_table(entries=65536, layout="single"), make_table(entries=70_000, layout="single")
    for key, (ours, theirs) in {1: (5, 9), 2: (9, 5), 3: (0, 4), 4: (6, 0)}.items():
        if ours:
            left.store(key, depth=ours, score=1)
        if theirs:
            right.store(key, depth=theirs, score=2)
    left.merge(right)
    assert depths(left) == {1: 9, 2: 9, 3: 4, 4: 6}
    assert [left.probe(key).score for key in (1, 2, 3, 4)] == [2, 1, 2, 1]
    assert depths(right) == {1: 9, 2: 5, 3: 4}


def test_merging_fills_in_what_the_winner_lacks(make_table: Callable[..., Any]) -> None:
    left, right = make_table(entries=65536, layout="single"), make_table(entries=65536, layout="single")
    left.store(1, move=77, eval=-4, depth=3)
    right.store(1, depth=9)
    left.merge(right)
    assert (left.probe(1).depth, left.probe(1).move, left.probe(1).eval) == (9, 77, -4)


def test_merging_keeps_ages(make_table: Callable[..., Any]) -> None:
    left, right = make_table(entries=65536, layout="single"), make_table(entries=65536, layout="single")
    right.store(1)
    right.new_search()
    right.store(2)
    for _ in range(10):
        left.new_search()
    left.merge(right)
    assert (left.probe(1).generation, left.probe(2).generation) == (9, 10)


@pytest.mark.parametrize(
    ("here", "there"), [(TranspositionTable, ReferenceTable), (ReferenceTable, TranspositionTable)]
)
def test_native_and_reference_merge_into_each_other(here: Any, there: Any) -> None:
    left, _ = filled(here, 300, seed=1, entries=65536 * 4)
    right, stored = filled(there, 300, seed=2, entries=65536 * 4)
    right.new_search()
    before = depths(left)
    left.merge(right)
    assert depths(left) == {**before, **depths(right)}
    key = next(iter(stored))
    assert (left.generation - left.probe(key).generation) % 64 == 1


def test_merging_a_table_with_itself_changes_nothing(make_table: Callable[..., Any]) -> None:
    table, _ = filled(make_table, 100, entries=65536, layout="single")
    before = table._raw()
    table.merge(table)
    assert table._raw() == before


def test_merging_something_else_is_refused(make_table: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"^other must be a table, not dict$"):
        make_table(entries=4).merge({})


@pytest.mark.parametrize("copier", [lambda table: table.copy(), copy.copy, copy.deepcopy])
def test_a_copy_is_the_same_and_independent(
    make_table: Callable[..., Any], copier: Callable[[Any], Any]
) -> None:
    table = make_table(entries=100, policy="always")
    table.new_search()
    for key in range(200):
        table.store(key, depth=key % 7)
    twin = copier(table)
    assert twin._raw() == table._raw()
    assert (twin.generation, twin.config) == (1, table.config)
    twin.clear()
    assert len(table) > 0


@pytest.mark.parametrize("call", ["items", "to_numpy"])
def test_small_tables_say_that_they_do_not_know_their_keys(call: str) -> None:
    table = TranspositionTable(hash_mb=1)
    with pytest.raises(
        ValueError, match="needs whole keys, which only tables of at least 65536 clusters have"
    ) as raised:
        getattr(table, call)()
    assert str(raised.value).startswith(call)
    assert str(raised.value).endswith("this one has 16384")


def test_a_small_table_cannot_be_merged_from(make_table: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"^merge needs whole keys"):
        make_table(entries=65536, layout="single").merge(make_table(entries=4))


def test_memory_is_not_taken_from_an_iterator(make_table: Callable[..., Any]) -> None:
    table, _ = filled(make_table, 50, entries=65536, layout="single")
    items = table.items()
    next(items)
    for call in (lambda: table.resize(entries=70_000), lambda: table.set_layout("cluster4"), table.close):
        with pytest.raises(BufferError, match="in use by a batch, search or iterator"):
            call()
    items.close()
    assert table.resize(entries=70_000) > 0


def test_a_table_refuses_to_be_pickled_and_says_what_to_do(make_table: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match=r"cannot be pickled: threads can share it as it is.*table\.config"):
        pickle.dumps(make_table(entries=4))
    config = TableConfig(hash_mb=7, policy="always")
    assert pickle.loads(pickle.dumps(config)) == config


def test_all_fields_survive_the_journey(make_table: Callable[..., Any]) -> None:
    table = make_table(entries=65536, layout="single")
    table.store(9, 2**24 - 1, -500_000, -32767, 255, Bound.UPPER, Source.BOOK, True)
    entry = table.probe(9)
    other = make_table(entries=300_000)
    other.merge(table)
    table.resize(entries=80_000)
    assert dict(table.items()) == {9: entry} == dict(other.items())
