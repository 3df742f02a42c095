"""Batches of a `ValueTable`: NumPy arrays in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .batches import check_keys, column
from .value_packing import ADDABLE, named_fields, numpy_module
from .value_shape import ValueShape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ValueBatches"]


class ValueBatches:
    """probe_many, store_many, add_many and to_numpy over the loops of a backend."""

    if TYPE_CHECKING:
        _shape: ValueShape

        def _probe_many(self, keys: Any, out: Any, hits: Any) -> None: ...
        def _store_many(self, keys: Any, values: Any, priorities: Any) -> None: ...
        def _add_many(self, keys: Any, values: Any, priorities: Any) -> None: ...
        def _save_block(self, cluster: int, limit: int) -> tuple[int, int, bytes]: ...
        def _need_full_keys(self, what: str) -> None: ...
        def _pin(self) -> Any: ...

    def probe_many(self, keys: NDArray[np.uint64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """The values of many keys, and where there was one; without the GIL, and fetched ahead.

        `keys` is an array of uint64; of 128 bits, it has a second axis of two, the upper half first. Where a
        key is not found, the value is zeros.

        >>> import numpy as np
        >>> from tabiya import ValueTable
        >>> table = ValueTable("f4", hash_mb=1)
        >>> table.store(7, 0.5)
        >>> values, found = table.probe_many(np.array([7, 8], dtype=np.uint64))
        >>> values.tolist(), found.tolist()
        ([0.5, 0.0], [True, False])
        """
        numpy = numpy_module()
        keys = self._checked_keys(keys)
        count = len(keys) * 64 // self._shape.key_bits
        values = numpy.empty(count, self._shape.dtype)
        hits = numpy.empty(count, numpy.bool_)
        self._probe_many(keys, _as_bytes(values), _as_bytes(hits))
        return values, hits

    def store_many(self, keys: NDArray[np.uint64], values: ArrayLike, priorities: ArrayLike = 0) -> None:
        """Stores many values, in order; `values` and `priorities` are arrays, or one for all keys.

        >>> import numpy as np
        >>> from tabiya import ValueTable
        >>> table = ValueTable("i4", hash_mb=1)
        >>> table.store_many(np.arange(100, dtype=np.uint64), np.arange(100))
        >>> table.probe(99), len(table)
        (99, 100)
        """
        self._write_many(self._store_many, keys, values, priorities)

    def add_many(self, keys: NDArray[np.uint64], amounts: ArrayLike, priorities: ArrayLike = 0) -> None:
        """`add` for many keys, in order; `amounts` have the table's dtype, all fields of which are added.

        At the first overflow it stops: the OverflowError's `done` tells how many keys were done.
        """
        for name, _, letter in named_fields(self._shape.dtype):
            if letter not in ADDABLE:
                kind = self._shape.dtype[name] if name else self._shape.dtype
                raise TypeError(f"{name or 'the value'} cannot be added to: it is {kind}")
        self._write_many(self._add_many, keys, amounts, priorities)

    def _write_many(self, write: Any, keys: Any, values: Any, priorities: Any) -> None:
        numpy = numpy_module()
        keys = self._checked_keys(keys)
        count = len(keys) * 64 // self._shape.key_bits
        rows = numpy.zeros(count, self._shape.dtype)
        given = numpy.asarray(values) if self._shape.dtype.names is None else values
        if self._shape.dtype.names is None:
            _check_range(numpy, given, self._shape.dtype)
        elif not isinstance(values, numpy.ndarray):
            given = numpy.array(values, self._shape.dtype)
        if given.shape not in ((), (1,), (count,)):
            raise ValueError(f"values must be as many as keys, {count}, not of shape {given.shape}")
        rows[...] = given
        write(keys, _as_bytes(rows), column("priorities", priorities, count, numpy.uint8, 0, 255))

    def _checked_keys(self, keys: Any) -> Any:
        """The keys in one row of uint64."""
        if self._shape.wide:
            numpy = numpy_module()
            if not isinstance(keys, numpy.ndarray) or keys.ndim != 2 or keys.shape[1] != 2:
                raise ValueError("keys of 128 bits must be an array of shape (n, 2), the upper halves first")
            keys = keys.reshape(-1)
        return check_keys(keys)

    def to_numpy(self) -> tuple[NDArray[np.uint64], NDArray[Any]]:
        """All keys, and all values in the same order. Beside concurrent stores it is no snapshot."""
        numpy = numpy_module()
        self._need_full_keys("to_numpy")
        shape = self._shape
        keys = ("key", "<u8", (2,)) if shape.wide else ("key", "<u8")
        row = numpy.dtype([keys, ("priority", "u1"), ("generation", "u1"), ("value", shape.dtype)])
        blocks, cluster = [], 0
        with self._pin():
            while cluster < shape.clusters:
                cluster, _, raw = self._save_block(cluster, 2**16)
                blocks.append(numpy.frombuffer(raw, row))
        rows = numpy.concatenate(blocks)
        return numpy.ascontiguousarray(rows["key"]), numpy.ascontiguousarray(rows["value"])


def _as_bytes(array: Any) -> Any:
    return array.reshape(-1).view("u1")


def _check_range(numpy: Any, given: Any, dtype: Any) -> None:
    """NumPy would wrap integers that do not fit."""
    if dtype.kind not in "iu":
        return
    if given.dtype.kind not in "iub":
        raise TypeError(f"values must hold integers, not {given.dtype}")
    limits = numpy.iinfo(dtype)
    for worst in (given.min(), given.max()) if given.size else ():
        if not limits.min <= int(worst) <= limits.max:
            raise ValueError(f"values must be between {limits.min} and {limits.max}, not {worst}")
