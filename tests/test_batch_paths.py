"""The loops behind a batch: each layout has one with and one without counting, and all agree."""

from __future__ import annotations

import struct
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tabiya import ReferenceTable, TranspositionTable
from tabiya.reference.aging import Generations
from tabiya.reference.dense import DenseSlots
from tabiya.reference.layout import Fields, Geometry, pack

WAYS = {"single": 1, "cluster3": 3, "cluster4": 4, "dense": 6}
LENGTHS = [*range(71), 127, 128, 129, 4094, 4095, 4096, 8191]  # counters are flushed after 4095 keys


def answers(table: Any, keys: Any) -> list[Any]:
    """The answers of single probes, as rows of a batch."""
    rows = []
    for key in keys.tolist():
        e = table.probe(key)
        if e is None:
            rows.append((0, 0, -32768, 0, 0, 0, 0, False, False))
            continue
        no_eval = -32768 if e.eval is None else e.eval
        rows.append((e.move, e.score, no_eval, e.depth, e.generation, e.bound, e.source, e.pv, True))
    return rows


def half_filled(keys: Any, **settings: Any) -> Any:
    """A table with about half of the keys and all fields in use."""
    table = TranspositionTable(**settings)
    source = np.random.default_rng(len(keys))
    dense = settings.get("layout") == "dense"
    lowest, above = (
        ((0, -23_766, -2047, 0), (2**16, 23_767, 2048, 64))
        if dense
        else ((0, -500_000, -32767, 0), (2**24, 500_001, 32768, 256))
    )
    for key in keys[::2].tolist():
        bound, origin = (int(number) for number in source.integers((1, 0), (4, 5)))
        move, score, evaluation, depth = (int(number) for number in source.integers(lowest, above))
        table.store(key, move, score, evaluation or None, depth, bound, origin, bool(move & 1))
        if move % 7 == 0:
            table.new_search()
    table.reset_stats()
    return table


@pytest.mark.parametrize("prefetch", [True, False])
@pytest.mark.parametrize("statistics", [True, False])
@pytest.mark.parametrize("layout", WAYS)
def test_batches_of_every_length_equal_single_probes(layout: str, statistics: bool, prefetch: bool) -> None:
    pool = np.random.default_rng(5).integers(0, 2**64, max(LENGTHS), dtype=np.uint64)
    table = half_filled(pool[:3000], entries=5000, layout=layout, statistics=statistics, prefetch=prefetch)
    for length in LENGTHS:
        keys = np.random.default_rng(length).choice(pool[:4000], length)
        table.reset_stats()
        found = table.probe_many(keys)
        counted = table.stats
        table.reset_stats()
        assert found.tolist() == answers(table, keys)
        assert counted == table.stats
        assert (counted.probes > 0) == (statistics and length > 0)


@pytest.mark.parametrize("statistics", [True, False])
@pytest.mark.parametrize("layout", ["cluster3", "cluster4"])
def test_the_first_of_several_copies_counts_wherever_they_are(layout: str, statistics: bool) -> None:
    ways = WAYS[layout]
    places = [ways_of for size in range(1, ways + 1) for ways_of in combinations(range(ways), size)]
    for copies in places:
        slots = [
            pack(7 if way in copies else 100 + way, way + 1, -way, way, 9, 3, 0, 4, True) for way in range(4)
        ]
        raw = b"".join(struct.pack("<2Q", *words) for words in slots[:ways]) + bytes(16 * (4 - ways))
        for table in (
            TranspositionTable(entries=ways, layout=layout, random_keys=True, statistics=statistics),
            ReferenceTable(entries=ways, layout=layout, random_keys=True, statistics=statistics),
        ):
            table._load_raw(raw)
            keys = [7, 100, 5, 7, 103, 7, 7] * 8  # short batches are probed one by one
            if isinstance(table, TranspositionTable):
                moves = table.probe_many(np.array(keys, dtype=np.uint64))["move"].tolist()
            else:
                moves = [entry.move if entry else 0 for entry in table.probe_many(keys)]
            assert [moves[at] for at in (0, 3, 5, 6)] == [copies[0] + 1] * 4
            assert moves[2] == 0
            scans = [0] * 6
            for key in keys:
                scans[
                    next((way for way in range(ways) if (7 if way in copies else 100 + way) == key), ways - 1)
                ] += 1
            assert table.stats.scan == tuple(scans if statistics else [0] * 6)


@pytest.mark.parametrize("statistics", [True, False])
def test_the_first_of_several_copies_in_a_dense_line_counts(statistics: bool) -> None:
    """A batch probes two lines in pairs: the copies are in the first, in the second, or in both."""
    native, reference = (
        make(entries=12, layout="dense", random_keys=True, statistics=statistics)
        for make in (TranspositionTable, ReferenceTable)
    )
    upper = 1 << 63  # a key of the second line
    for copies in (ways for size in range(1, 7) for ways in combinations(range(6), size)):
        slots = DenseSlots(Geometry(clusters=2, ways=6), Generations())
        for line in (0, 1):
            for way in range(6):
                signature = 7 if way in copies else 100 + way
                slots.write(line, way, Fields(signature, 6 * line + way + 1, 5, 4, 9, 3, 0, 4, False))
        for table in (native, reference):
            table._load_raw(slots.to_bytes())
        keys = np.array([7, 100, upper | 7, 105, 100, upper | 7, 7, upper | 5, 7, upper | 7] * 8, np.uint64)
        found = native.probe_many(keys)
        assert found.tolist() == answers(native, keys) == answers(reference, keys)
        assert set(found["move"][keys == 7].tolist()) == {copies[0] + 1}


@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4"])
def test_copies_are_made_one_by_a_batch_of_stores(layout: str) -> None:
    ways = WAYS[layout]
    raw = b"".join(struct.pack("<2Q", *pack(7, way + 1, 0, 0, 9, 3, 0, 4, True)) for way in range(ways))
    raw += bytes(0 if ways == 1 else 64 - len(raw))
    tables = [
        make(entries=ways, layout=layout, random_keys=True) for make in (TranspositionTable, ReferenceTable)
    ]
    for table in tables:
        table._load_raw(raw)
    tables[0].store_many(np.array([7], dtype=np.uint64), depths=1)
    tables[1].store_many([7], depths=1)
    assert tables[0]._raw() == tables[1]._raw()
    assert len(tables[0]) == 1


def test_a_disabled_table_misses_and_counts_nothing_in_batches() -> None:
    table = TranspositionTable(entries=64, statistics=True)
    keys = np.arange(9, dtype=np.uint64)
    table.store_many(keys, depths=5)
    before, stats = table._raw(), table.stats
    table.enabled = False
    table.store_many(keys, depths=9)
    assert table.probe_many(keys).tolist() == [(0, 0, -32768, 0, 0, 0, 0, False, False)] * 9
    assert (table._raw(), table.stats) == (before, stats)


def test_an_out_that_cannot_be_filled_is_refused() -> None:
    table = TranspositionTable(entries=64)
    keys = np.arange(4, dtype=np.uint64)
    strided = table.probe_many(np.arange(8, dtype=np.uint64))[::2]
    frozen = table.probe_many(keys)
    frozen.flags.writeable = False
    for out in (strided, frozen):
        with pytest.raises(ValueError, match=r"^out must be contiguous and writeable$"):
            table.probe_many(keys, out=out)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"moves": [1, 2**24, 3]}, "moves must be between 0 and 16777215, not 16777216"),
        ({"scores": [0, 0, -500_001]}, "scores must be between -500000 and 500000, not -500001"),
        ({"evals": 40_000}, "evals must be between -32768 and 32767, not 40000"),
        ({"depths": -1}, "depths must be between 0 and 255, not -1"),
        ({"bounds": 0}, "bounds must be between 1 and 3, not 0"),
        ({"sources": [0, 5, 0]}, "sources must be between 0 and 4, not 5"),
        ({"pvs": 2}, "pvs must be between 0 and 1, not 2"),
        ({"depths": [1, 2]}, "depths must have as many values as keys, 3, not 2"),
    ],
)
def test_lists_are_refused_in_the_same_words(wrong: dict[str, Any], sentence: str) -> None:
    native, reference = TranspositionTable(entries=64), ReferenceTable(entries=64)
    for table, keys in ((native, np.arange(3, dtype=np.uint64)), (reference, [0, 1, 2])):
        with pytest.raises(ValueError) as caught:  # noqa: PT011
            table.store_many(keys, **wrong)
        assert str(caught.value) == sentence
        assert len(table) == 0


@pytest.mark.parametrize("layout", WAYS)
def test_no_counter_of_a_long_batch_overflows(layout: str) -> None:
    """All probes of a batch may end in one slot, or in none; counters in registers are narrow."""
    ways, count = WAYS[layout], 140_000
    table = TranspositionTable(entries=ways, layout=layout, random_keys=True, statistics=True)
    for key in [99, *range(ways)]:
        if key != 99:
            table.store(key, depth=1)
        table.reset_stats()
        found = table.probe_many(np.full(count, key, dtype=np.uint64))
        stats = table.stats
        slot = ways - 1 if key == 99 else key
        assert stats.scan == tuple(count * (way == slot) for way in range(6))
        assert (stats.probes, stats.hits, stats.empties) == (count, found["hit"].sum(), count * (key == 99))


@pytest.mark.parametrize("layout", ["single", "cluster3", "cluster4", "dense"])
@pytest.mark.parametrize("buckets", [1, 256, 4096])
def test_a_batch_by_buckets_leaves_what_one_store_after_another_leaves(layout: str, buckets: int) -> None:
    """With locks a batch is sorted. Keys occur often, so that their order within a cluster is seen."""
    random_numbers = np.random.default_rng(7)
    keys = random_numbers.integers(0, 2**63, 3_000, dtype=np.uint64)[
        random_numbers.integers(0, 3_000, 20_000)
    ]
    depths = random_numbers.integers(0, 6, len(keys)).astype(np.uint8)
    held = []
    for sync in ("lock_free", "bucket_locks"):
        table = TranspositionTable(entries=1_000, layout=layout, sync=sync, buckets=buckets, statistics=True)
        for begin, end in ((0, 20_000), (0, 63), (5, 70), (100, 9_000)):
            table.store_many(
                keys[begin:end], scores=np.arange(begin, end, dtype=np.int32), depths=depths[begin:end]
            )
        counted = {name: value for name, value in table.stats.as_dict().items() if isinstance(value, int)}
        held.append((table._raw(), counted))
    assert held[0] == held[1]
