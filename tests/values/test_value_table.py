"""The promises of value tables, native and in plain Python."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import threading
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import ValueTable
from tabiya._utils.mixing import unmix
from tabiya.reference.value_core import link
from tabiya.reference.values import ReferenceValueTable

COUNTS = [("n", "i4"), ("w", "f8")]
BOTH = pytest.mark.parametrize("make", [ValueTable, ReferenceValueTable])


@pytest.mark.parametrize(
    ("size", "entry", "wide_entry"),
    [(1, 16, 32), (8, 16, 32), (9, 32, 32), (16, 32, 32), (17, 32, 64), (24, 32, 64), (48, 64, 64)],
)
def test_a_value_takes_the_smallest_entry_that_holds_it(size: int, entry: int, wide_entry: int) -> None:
    dtype = [("b", "u1", (size,))]
    assert ValueTable(dtype, 1).entry_bytes == entry
    assert ValueTable(dtype, 1, key_bits=128).entry_bytes == wide_entry


@pytest.mark.parametrize("hash_mb", [1, 3.5, 8])
def test_the_table_uses_the_memory_that_it_was_given(hash_mb: float) -> None:
    for dtype in ("f8", COUNTS, [("b", "u1", (56,))]):
        table = ValueTable(dtype, hash_mb)
        assert table.memory_usage.slots == hash_mb * 2**20 == table.capacity * table.entry_bytes


@BOTH
def test_an_update_keeps_the_sign_of_zero(make: Any) -> None:
    table = make("f8", 1)
    table.update(1, -0.0)
    assert str(table.probe(1)) == "-0.0"


@BOTH
def test_all_forms_of_a_value_are_the_same_value(make: Any) -> None:
    table = make(COUNTS, 1)
    scalar = np.array((3, 0.5), COUNTS)[()]
    for key, value in enumerate(
        [(3, 0.5), {"w": 0.5, "n": 3}, scalar, [3, 0.5], (np.int64(3), np.float32(0.5))]
    ):
        table.store(key, value)
        assert table.probe(key) == (3, 0.5)
        table.store(key + 100, table.probe(key))
        assert table.probe(key + 100) == table.probe(key)


@BOTH
def test_a_value_reads_as_record_sequence_and_mapping(make: Any) -> None:
    table = make(COUNTS, 1)
    table.store(1, (3, 0.5))
    value = table.probe(1)
    n, w = value
    assert (n, w, value[0], value[-1], value["n"], len(value)) == (3, 0.5, 3, 0.5, 3, 2)
    assert value.as_dict() == {"n": 3, "w": 0.5}
    assert value.to_numpy() == np.array((3, 0.5), COUNTS)
    assert repr(value) == "Value({'n': 3, 'w': 0.5})"
    assert hash(value) == hash((3, 0.5))
    assert value != (3, 0.25)
    assert value != "n"
    with pytest.raises(KeyError, match="x"):
        value["x"]
    with pytest.raises(IndexError):
        value[2]


def test_a_value_can_be_pickled() -> None:
    table = ValueTable(COUNTS, 1)
    table.store(1, (3, 0.5))
    assert pickle.loads(pickle.dumps(table.probe(1))) == (3, 0.5)


@BOTH
def test_a_plain_dtype_gives_plain_numbers(make: Any) -> None:
    for dtype, value in (("i8", -5), ("f4", 0.5), ("?", True), ("u1", 255), ("f2", 0.25)):
        table = make(dtype, 1)
        table.store(9, value)
        assert table.probe(9) == value
        assert type(table.probe(9)) is type(value)


@BOTH
def test_a_store_replaces_the_value_of_its_key(make: Any) -> None:
    table = make("i8", 1)
    for value in (1, 2, 3):
        table.store(5, value)
    assert (table.probe(5), len(table)) == (3, 1)


# ---- replacement --------------------------------------------------------------------------------------


def rivals(count: int) -> list[int]:
    """Keys of one cluster, for any size."""
    return [unmix(signature) for signature in range(1, count + 1)]


@BOTH
@pytest.mark.parametrize("dtype", ["i8", COUNTS, [("n", "i8", (5,))]])
def test_the_lowest_priority_makes_room(make: Any, dtype: Any) -> None:
    table = make(dtype, entries=4)
    zero = np.zeros((), dtype)[()]
    ways = table._shape.ways
    *first, new = rivals(ways + 1)
    for priority, key in enumerate(first, start=10):
        table.store(key, zero, priority)
    table.store(new, zero, 0)  # even a lower priority gets in: a cache must accept new values
    assert [key in table for key in (*first, new)] == [False] + [True] * ways


@BOTH
def test_an_older_generation_makes_room_before_a_lower_priority(make: Any) -> None:
    table = make("i8", entries=4)
    old, *young, new = rivals(5)
    table.store(old, 1, priority=255)
    table.new_search()
    for key in young:
        table.store(key, 1, priority=0)
    table.store(new, 1)
    assert [key in table for key in (old, *young, new)] == [False, True, True, True, True]


@BOTH
@pytest.mark.parametrize("new", range(5, 9))
def test_the_oldest_makes_room_in_whichever_slot_it_is(make: Any, new: int) -> None:
    """Only between equals does the new key choose the slot."""
    *first, key = map(unmix, (1, 2, 3, 4, new))
    for start, years in itertools.product(range(4), (1, 2)):
        table = make("i8", entries=4)
        for each in first:
            table.store(each, 1)
        for each in first[start:] + first[:start]:
            table.new_search()
            table.store(each, 1)
        for _ in range(years):
            table.new_search()
        table.store(key, 1)
        assert [each in table for each in first] == [each != first[start] for each in first]


@BOTH
def test_an_entry_that_is_written_again_is_young_again(make: Any) -> None:
    table = make("i8", entries=4)
    first, second, *rest, new = rivals(5)
    for key in (first, second, *rest):
        table.store(key, 1)
    table.new_search()
    table.add(first, 1)
    for key in rest:
        table.store(key, 1)
    table.store(new, 1)
    assert second not in table
    assert first in table


@BOTH
def test_add_keeps_the_higher_priority_and_store_sets_it(make: Any) -> None:
    table = make("i8", entries=4)
    kept, *others = rivals(8)
    table.add(kept, 1, priority=9)
    table.add(kept, 1)
    for key in others:
        table.store(key, 1, priority=5)
    assert table.probe(kept) == 2
    table.store(kept, 1, priority=0)
    table.store(others[0], 1, priority=5)
    table.store(rivals(20)[-1], 1)
    assert kept not in table


# ---- add ----------------------------------------------------------------------------------------------


@BOTH
def test_add_starts_from_zeros_and_returns_the_sum(make: Any) -> None:
    table = make(COUNTS, 1)
    assert table.add(1, {"n": 2}) == (2, 0.0)
    assert table.add(1, {"w": 0.5, "n": -3}) == (-1, 0.5)
    assert table.add(1, {}) == table.probe(1) == (-1, 0.5)


@BOTH
def test_update_sets_some_fields_and_adds_to_others(make: Any) -> None:
    table = make(COUNTS, 1)
    assert table.update(1, {"w": 0.5}, add={"n": 2}) == (2, 0.5)
    assert table.update(1, {"w": 0.25}, {"n": 2}, priority=3) == (4, 0.25)
    with pytest.raises(OverflowError):
        table.update(1, {"w": 9, "n": 2**31})
    assert table.update(1, {}) == table.probe(1) == (4, 0.25)


@BOTH
@pytest.mark.parametrize(("dtype", "top"), [("u1", 255), ("i2", 32767), ("u8", 2**64 - 1), ("i8", 2**63 - 1)])
def test_an_overflow_adds_nothing(make: Any, dtype: str, top: int) -> None:
    table = make([("a", "f8"), ("n", dtype)], 1)
    table.store(1, (1.5, top))
    with pytest.raises(OverflowError, match=r"n would leave the range of u?int"):
        table.add(1, {"a": 1, "n": 1})
    assert table.probe(1) == (1.5, top)
    with pytest.raises(OverflowError):
        table.add(2, {"n": -(2**63) - 1})
    assert 2 not in table


def test_threads_lose_no_amount() -> None:
    table = ValueTable(COUNTS, 1)

    def work() -> None:
        for step in range(20_000):
            table.add(step % 7, {"n": 1, "w": 0.5})

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(table.probe(key)["n"] for key in range(7)) == 80_000
    assert sum(table.probe(key)["w"] for key in range(7)) == 40_000


def test_batches_and_scalar_adds_beside_each_other_lose_nothing() -> None:
    table = ValueTable("i8", 1)
    keys = np.arange(500, dtype=np.uint64)

    def work() -> None:
        for _ in range(300):
            table.add_many(keys, 1)

    thread = threading.Thread(target=work)
    thread.start()
    for _ in range(20):
        for key in range(500):
            table.add(key, 1)
    thread.join()
    values, found = table.probe_many(keys)
    assert found.all()
    assert (values == 320).all()


@BOTH
def test_an_overflow_in_a_batch_tells_how_far_it_came(make: Any) -> None:
    table = make("u1", 1)
    table.store(2, 250)
    with pytest.raises(OverflowError) as caught:
        table.add_many(np.arange(5, dtype=np.uint64), 10)
    assert caught.value.done == 2  # type: ignore[attr-defined]
    assert [table.probe(key) for key in range(4)] == [10, 10, 250, None]


# ---- keys ---------------------------------------------------------------------------------------------


def test_keys_of_128_bits_differ_in_every_bit() -> None:
    table = ValueTable("i8", 4, key_bits=128)
    key = 0x0123456789ABCDEF_FEDCBA9876543210
    table.store(key, 1)
    assert all(key ^ 1 << bit not in table for bit in range(128))
    assert table.probe((key >> 64, key & 2**64 - 1)) == 1
    assert list(table.items()) == [(key, 1)]


def test_hashes_of_python_are_keys() -> None:
    table = ValueTable("i8", 1)
    table.store(-5, 1)
    assert table.probe(2**64 - 5) == 1


def test_items_gives_every_key_back() -> None:
    for key_bits, top in ((64, 2**64), (128, 2**128)):
        table = ValueTable(COUNTS, 8, key_bits=key_bits)
        stored = {key * 0x9E3779B97F4A7C15F39CC0605CEDC835 % top: key for key in range(5000)}
        for key, n in stored.items():
            table.store(key, (n, 0))
        found = {key: value["n"] for key, value in table.items()}
        assert found.items() <= stored.items()
        assert len(found) == len(table) > 4980  # three of them may meet in a cluster of two
        keys, values = table.to_numpy()
        assert len(keys) == len(found)
        assert values["n"].tolist() == list(found.values())


# ---- the link -----------------------------------------------------------------------------------------


def test_no_two_of_many_similar_payloads_have_links_that_agree_where_it_counts() -> None:
    """Counters that move in small steps, as in torn reads."""
    payloads = set()
    for a, b, c in itertools.product(range(64), range(64), range(16)):
        payloads |= {(a, b, c), (a << 32, b, c << 16), (a, b << 50, -c % 2**64), (c << 58, a, b << 8)}
    assert len(payloads) > 200_000
    assert len({link(payload) & ~0xFFFC for payload in payloads}) == len(payloads)


OWN_BITS = range(2, 16)
"""Generation and priority in word 0, which are not verified: they decide what makes room, never an answer."""


@BOTH
@pytest.mark.parametrize("dtype", ["i8", COUNTS, [("n", "i8", (7,))]])
def test_no_flipped_bit_of_a_slot_changes_a_value(make: Any, dtype: Any) -> None:
    table = make(dtype, entries=1)
    value = np.ones((), dtype)[()]
    table.store(5, value, priority=200)
    good = table._save_slots()
    size = table.entry_bytes
    (begin,) = [place for place in range(0, len(good), size) if any(good[place : place + size])]
    found = []
    for bit in range(8 * size):
        damaged = bytearray(good)
        damaged[begin + bit // 8] ^= 1 << bit % 8
        table._load_slots(bytes(damaged))
        found.append(table.probe(5))
    assert [bit for bit, answer in enumerate(found) if answer is not None] == list(OWN_BITS)
    assert len({str(answer) for answer in found}) == 2  # None, or the value


# ---- copies --------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize("copied", [lambda table: table.copy(), copy.copy, copy.deepcopy])
def test_a_copy_is_independent(make: Any, copied: Any) -> None:
    table = make(COUNTS, entries=64, key_bits=128)
    table.new_search()
    table.store(2**100, (3, 0.5), priority=9)
    twin = copied(table)
    table.add(2**100, {"n": 1})
    assert (tuple(table.probe(2**100)), tuple(twin.probe(2**100))) == ((4, 0.5), (3, 0.5))
    assert (twin.generation, twin.key_bits, twin.capacity, len(twin)) == (1, 128, 64, 1)


def test_a_copy_of_a_shared_table_is_private() -> None:
    with ValueTable.create_shared(f"values-copied-{os.getpid()}", "i8", 1) as table:
        table.store(1, 5)
        twin = table.copy()
    assert (twin.probe(1), twin.memory_kind) == (5, "private")
