"""Regions and inspected clusters: what they say is what the table holds, and what a store does."""

from __future__ import annotations

import random
import threading
from itertools import product
from typing import Any

import numpy as np
import pytest

from small_tables import LAYOUTS, POLICIES
from tabiya import Entry, ReferenceTable, TranspositionTable
from tabiya.table.entry_values import Bound, Source


def random_entry(draw: random.Random) -> dict[str, Any]:
    return {
        "move": draw.choice((0, draw.randrange(1, 2**24))),
        "score": draw.randrange(-1000, 1000),
        "depth": draw.randrange(12),
        "bound": draw.randrange(1, 4),
        "source": draw.randrange(5),
    }


def filled(*tables: Any, stores: int, seed: int = 1) -> None:
    draw = random.Random(seed)
    for number in range(stores):
        key, entry = draw.randrange(2**64), random_entry(draw)
        for table in tables:
            table.store(key, **entry)
            if number % (stores // 12) == 0:
                table.new_search()


@pytest.mark.parametrize(
    "settings", [{"entries": 3000}, {"entries": 900, "layout": "cluster3"}, {"hash_mb": 4}]
)
def test_native_and_reference_regions_are_equal(settings: dict[str, Any]) -> None:
    native, reference = TranspositionTable(**settings), ReferenceTable(**settings)
    filled(native, reference, stores=4000)
    for count, sample in ((1, 10**6), (16, 100), (256, 16_384), (5000, 1)):
        assert np.array_equal(native.regions(count, sample=sample), reference.regions(count, sample=sample))


def test_regions_of_a_whole_table_count_every_entry() -> None:
    table = TranspositionTable(entries=2**18)
    filled(table, stores=20_000)
    rows = table.to_numpy()
    found = table.regions(64, sample=2**20)
    assert found["sampled"].sum() == table.config.clusters
    assert found["slots"].sum() == table.capacity
    assert found["entries"].sum() == len(rows) == len(table)
    for column, values in (("bounds", rows["bound"] - 1), ("sources", rows["source"])):
        assert (
            found[column].sum(axis=0).tolist()
            == np.bincount(values, minlength=found[column].shape[1]).tolist()
        )
    ages = (table.generation - rows["generation"].astype(int)) % 64
    classes = np.digitize(ages, [1, 2, 8])
    assert found["ages"].sum(axis=0).tolist() == np.bincount(classes, minlength=4).tolist()
    assert (found["depth"] * found["entries"]).sum() == pytest.approx(rows["depth"].sum())


def test_a_sample_reads_no_more_clusters_than_allowed() -> None:
    table = TranspositionTable(hash_mb=8)
    assert table.regions(256, sample=1000)["sampled"].sum() <= 1000
    assert table.regions(256, sample=1)["sampled"].tolist() == [1] * 256
    assert len(TranspositionTable(entries=16).regions(256)) == 4


def test_regions_do_not_change_a_table() -> None:
    table = TranspositionTable(entries=2000, statistics=True)
    filled(table, stores=3000)
    before, stats = table._raw(), table.stats
    table.regions()
    table.inspect(7, depth=3)
    assert table._raw() == before
    assert table.stats == stats


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "count must be between 1 and 65536, not 0"),
        ({"count": 2, "sample": 0}, "sample must be between 1 and 16777216, not 0"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TranspositionTable(entries=64).regions(**arguments)


@pytest.mark.parametrize(("layout", "policy"), list(product(LAYOUTS, POLICIES)))
def test_inspect_says_what_the_next_store_does(layout: str, policy: str) -> None:
    """The native table then does exactly that, and names the same reason in its statistics."""
    settings: dict[str, Any] = {"entries": 24, "layout": layout, "policy": policy, "statistics": True}
    table, reference = TranspositionTable(**settings), ReferenceTable(**settings)
    draw = random.Random(layout + policy)
    for number in range(400):
        key, entry = draw.randrange(60), random_entry(draw)
        before = table.inspect(key, **entry)
        assert before == reference.inspect(key, **entry)
        counts = table.stats
        table.store(key, **entry)
        reference.store(key, **entry)
        after = table.inspect(key)
        changed = [slot.slot for slot in before.slots if slot.entry != after.slots[slot.slot].entry]
        said, added = before.store, table.stats
        assert set(changed) <= {said.slot}
        assert (added.refused - counts.refused == 1) == (said.outcome == "refuse")
        assert (added.updates - counts.updates == 1) == (said.outcome == "update")
        assert added.kept_old - counts.kept_old == said.kept_old
        assert added.prevented - counts.prevented == said.prevented
        if said.reason is not None:
            assert getattr(added.reasons, said.reason) == getattr(counts.reasons, said.reason) + 1
            assert after.entry is not None
            assert after.slots[said.slot or 0].is_key
        if number % 40 == 0:
            table.new_search()
            reference.new_search()


def test_inspect_names_every_entry_of_the_cluster() -> None:
    table = TranspositionTable(entries=2**18)
    filled(table, stores=50_000)
    stored = dict(table.items())
    for key in list(stored)[:200]:
        found = table.inspect(key)
        assert found.entry == stored[key] == table.probe(key)
        for slot in found.slots:
            assert slot.entry is None or stored[slot.key or 0] == slot.entry
            assert slot.entry is None or slot.age == (table.generation - slot.entry.generation) % 64


def test_the_next_victim_is_the_slot_of_least_value() -> None:
    table = TranspositionTable(entries=4)
    for key, depth in ((1, 9), (2, 3), (3, 7)):
        table.store(key, depth=depth)
    assert table.inspect(10).next_victim is None
    table.store(4, depth=8)
    found = table.inspect(10, depth=5)
    assert found.next_victim == found.store.slot == 1
    assert found.store.replaced == Entry(depth=3, bound=Bound.EXACT, source=Source.MAIN)
    assert str(found.store) == "replaces slot 1: shallower"


def test_regions_and_inspect_beside_stores() -> None:
    table = TranspositionTable(entries=4096)
    done = threading.Event()

    def write() -> None:
        keys = np.random.default_rng(1).integers(0, 2**63, 20_000, dtype=np.uint64)
        while not done.is_set():
            table.store_many(keys, depths=5)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for key in range(300):
            found = table.regions(32)
            assert (found["entries"] <= found["slots"]).all()
            assert (found["bounds"].sum(axis=1) == found["entries"]).all()
            assert len(table.inspect(key).slots) == 4
    finally:
        done.set()
        writer.join()
