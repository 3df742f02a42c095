"""Batches of the native table: NumPy arrays in, a structured array out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .values import MAX_DEPTH, MAX_EVAL, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["NumpyBatches", "check_keys", "column", "entry_dtype", "record_dtype"]


def record_dtype() -> np.dtype[Any]:
    """The type of one result, 16 bytes; `core/table/batch.hpp` has the same as a struct."""
    import numpy as np

    return np.dtype(
        [
            ("move", "<u4"),
            ("score", "<i4"),
            ("eval", "<i2"),
            ("depth", "u1"),
            ("generation", "u1"),
            ("bound", "u1"),
            ("source", "u1"),
            ("pv", "?"),
            ("hit", "?"),
        ]
    )


def entry_dtype() -> np.dtype[Any]:
    """The type of one row of `to_numpy`: the key, and the fields of a result but for `hit`."""
    import numpy as np

    record = record_dtype()
    names = [name for name in record.names or () if name != "hit"]
    return np.dtype([("key", "<u8"), *((name, record[name]) for name in names)])


class NumpyBatches:
    """`probe_many`, `store_many` and `to_numpy` over the native core's loops."""

    if TYPE_CHECKING:

        @property
        def _config(self) -> Any: ...

        def __len__(self) -> int: ...
        def _probe_many(self, keys: Any, out: Any) -> None: ...
        def _store_many(
            self,
            keys: Any,
            moves: Any,
            scores: Any,
            evals: Any,
            depths: Any,
            bounds: Any,
            sources: Any,
            pvs: Any,
        ) -> None: ...
        def _export(self, keys: Any, out: Any) -> int: ...
        def _need_full_keys(self, what: str) -> None: ...

    def probe_many(
        self, keys: NDArray[np.uint64 | np.int64], out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Probes many keys at once, with the GIL released and memory fetched ahead.

        `keys` is a one-dimensional array of uint64, or of int64, read as two's complement. The result is a
        structured array with the fields move, score, eval, depth, generation, bound, source, pv and hit;
        where `hit` is false the others are zero (and `eval` is -32768, as for an entry without one). `out`,
        an array from an earlier call of the same length, saves making a new one.

        >>> import numpy as np
        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.store(7, move=3, score=-20, depth=5)
        >>> found = table.probe_many(np.array([7, 8], dtype=np.uint64))
        >>> found["hit"].tolist(), found["score"].tolist()
        ([True, False], [-20, 0])
        """
        import numpy as np

        keys = check_keys(keys)
        if out is None:
            out = np.empty(len(keys), dtype=record_dtype())
        else:
            _check_out(out, len(keys))
        self._probe_many(keys, out.view(np.uint8))
        return out

    def store_many(
        self,
        keys: NDArray[np.uint64 | np.int64],
        moves: ArrayLike = 0,
        scores: ArrayLike = 0,
        evals: ArrayLike | None = None,
        depths: ArrayLike = 0,
        bounds: ArrayLike = Bound.EXACT,
        sources: ArrayLike = Source.MAIN,
        pvs: ArrayLike = False,
    ) -> None:
        """Stores many entries, in order, with the GIL released. Each column is an array or one value for all.

        In `evals`, -32768 stands for no evaluation. Everything is checked before the first store.

        >>> import numpy as np
        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.store_many(np.arange(100, dtype=np.uint64), depths=np.arange(100), scores=-5)
        >>> table.probe(99).depth, len(table)
        (99, 100)
        """
        import numpy as np

        keys = check_keys(keys)
        if self._config.clamp_scores:
            scores = np.clip(_column_values("scores", scores), -MAX_SCORE, MAX_SCORE)
        columns = (
            column("moves", moves, len(keys), np.uint32, 0, MAX_MOVE),
            column("scores", scores, len(keys), np.int32, -MAX_SCORE, MAX_SCORE),
            column("evals", NO_EVAL if evals is None else evals, len(keys), np.int16, NO_EVAL, MAX_EVAL),
            column("depths", depths, len(keys), np.uint8, 0, MAX_DEPTH),
            column("bounds", bounds, len(keys), np.uint8, Bound.UPPER, Bound.EXACT),
            column("sources", sources, len(keys), np.uint8, Source.QUIESCENCE, Source.MAIN),
            column("pvs", pvs, len(keys), np.uint8, 0, 1),
        )
        self._store_many(keys, *columns)

    def to_numpy(self) -> NDArray[Any]:
        """All entries as a structured array: the fields of `probe_many` without `hit`, and `key` in front.

        Beside concurrent stores it is no snapshot: each entry was there at some moment.
        """
        import numpy as np

        self._need_full_keys("to_numpy")
        keys = np.empty(len(self), dtype=np.uint64)
        records = np.empty(len(keys), dtype=record_dtype())
        count = self._export(keys, records.view(np.uint8))
        result = np.empty(count, dtype=entry_dtype())
        result["key"] = keys[:count]
        for name in result.dtype.names or ():
            if name != "key":
                result[name] = records[name][:count]
        return result


def check_keys(keys: Any) -> NDArray[np.uint64]:
    import numpy as np

    if not isinstance(keys, np.ndarray):
        raise TypeError(f"keys must be a NumPy array of dtype uint64, not {type(keys).__name__}")
    if keys.dtype == np.int64:
        keys = keys.view(np.uint64)  # hashes of Python are signed
    if keys.dtype != np.uint64:
        raise TypeError(
            f"keys must have dtype uint64 or int64, not {keys.dtype}; keys.astype(np.uint64) converts them"
        )
    if keys.ndim != 1:
        raise ValueError(f"keys must have one dimension, not {keys.ndim} (shape {keys.shape})")
    return np.ascontiguousarray(keys)


def _check_out(out: Any, length: int) -> None:
    import numpy as np

    if not isinstance(out, np.ndarray) or out.dtype != record_dtype():
        raise TypeError("out must be an array that an earlier probe_many returned")
    if out.shape != (length,):
        raise ValueError(f"out must have shape ({length},), as keys have, not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out must be contiguous and writeable")


def _column_values(name: str, values: Any) -> NDArray[Any]:
    """An array of integers or bools, of one dimension or none."""
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must hold integers, not {array.dtype}")
    if array.ndim > 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim} (shape {array.shape})")
    return array


def column(name: str, values: Any, length: int, dtype: Any, low: int, high: int) -> NDArray[Any]:
    """The column in the core's type: of the keys' length, or of length 1 for a value that serves all."""
    import numpy as np

    array = _column_values(name, values)
    if array.ndim == 1 and len(array) != length:
        raise ValueError(f"{name} must have as many values as keys, {length}, not {len(array)}")
    if array.size:
        for worst in (array.min(), array.max()):
            if not low <= int(worst) <= high:
                raise ValueError(f"{name} must be between {int(low)} and {int(high)}, not {int(worst)}")
    return np.ascontiguousarray(array.reshape(-1), dtype=dtype)
