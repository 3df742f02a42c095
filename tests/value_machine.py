"""A hypothesis state machine that compares native and reference value tables."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from side_by_side import outcome
from tabiya import ValueTable
from tabiya._utils.mixing import unmix
from tabiya.reference.layout import SIGNATURE_MASK
from tabiya.reference.values import ReferenceValueTable

DTYPES: dict[str, Any] = {
    "i1": "i1",
    "u8": "u8",
    "f8": "f8",
    "f2": "f2",
    "bool": "?",
    "big-endian": ">i4",
    "counts": [("n", "i4"), ("w", "f4")],
    "mixed": [("a", "u1"), ("b", "i8"), ("c", "f8"), ("d", "?")],
    "padded": np.dtype([("a", "u1"), ("b", "f8"), ("c", "u2")], align=True),
    "wide": [("a", "i8"), ("b", "u8"), ("c", "f8"), ("d", "f4"), ("e", "f2"), ("f", "i2"), ("g", "u8")],
    "array": [("n", "u2"), ("p", "f4", (3,)), ("s", "S3")],
}
# Few places and few signatures, so that keys meet.
HASHES = [(place << 60) + signature for place in (0, 5, 15) for signature in (0, 1, 2, 3, 7, SIGNATURE_MASK)]
KEYS = [unmix(hashed) for hashed in HASHES] + [0, 2**64 - 1]
WIDE_KEYS = [*KEYS, 2**127 + 5, 2**64, (1, 5), (2**64 - 1, 0)]
ODD_KEYS = [-1, 2**128, 1.5, None, "x", (1, 2, 3), (1, "x")]

numbers = (
    st.sampled_from([0, 1, -1, 127, 128, 255, 256, 2**31, 2**63, 2**64, 0.5, -1e300, 1e300, True, None, "x"])
    | st.integers(-300, 300)
    | st.floats(-4, 4, width=16)
)
priorities = st.sampled_from([0, 0, 1, 5, 255, 256, -1, True, None, "x"])


def values_for(dtype: Any) -> st.SearchStrategy[Any]:
    """Values of a dtype in all forms, and wrong ones."""
    if dtype.names is None:
        return numbers
    small = st.integers(0, 100)
    parts = [_items(dtype[name]) for name in dtype.names]
    right = st.tuples(*parts)
    names = st.sampled_from([*dtype.names, "zz"])
    return (
        right
        | right.map(lambda row: dict(zip(dtype.names, row, strict=True)))
        | right.map(lambda row: np.array(row, dtype)[()])
        | st.dictionaries(names, numbers, max_size=3)
        | st.tuples(*(numbers for _ in parts))
        | st.lists(small, min_size=1, max_size=4)
        | numbers
    )


def _items(dtype: Any) -> st.SearchStrategy[Any]:
    if dtype.shape:
        return st.lists(st.integers(0, 9), min_size=dtype.shape[0], max_size=dtype.shape[0])
    if dtype.kind == "S":
        return st.sampled_from([b"", b"ab", b"abc"])
    return st.booleans() if dtype.kind == "b" else st.integers(0, 100)


def amounts_for(dtype: Any) -> st.SearchStrategy[Any]:
    if dtype.names is None:
        return numbers
    return st.dictionaries(st.sampled_from([*dtype.names, *dtype.names, "zz"]), numbers, max_size=3) | numbers


class ValuesSideBySide(RuleBasedStateMachine):
    """A native and a reference table; every call goes to both."""

    sizes: tuple[int, ...] = (1, 2, 3, 7)
    """Clusters."""

    @initialize(dtype=st.sampled_from(sorted(DTYPES)), key_bits=st.sampled_from([64, 128]), data=st.data())
    def make(self, dtype: str, key_bits: int, data: st.DataObject) -> None:
        if dtype == "wide" and key_bits == 128:
            key_bits = 64
        self.dtype = np.dtype(DTYPES[dtype])
        clusters = data.draw(st.sampled_from(self.sizes))
        ways = 4 if self.dtype.itemsize + (key_bits == 128) * 8 <= 8 else 2
        options = {"entries": clusters * ways, "key_bits": key_bits}
        self.tables = [made(self.dtype, **options) for made in (ValueTable, ReferenceValueTable)]
        self.keys = st.sampled_from(KEYS if key_bits == 64 else WIDE_KEYS)
        self.any_keys = self.keys | st.sampled_from(ODD_KEYS)

    def both(self, call: Any) -> Any:
        native, reference = (outcome(call, table) for table in self.tables)
        assert _shown(native) == _shown(reference)
        assert self.tables[0]._save_slots() == self.tables[1]._save_slots()
        return native

    @rule(data=st.data(), priority=priorities)
    def store(self, data: st.DataObject, priority: Any) -> None:
        key, value = data.draw(self.any_keys), data.draw(values_for(self.dtype))
        self.both(lambda table: table.store(key, value, priority))

    @rule(data=st.data(), priority=priorities)
    def add(self, data: st.DataObject, priority: Any) -> None:
        key, amounts = data.draw(self.any_keys), data.draw(amounts_for(self.dtype))
        self.both(lambda table: table.add(key, amounts, priority=priority))

    @rule(data=st.data(), priority=priorities)
    def update(self, data: st.DataObject, priority: Any) -> None:
        key, values = data.draw(self.any_keys), data.draw(amounts_for(self.dtype))
        amounts = data.draw(st.none() | amounts_for(self.dtype))
        self.both(lambda table: table.update(key, values, add=amounts, priority=priority))

    @rule(data=st.data())
    def probe(self, data: st.DataObject) -> None:
        key = data.draw(self.any_keys)
        self.both(lambda table: table.probe(key))
        self.both(lambda table: key in table)

    @rule(data=st.data())
    def restore_what_was_probed(self, data: st.DataObject) -> None:
        old, new = data.draw(self.keys), data.draw(self.keys)
        self.both(lambda table: table.probe(old) is not None and table.store(new, table.probe(old)))

    @rule(data=st.data(), count=st.integers(0, 5))
    def batches(self, data: st.DataObject, count: int) -> None:
        drawn = [data.draw(self.keys) for _ in range(count)]
        halves = [key if isinstance(key, tuple) else divmod(key, 2**64) for key in drawn]
        keys = np.array(halves, np.uint64).reshape(-1, 2)
        if self.tables[0].key_bits == 64:
            keys = keys[:, 1]
        rows = np.zeros(count, self.dtype)
        for row in range(count):
            rows[row] = tuple(data.draw(_items(self.dtype[name])) for name in self.dtype.names or ()) or 1
        levels = data.draw(st.sampled_from([0, 7, 300]))
        self.both(lambda table: table.store_many(keys, rows, levels))
        self.both(lambda table: table.add_many(keys, rows))
        self.both(lambda table: [part.tobytes() for part in table.probe_many(keys)])

    @rule()
    def age(self) -> None:
        self.both(lambda table: table.new_search())
        self.both(lambda table: table.generation)

    @rule()
    def count(self) -> None:
        self.both(len)

    @rule()
    def clear(self) -> None:
        self.both(lambda table: table.clear())

    @precondition(lambda self: not self.tables[0].full_keys)  # plain Python needs a second for large ones
    @rule()
    def copy(self) -> None:
        self.tables = [table.copy() for table in self.tables]
        self.both(len)

    @rule(crossed=st.booleans())
    def save_and_load(self, crossed: bool) -> None:
        """Each loads the other's file. Both files have the same bytes."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / "native", Path(folder) / "reference"]
            for table, path in zip(self.tables, paths, strict=True):
                table.save(path, compression="none")
            assert paths[0].read_bytes() == paths[1].read_bytes()
            if crossed:
                paths.reverse()
            self.tables = [type(t).load(path) for t, path in zip(self.tables, paths, strict=True)]
        self.both(len)


class ValuesSideBySideWithFullKeys(ValuesSideBySide):
    sizes = (65536, 65537, 100_003)

    def both(self, call: Any) -> Any:
        native, reference = (outcome(call, table) for table in self.tables)
        assert _shown(native) == _shown(reference)
        assert self.tables[0]._save_block(0, 2**16) == self.tables[1]._save_block(0, 2**16)
        return native

    @rule()
    def items(self) -> None:
        self.both(lambda table: list(table.items()))
        self.both(lambda table: [part.tobytes() for part in table.to_numpy()])


def _shown(answer: Any) -> Any:
    """Compares values as text: NaN equals nothing, and the two tables have different types."""
    return repr(answer)
