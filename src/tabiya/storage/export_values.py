"""The entries of value tables in files as arrays with one column per number, for `export`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..values.conversion import numpy_module
from ..values.shape import ValueShape
from .format import Contents, SavedValues
from .loading import open_saved

__all__ = ["mapped_values", "saved_values"]

BLOCK_ENTRIES = 2**16


@contextmanager
def saved_values(path: str) -> Iterator[tuple[Any, int, Iterator[Any]]]:
    """Opens a saved file: the dtype of its columns, how many entries it has, and their arrays."""
    with open_saved(path, SavedValues) as saved:
        if saved.header.contents is not Contents.ENTRIES:
            raise ValueError(f"{saved.what} has no full keys to export")
        shape = saved.header.shape
        blocks = (_flat(shape, raw) for _, raw in saved.blocks())
        yield _flat(shape, b"").dtype, saved.header.entries, blocks


def mapped_values(path: str) -> list[Any]:
    """Returns the entries of a mapped file in arrays, of which the first may be empty."""
    from ..values.installed import ValueTable

    with ValueTable.open(path, shared=True) as table:
        table._need_full_keys("export")
        shape, cluster = table._shape, 0
        parts = [_flat(shape, b"")]
        with table._pin():
            while cluster < shape.clusters:
                cluster, _, raw = table._save_block(cluster, BLOCK_ENTRIES)
                parts.append(_flat(shape, raw))
    return parts


def _flat(shape: ValueShape, raw: bytes) -> Any:
    """Returns rows of a block with a column for each half of a key and each number of a value."""
    numpy = numpy_module()
    keys = [("key_high", "<u8"), ("key_low", "<u8")] if shape.wide else [("key", "<u8")]
    row = numpy.dtype([*keys, ("priority", "u1"), ("generation", "u1"), ("", shape.dtype)])
    rows = numpy.frombuffer(raw, row)
    columns = {name: rows[name] for name, _ in keys} | {name: rows[name] for name in row.names[-3:-1]}
    for name, values in _columns(rows[row.names[-1]], "value"):
        columns[name if name not in columns else f"value.{name}"] = values
    result = numpy.zeros(len(rows), [(name, values.dtype) for name, values in columns.items()])
    for name, values in columns.items():
        result[name] = values
    return result


def _columns(values: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yields the numbers of fields and arrays within values: ``n``, ``p.x``, ``a[0]``."""
    if values.ndim > 1:
        for index in range(values.shape[1]):
            yield from _columns(values[:, index], f"{name}[{index}]")
    elif values.dtype.names is None:
        yield name, values
    else:
        for field in values.dtype.names:
            yield from _columns(values[field], field if name == "value" else f"{name}.{field}")
