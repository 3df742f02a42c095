"""Mistakes in the use of value tables: each is refused with a sentence that names it."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import ValueTable
from tabiya.reference.values import ReferenceValueTable

COUNTS = [("n", "i4"), ("w", "f8")]
BOTH = pytest.mark.parametrize("make", [ValueTable, ReferenceValueTable])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("O",), "dtype must have a fixed size in bytes, not object: Python objects cannot be kept"),
        (([("b", "u1", (57,))],), "dtype must have 1 to 56 bytes, not 57"),
        (("S0",), "dtype must have 1 to 56 bytes, not 0"),
        (("nonsense",), "dtype must be a NumPy dtype, not 'nonsense'"),
        (("i8", 0), "hash_mb must be above 0 and at most 16777216, not 0"),
        (("i8", "big"), "hash_mb must be a number, not str ('big')"),
    ],
)
def test_a_table_that_cannot_be_is_refused(arguments: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises((TypeError, ValueError)) as caught:
        ValueTable(*arguments)
    assert sentence in str(caught.value)


def test_a_wide_key_needs_room() -> None:
    with pytest.raises(ValueError, match="1 to 48 bytes with a key of 128 bits, not 49"):
        ValueTable([("b", "u1", (49,))], 1, key_bits=128)
    with pytest.raises(ValueError, match="key_bits must be 64 or 128, not 96"):
        ValueTable("i8", 1, key_bits=96)


def test_more_memory_than_there_is_is_refused() -> None:
    with pytest.raises(MemoryError, match="could not allocate 8,388,608 MB"):
        ValueTable("i8", 2**23)


def test_a_closed_table_says_so() -> None:
    table = ValueTable("i8", 1)
    table.close()
    table.close()
    assert repr(table) == "<ValueTable of int64, closed>"
    for call in (
        lambda: table.probe(1),
        lambda: table.store(1, 1),
        lambda: table.add(1, 1),
        lambda: len(table),
        lambda: table.clear(),
        lambda: table.generation,
        lambda: table.save("x"),
        lambda: table.probe_many(np.zeros(1, np.uint64)),
    ):
        with pytest.raises(ValueError, match="the table is closed"):
            call()


def test_memory_is_not_freed_under_an_iterator() -> None:
    table = ValueTable("i8", 4)
    table.store(1, 1)
    iterator = table.items()
    with pytest.raises(BufferError):
        table.close()
    del iterator
    table.close()


def test_without_numpy_the_sentence_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(
        ImportError, match="ValueTable describes its values by NumPy dtypes: pip install numpy"
    ):
        ValueTable("i8", 1)


# ---- what NumPy would change silently ------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    ("dtype", "value", "sentence"),
    [
        ("S2", b"abc", r"value must have at most 2 characters, not 3 \(b'abc'\)"),
        ("U2", "abc", r"value must have at most 2 characters, not 3 \('abc'\)"),
        ("S2", "ab", r"value must be bytes, not str \('ab'\)"),
        ([("s", "S2")], (b"abc",), "s must have at most 2 characters, not 3"),
    ],
)
def test_a_text_that_does_not_fit_is_refused(make: Any, dtype: Any, value: Any, sentence: str) -> None:
    table = make(dtype, 1)
    with pytest.raises((TypeError, ValueError), match=sentence):
        table.store(1, value)
    assert 1 not in table


@pytest.mark.parametrize(
    ("dtype", "values", "sentence"),
    [
        ("U2", ["ab", "abc"], "values must have at most 2 characters, not 3"),
        ("?", [1, 2], "values must hold bools, not int64"),
        ("f8", ["1", "2"], "values must be a number, not str"),
        ("i4", [1.5, 2.5], "values must hold integers, not float64"),
        (COUNTS, [(1.5, 0), (2, 0)], "n must be an integer, not float"),
        (COUNTS, [(2**31, 0), (2, 0)], "n must be between"),
        (COUNTS, np.full(2, 2**31, [("n", "i8"), ("w", "f8")]), "n must be between"),
        (COUNTS, np.zeros(2, [("w", "i4"), ("n", "f8")]), "n must hold integers, not float64"),
        (COUNTS, np.zeros(3, COUNTS), r"values must be as many as keys, 2, not of shape \(3,\)"),
    ],
)
def test_a_batch_is_checked_as_strictly_as_a_single_value(dtype: Any, values: Any, sentence: str) -> None:
    table = ValueTable(dtype, 1)
    with pytest.raises((TypeError, ValueError), match=sentence):
        table.store_many(np.arange(2, dtype=np.uint64), values)
    assert len(table) == 0


def test_a_batch_takes_rows_in_every_form_and_one_value_for_all_keys() -> None:
    table, keys = ValueTable(COUNTS, 1), np.arange(3, dtype=np.uint64)
    table.store_many(keys, [(1, 0.5), {"n": 2, "w": 1.5}, (3, 2.5)])
    assert [tuple(table.probe(key)) for key in range(3)] == [(1, 0.5), (2, 1.5), (3, 2.5)]
    table.store_many(keys, {"n": 7, "w": 0.0})
    table.add_many(keys, {"n": 1})
    assert [tuple(table.probe(key)) for key in range(3)] == [(8, 0.0)] * 3


@pytest.mark.parametrize("dtype", [">i4", [("n", ">i4")]])
def test_a_foreign_byte_order_is_named(dtype: Any) -> None:
    table = ValueTable(dtype, 1)
    amounts = 1 if isinstance(dtype, str) else {"n": 1}
    for add in (table.add, lambda key, amounts: table.add_many(np.zeros(1, np.uint64), amounts)):
        with pytest.raises(TypeError, match=r"it is >i4, and this machine's byte order is needed \('<i4'\)"):
            add(1, amounts)
