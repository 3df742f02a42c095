"""A value is kept as it was given or refused: alone and in a batch, native and in plain Python."""

from __future__ import annotations

import datetime
from collections import namedtuple
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import ValueTable
from tabiya.reference.values import ReferenceValueTable
from tabiya.values.conversion import equal_values

BOTH = pytest.mark.parametrize("make", [ValueTable, ReferenceValueTable])
TRIPLE = [("a", "u1", (3,))]
NESTED = [("p", [("x", "i4"), ("y", "u1")])]
SWAPPED = [("n", "i4"), ("w", "i4")]
Pair = namedtuple("Pair", "w n")
HUGE = np.longdouble("1e4000") if np.finfo(np.longdouble).max > 1e308 else np.float64(1e308)

REFUSED: list[Any] = [
    ("i4", 1.5, "must be an integer, not float|must hold integers, not float64"),
    ("i4", np.float64(2), "must be an integer, not float"),
    ("u1", 300, "must be between 0 and 255, not 300"),
    ("u1", np.int64(-1), "must be between 0 and 255, not -1"),
    ("i8", {1}, "must be an integer, not set"),
    ("?", 1, "must be a bool, not int|must hold bools, not int64"),
    ("f4", 1e300, r"must be a number that float32 holds, not 1e\+300"),
    ("f4", -1e39, "must be a number that float32 holds"),
    ("f2", 65520.0, "must be a number that float16 holds"),
    (">f4", 1e300, "must be a number that >f4 holds"),
    ("f4", 2**24 + 1, "must be a number that float32 holds, not 16777217"),
    ("f2", 2049, "must be a number that float16 holds, not 2049"),
    ("f8", 2**53 + 1, "must be a number that float64 holds, not 9007199254740993"),
    ("f8", np.uint64(2**64 - 1), "must be a number that float64 holds"),
    pytest.param(
        "f8", 2**20000, "must be a number that float64 holds, not an integer of 20001 bits", id="20001 bits"
    ),
    ("f8", 2**2000, "must be a number that float64 holds"),
    ("f4", 2**64 + 2**30, "must be a number that float32 holds"),
    ("f2", 2**64, "must be a number that float16 holds"),
    ("f8", Decimal("1e400"), "must be a number that float64 holds"),
    ("f4", HUGE, "must be a number that float32 holds"),
    ("f8", "1", "must be a number, not str"),
    ("f8", 1j, "must be a number, not complex"),
    ("c8", complex(0, 1e300), "must be a number that complex64 holds"),
    ("S2", b"abc", r"must have at most 2 characters, not 3 \(b'abc'\)"),
    ("S2", b"a\0", "must not end with a zero"),
    ("S3", 123, "must be bytes, not int|must hold bytes, not int64"),
    ("U3", b"ab", "must be str, not bytes"),
    ("V3", b"abcdef", "must have 3 bytes, not 6"),
    ("V3", b"ab", "must have 3 bytes, not 2"),
    ("M8[s]", np.datetime64("2020-01-01T00:00:00.500"), "must be a date that datetime64.s. holds"),
    ("M8[s]", datetime.datetime(2020, 1, 1, 0, 0, 0, 5), "must be a date that datetime64.s. holds"),
    ("M8[ns]", np.datetime64("9999"), "must be a date that datetime64.ns. holds"),
    ("M8[s]", None, "must be a date, not None"),
    ("m8[s]", datetime.timedelta(microseconds=1), "must be a duration that timedelta64.s. holds"),
    ("m8[s]", 300, r"must be a duration, not int \(300\)|must hold durations, not int64"),
    ("m8[s]", True, r"must be a duration, not bool|must hold durations, not bool"),
    ("m8[s]", ((1, 2),), "must be a duration, not tuple"),
    ("M8[s]", (["2020", "2021"],), "must be a date, not (tuple|list)"),
    ("M8[s]", bytearray(b"2020"), "must be a date, not bytearray"),
    ([("d", "M8[s]")], (["2020", "2021"],), r"d must be a date, not list \(\['2020', '2021'\]\)"),
    (TRIPLE, (7,), r"a must be a list of shape \(3,\), not 7"),
    (TRIPLE, ([1, 2],), r"a must be a list of shape \(3,\)"),
    (TRIPLE, ([1, 2, 1.5],), "a must be an integer, not float"),
    (TRIPLE, ([1, 2, 300],), "a must be between 0 and 255, not 300"),
    (TRIPLE, (np.array([1, 2, 300]),), "a must be between 0 and 255, not 300"),
    (TRIPLE, np.array(([1, 2, 300],), [("a", "i4", (3,))]), "a must be between 0 and 255, not 300"),
    (TRIPLE, ({1, 2, 3},), "a must be a list of shape"),
    ([("s", "S2", (2,))], ([b"abcdef", b""],), "s must have at most 2 characters"),
    ([("f", "f4", (2,))], ([0, 1e300],), "f must be a number that float32 holds"),
    (NESTED, ((1, 300),), "p.y must be between 0 and 255, not 300"),
    (NESTED, ((1.5, 3),), "p.x must be an integer"),
    (NESTED, ({"x": 1, "z": 3},), "the dtype has no field 'z'"),
    (SWAPPED, {1, 2}, "must be a dict or a tuple of the fields n, w, not set"),
    (SWAPPED, {1: 0, 2: 0}.keys(), "must be a dict or a tuple of the fields n, w, not dict_keys"),
    (SWAPPED, namedtuple("Other", "w x")(1, 2), "the dtype has no field 'x'"),
    (SWAPPED, np.array((1, 2), [("n", "i4"), ("m", "i4")]), "the dtype has no field 'm'"),
    (SWAPPED, np.array((1, 0.5), [("n", "i4"), ("w", "f8")]), "w must be an integer"),
]


@BOTH
@pytest.mark.parametrize(("dtype", "value", "sentence"), REFUSED)
def test_a_value_that_would_change_is_refused(make: Any, dtype: Any, value: Any, sentence: str) -> None:
    table, keys = make(dtype, entries=8), np.arange(2, dtype=np.uint64)
    for write in (
        lambda: table.store(1, value),
        lambda: table.store_many(keys, value),
        lambda: table.store_many(keys, [value, value]),
    ):
        with pytest.raises((TypeError, ValueError), match=sentence):
            write()
    assert len(table) == 0


KEPT: list[tuple[Any, Any, Any]] = [
    ("i4", np.uint64(7), 7),
    ("u8", 2**64 - 1, 2**64 - 1),
    ("?", np.bool_(True), True),
    ("f4", 0.1, float(np.float32(0.1))),  # floats are rounded
    ("f4", float("-inf"), float("-inf")),
    ("f2", np.float64(0.1), float(np.float16(0.1))),
    ("f8", 2**64, 2.0**64),
    ("f8", Fraction(1, 3), 1 / 3),
    ("g", np.longdouble(1) / 3, np.longdouble(1) / 3),
    ("c16", 1j, 1j),
    ("S2", b"ab", b"ab"),
    ("U2", "né", "né"),
    ("V3", b"a\0b", b"a\0b"),
    ("V3", b"ab\0", b"ab\0"),
    ("M8[s]", datetime.date(2020, 1, 1), np.datetime64("2020-01-01T00:00:00")),
    ("M8[s]", np.datetime64("2020-01-01T00:00:01.000"), np.datetime64("2020-01-01T00:00:01")),
    ("m8[s]", datetime.timedelta(days=1), np.timedelta64(86400, "s")),
    (TRIPLE, ([1, 2, 3],), ([1, 2, 3],)),
    (TRIPLE, np.array(([1, 2, 3],), [("a", "i8", (3,))]), ([1, 2, 3],)),
    (NESTED, ({"y": 3, "x": 1},), ((1, 3),)),
    ([("q", [("x", "i4")], (2,))], ([(1,), (2,)],), ([(1,), (2,)],)),
    (SWAPPED, np.array((1, 2), [("w", "i4"), ("n", "i4")]), (2, 1)),
    (SWAPPED, Pair(w=1, n=2), (2, 1)),
    (SWAPPED, [1, 2], (1, 2)),
    ([("a\0b", "i4"), ("a", "i4")], {"a\0b": 1, "a": 2}, (1, 2)),
]


@BOTH
@pytest.mark.parametrize(("dtype", "value", "expected"), KEPT)
def test_a_value_comes_back_as_it_was_given(make: Any, dtype: Any, value: Any, expected: Any) -> None:
    table, keys = make(dtype, entries=64), np.arange(2, dtype=np.uint64)
    table.store(5, value)
    table.store_many(keys, [value, value])
    for key in (5, 0, 1):
        found = table.probe(key)
        found = tuple(found) if hasattr(found, "as_dict") else found
        assert equal_values(found, expected), found
    table.store(6, table.probe(5))  # and what came back goes in again
    assert table.probe(6) == table.probe(5)


@pytest.mark.parametrize(
    ("dtype", "values", "sentence"),
    [
        ("S3", np.array([1, 2]), "values must hold bytes, not int64"),
        ("U3", np.array([b"ab", b"c"]), r"values must hold str, not \|S2"),
        ("V3", np.array([b"abcdef"] * 2, "V6"), "values must have 3 bytes, not 6"),
        ("M8[s]", np.array([1, 2], "M8[ms]"), "values must be a date that datetime64.s. holds"),
        ("f4", np.array([0, 1e300]), r"values must be a number that float32 holds, not 1e\+300"),
        ("f8", np.array([0, 2**53 + 1]), "values must be a number that float64 holds, not 9007199254740993"),
        ("f8", [0.5, 2**53 + 1], "values must be a number that float64 holds, not 9007199254740993"),
        ("U3", ["a", 1], "values must be str, not int"),
        ("S3", [b"a", b"b\0"], "values must not end with a zero"),
        (SWAPPED, np.zeros(2, [("w", "i4"), ("n", "f8")]), "n must hold integers, not float64"),
        (TRIPLE, np.zeros(2, [("a", "u1")]), r"a must have arrays of shape \(3,\) in each row"),
        (SWAPPED, np.zeros(2), "values must have the fields n, w, not the dtype float64"),
    ],
)
def test_an_array_that_would_change_is_refused(dtype: Any, values: Any, sentence: str) -> None:
    table = ValueTable(dtype, entries=8)
    with pytest.raises((TypeError, ValueError), match=sentence):
        table.store_many(np.arange(2, dtype=np.uint64), values)
    assert len(table) == 0


def test_arrays_of_records_match_by_the_names_of_their_fields() -> None:
    table = ValueTable(SWAPPED, entries=8)
    table.store_many(np.arange(2, dtype=np.uint64), np.array([(1, 2), (3, 4)], [("w", "i2"), ("n", "i8")]))
    assert [tuple(table.probe(key)) for key in range(2)] == [(2, 1), (4, 3)]


def test_a_list_of_large_and_small_integers_keeps_them() -> None:
    table = ValueTable("u8", entries=8)
    table.store_many(np.arange(2, dtype=np.uint64), [2**64 - 1, 1])
    assert [table.probe(key) for key in range(2)] == [2**64 - 1, 1]


@BOTH
@pytest.mark.parametrize(("kind", "most"), [("f4", 3e38), ("f8", 1.7e308)])
def test_a_finite_sum_never_becomes_infinite(make: Any, kind: str, most: float) -> None:
    table = make([("x", kind)], entries=8)
    table.store(1, (most,))
    for change in (
        lambda: table.add(1, {"x": most}),
        lambda: table.update(1, {"x": most}, add={"x": most}),
        lambda: table.add_many(np.ones(1, np.uint64), np.array([(most,)], [("x", kind)])),
    ):
        with pytest.raises(OverflowError, match=r"x would leave the range of float.*: nothing was added"):
            change()
        assert table.probe(1)["x"] == pytest.approx(most)
    assert table.add(1, {"x": float("inf")})["x"] == float("inf")
    assert table.add(1, {"x": 1.0})["x"] == float("inf")


@BOTH
@pytest.mark.parametrize("amount", [2**53 + 1, 2**2000])
def test_an_amount_that_a_float_cannot_hold_is_refused(make: Any, amount: int) -> None:
    table = make("f8", entries=8)
    with pytest.raises(ValueError, match="the amount of the value must be a number that float64 holds"):
        table.add(1, amount)


@BOTH
def test_values_with_arrays_can_be_compared(make: Any) -> None:
    table = make([("n", "i4"), *TRIPLE, *NESTED], entries=8)
    for key, last in ((1, 3), (2, 3), (3, 4)):
        table.store(key, (7, [1, 2, last], (5, 6)))
    one, same, other = (table.probe(key) for key in (1, 2, 3))
    assert one == one
    assert one == same
    assert not one != same  # noqa: SIM202
    assert one != other
    assert one == (7, [1, 2, 3], (5, 6))
    assert one == (7, np.array([1, 2, 3]), (5, 6))
    assert one != (7, [1, 2, 3])


@pytest.mark.parametrize(
    "dtype",
    [
        np.dtype({"names": ["a", "b"], "formats": ["i4", "i4"], "offsets": [4, 0]}),
        np.dtype({"names": ["a", "b"], "formats": ["i4", "i2"], "offsets": [0, 2]}),
        np.dtype(("i4", [("low", "i2"), ("high", "i2")])),
        np.dtype([("\ud800", "i4")]),
    ],
)
def test_a_dtype_that_no_file_can_describe_is_refused(dtype: Any) -> None:
    with pytest.raises(ValueError, match="dtype must have its fields in order, without overlaps"):
        ValueTable(dtype, entries=8)


@pytest.mark.parametrize("batch", [False, True])
def test_a_month_is_no_number_of_seconds(batch: bool) -> None:
    table = ValueTable("m8[s]", entries=16)
    month = np.timedelta64(1, "M")
    keys, values = (np.array([1], "u8"), np.array([month])) if batch else (1, month)
    store: Any = table.store_many if batch else table.store
    with pytest.raises(ValueError, match="fixed length"):
        store(keys, values)


def test_a_time_zone_is_not_dropped() -> None:
    table = ValueTable("M8[s]", entries=16)
    with pytest.raises(ValueError, match="without a time zone"):
        table.store(1, datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
