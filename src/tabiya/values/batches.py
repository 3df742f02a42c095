"""Batches of a `ValueTable`: NumPy arrays in and out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..table.batches import check_keys, column
from .conversion import converted_rows, numpy_module
from .packing import ADDABLE, cannot_add, named_fields

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .front import ValueFront

__all__ = ["add_many", "probe_many", "store_many", "to_numpy"]

BLOCK_ENTRIES = 2**16
"""Entries that `to_numpy` fetches from the backend at once."""


def probe_many(table: ValueFront, keys: Any) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """`ValueFront.probe_many`."""
    numpy = numpy_module()
    keys = _checked_keys(table, keys)
    count = len(keys) * 64 // table.key_bits
    values = numpy.empty(count, table.dtype)
    hits = numpy.empty(count, numpy.bool_)
    table._probe_many(keys, _as_bytes(values), _as_bytes(hits))
    return values, hits


def store_many(table: ValueFront, keys: Any, values: Any, priorities: ArrayLike) -> None:
    """`ValueFront.store_many`."""
    _write_many(table, table._store_many, keys, values, priorities)


def add_many(table: ValueFront, keys: Any, amounts: Any, priorities: ArrayLike) -> None:
    """`ValueFront.add_many`."""
    for name, _, letter in named_fields(table.dtype):
        if letter not in ADDABLE:
            kind = table.dtype[name] if name else table.dtype
            raise TypeError(cannot_add(kind, name or "the value"))
    if isinstance(amounts, Mapping):
        amounts = {**dict.fromkeys(table.dtype.names or (), 0), **amounts}
    _write_many(table, table._add_many, keys, amounts, priorities)


def to_numpy(table: ValueFront) -> tuple[NDArray[np.uint64], NDArray[Any]]:
    """`ValueFront.to_numpy`."""
    numpy = numpy_module()
    table._need_full_keys("to_numpy")
    shape = table._shape
    keys = ("key", "<u8", (2,)) if shape.wide else ("key", "<u8")
    row = numpy.dtype([keys, ("priority", "u1"), ("generation", "u1"), ("value", shape.dtype)])
    blocks, cluster = [], 0
    with table._pin():
        while cluster < shape.clusters:
            cluster, _, raw = table._save_block(cluster, BLOCK_ENTRIES)
            blocks.append(numpy.frombuffer(raw, row))
    rows = numpy.concatenate(blocks)
    return numpy.ascontiguousarray(rows["key"]), numpy.ascontiguousarray(rows["value"])


def _write_many(
    table: ValueFront, write: Callable[[Any, Any, Any], None], keys: Any, values: Any, priorities: Any
) -> None:
    numpy = numpy_module()
    keys = _checked_keys(table, keys)
    count = len(keys) * 64 // table.key_bits
    given = converted_rows(table.dtype, values)
    if given.shape not in ((), (1,), (count,)):
        raise ValueError(f"values must be as many as keys, {count}, not of shape {given.shape}")
    rows = numpy.zeros(count, table.dtype)
    rows[...] = given
    write(keys, _as_bytes(rows), column("priorities", priorities, count, numpy.uint8, 0, 255))


def _checked_keys(table: ValueFront, keys: Any) -> Any:
    """Returns the keys in one row of uint64."""
    if table._shape.wide:
        numpy = numpy_module()
        if not isinstance(keys, numpy.ndarray) or keys.ndim != 2 or keys.shape[1] != 2:
            raise ValueError("keys of 128 bits must be an array of shape (n, 2), the upper halves first")
        keys = keys.reshape(-1)
    return check_keys(keys)


def _as_bytes(array: Any) -> Any:
    return array.reshape(-1).view("u1")
