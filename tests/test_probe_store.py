"""What a table stores and reports."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from small_tables import LAYOUTS, Make
from tabiya._utils.mixing import mix
from tabiya.reference.conversion import fields_of
from tabiya.reference.layout import Geometry, pack
from tabiya.table.entry import (
    MAX_DEPTH,
    MAX_EVAL,
    MAX_KEY,
    MAX_MOVE,
    MAX_SCORE,
    Bound,
    Entry,
    Source,
)

keys = st.integers(0, MAX_KEY)
stored_fields = st.fixed_dictionaries(
    {},
    optional={
        "move": st.integers(0, MAX_MOVE),
        "score": st.integers(-MAX_SCORE, MAX_SCORE),
        "eval": st.none() | st.integers(-MAX_EVAL, MAX_EVAL),
        "depth": st.integers(0, MAX_DEPTH),
        "bound": st.sampled_from([Bound.UPPER, Bound.LOWER, Bound.EXACT]),
        "source": st.sampled_from(Source),
        "pv": st.booleans(),
    },
)


# ---- remembering -----------------------------------------------------------------------------------------


def test_an_empty_table_knows_nothing(make_table: Make) -> None:
    table = make_table(entries=100)
    assert all(table.probe(key) is None for key in (0, 1, 12345, MAX_KEY))
    assert len(table) == 0


@given(key=keys, given_fields=stored_fields, mixed=st.booleans(), layout=st.sampled_from(list(LAYOUTS)))
def test_what_was_stored_comes_back(
    make_table: Make, key: int, given_fields: dict[str, Any], mixed: bool, layout: str
) -> None:
    table = make_table(entries=100, random_keys=mixed, layout=layout)
    table.store(key, **given_fields)
    assert table.probe(key) == Entry(**given_fields)
    assert len(table) == 1


@given(given_fields=stored_fields)
def test_fields_may_be_given_by_position(make_table: Make, given_fields: dict[str, Any]) -> None:
    entry = Entry(**given_fields)
    table = make_table(entries=4)
    table.store(9, entry.move, entry.score, entry.eval, entry.depth, entry.bound, entry.source, entry.pv)
    assert table.probe(9) == entry


def test_a_probe_returns_an_entry_of_the_public_class(make_table: Make) -> None:
    table = make_table(entries=4)
    table.store(1)
    assert type(table.probe(1)) is Entry


@pytest.mark.parametrize("layout", LAYOUTS)
def test_keys_that_are_not_random_do_not_crowd(make_table: Make, layout: str) -> None:
    for shift in (0, 20, 40):
        table = make_table(entries=3000, layout=layout)
        for key in range(300):
            table.store(key << shift)
        assert sum(table.probe(key << shift) is not None for key in range(300)) >= 260


@pytest.mark.parametrize("layout", LAYOUTS)
def test_other_keys_of_the_cluster_are_told_apart(make_small: Make, layout: str) -> None:
    table = make_small(layout=layout)
    ways = LAYOUTS[layout]
    for key in range(ways):
        table.store(key, score=key)
    assert [table.probe(key).score for key in range(ways)] == list(range(ways))
    assert table.probe(ways) is None


def test_the_generation_of_the_store_is_remembered(make_small: Make) -> None:
    table = make_small()
    for generation in (0, 1, 2):
        table.store(generation)
        assert table.probe(generation).generation == table.generation == generation
        table.new_search()


def test_clear_forgets_everything_but_the_generation(make_small: Make) -> None:
    table = make_small()
    table.new_search()
    table.store(1)
    table.clear()
    assert (table.probe(1), len(table), table.generation) == (None, 0, 1)
    assert table._raw() == bytes(64)


def test_a_probe_never_writes(make_small: Make) -> None:
    table = make_small()
    for key in range(4):
        table.store(key)
    table.new_search()
    before = table._raw()
    for key in range(8):
        table.probe(key)
        table.prefetch(key)
        table.probe_with_prefetch(key, key + 1)
    assert table._raw() == before


def test_prefetching_changes_no_answer(make_small: Make) -> None:
    for prefetch in (True, False):
        table = make_small(prefetch=prefetch)
        table.store(1, score=5)
        assert table.prefetch(1) is None
        assert table.probe_with_prefetch(1) == table.probe_with_prefetch(1, 2) == table.probe(1)
        assert table.probe_with_prefetch(key=2, next_key=None) is None


# ---- memory ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mixed", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_entries_lie_in_memory_as_the_layout_says(make_table: Make, layout: str, mixed: bool) -> None:
    clusters, ways = 1000, LAYOUTS[layout]
    geometry = Geometry(clusters, ways)
    rng = random.Random(1)
    for _ in range(50):
        table = make_table(entries=clusters * ways, layout=layout, random_keys=mixed)
        key = rng.getrandbits(64)
        entry = Entry(move=rng.getrandbits(24), score=-rng.getrandbits(18), eval=-5, depth=7, pv=True)
        table.store(key, entry.move, entry.score, entry.eval, entry.depth, pv=True)
        hash = key if mixed else mix(key)
        offset = geometry.cluster_of(hash) * geometry.stride * 16
        words = b"".join(word.to_bytes(8, "little") for word in pack(*fields_of(hash, entry)))
        expected = bytes(offset) + words
        assert table._raw() == expected.ljust(geometry.words * 8, b"\0")


def test_the_spare_bytes_of_three_way_clusters_stay_zero(make_small: Make) -> None:
    table = make_small(layout="cluster3")
    for key in range(100):
        table.store(key, score=key)
    assert len(table) == 3
    assert table._raw()[48:] == bytes(16)


# ---- the switch ------------------------------------------------------------------------------------------


def test_a_disabled_table_forgets_nothing_learns_nothing_and_counts_nothing(make_small: Make) -> None:
    table = make_small()
    table.store(1, score=5)
    raw, counters = table._raw(), table._counters()
    assert table.enabled is True
    table.enabled = False
    assert table.enabled is False
    assert table.probe(1) is None
    assert table.probe_with_prefetch(1, 2) is None
    table.store(1, depth=9)
    table.store(2)
    assert (table._raw(), table._counters()) == (raw, counters)
    table.enabled = True
    assert table.probe(1) == Entry(score=5)


# ---- how full --------------------------------------------------------------------------------------------


def slots_of(raw: bytes, layout: str) -> list[list[int]]:
    """word1 of each slot, by cluster, from the table's bytes."""
    stride = 16 if layout == "single" else 64
    return [
        [
            int.from_bytes(raw[at + 16 * way + 8 : at + 16 * way + 16], "little")
            for way in range(LAYOUTS[layout])
        ]
        for at in range(0, len(raw), stride)
    ]


def exact_figures(table: Any, layout: str) -> tuple[int, float, int]:
    """hashfull, fill_rate and len by counting, from the definition."""
    clusters = slots_of(table._raw(), layout)
    sampled = min(len(clusters), 1000)
    sample = [clusters[i * len(clusters) // sampled] for i in range(sampled)]
    live = [word for cluster in sample for word in cluster if word >> 58 & 3]
    current = sum(word >> 52 & 63 == table.generation for word in live)
    slots = len(sample) * LAYOUTS[layout]
    everything = sum(bool(word >> 58 & 3) for cluster in clusters for word in cluster)
    return current * 1000 // slots, len(live) / slots, everything


def test_hashfull_counts_all_generations_of_this_search_and_no_other(make_table: Make) -> None:
    table = make_table(entries=64, aging_interval=10)
    for key in range(8):
        table.store(key << 32)
    table.new_search()
    for key in range(8, 40):
        table.store(key << 32)
        table.add_nodes(7)
    assert table.generation == 1 + 32 * 7 // 10
    words = [word for cluster in slots_of(table._raw(), "cluster4") for word in cluster]
    this_search = sum(bool(word >> 58 & 3) and word >> 52 & 63 >= 1 for word in words)
    assert this_search > 16
    assert table.hashfull() == this_search * 1000 // table.capacity
    assert table.copy().hashfull() == table.hashfull()
    table.new_search()
    assert table.hashfull() == 0


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("clusters", [1, 7, 999, 1000, 1001, 2500])
def test_hashfull_is_an_exact_count_of_its_sample(make_table: Make, layout: str, clusters: int) -> None:
    table = make_table(entries=clusters * LAYOUTS[layout], layout=layout)
    rng = random.Random(clusters)
    for _ in range(3):
        for _ in range(clusters * LAYOUTS[layout] // 3):
            table.store(rng.getrandbits(64))
        assert (table.hashfull(), table.fill_rate(), len(table)) == exact_figures(table, layout)
        table.new_search()
        assert table.hashfull() == 0


def test_a_full_table_is_1000_permille_full(make_small: Make) -> None:
    table = make_small()
    for key in range(4):
        table.store(key)
        assert table.hashfull() == 250 * (key + 1)
        assert table.fill_rate() == (key + 1) / 4
    table.new_search()
    assert (table.hashfull(), table.fill_rate()) == (0, 1.0)
    table.store(0)
    assert table.hashfull() == 250
