"""Batch calls of the native table: NumPy arrays in, a structured array out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import dense
from .choices import Layout
from .contents import need_full_keys
from .entry_values import MAX_DEPTH, MAX_EVAL, MAX_MOVE, MAX_SCORE, NO_EVAL, Bound, Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .. import _core

__all__ = ["check_keys", "column", "entry_dtype", "probe_many", "record_dtype", "store_many", "to_numpy"]


def record_dtype() -> np.dtype[Any]:
    """Returns the 16-byte type of one result. `core/table/batch.hpp` has the same struct."""
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
    """Returns the type of one row of `to_numpy`: the key, and the fields of a result except `hit`."""
    import numpy as np

    record = record_dtype()
    names = [name for name in record.names or () if name != "hit"]
    return np.dtype([("key", "<u8"), *((name, record[name]) for name in names)])


def probe_many(
    table: _core.Table, keys: NDArray[np.uint64 | np.int64], out: NDArray[Any] | None
) -> NDArray[Any]:
    """`TranspositionTable.probe_many`."""
    import numpy as np

    keys = check_keys(keys)
    if out is None:
        out = np.empty(len(keys), dtype=record_dtype())
    else:
        _check_out(out, len(keys))
    table._probe_many(keys, out.view(np.uint8))
    return out


def store_many(
    table: _core.Table,
    keys: NDArray[np.uint64 | np.int64],
    moves: ArrayLike,
    scores: ArrayLike,
    evals: ArrayLike | None,
    depths: ArrayLike,
    bounds: ArrayLike,
    sources: ArrayLike,
    pvs: ArrayLike,
) -> None:
    """`TranspositionTable.store_many`."""
    import numpy as np

    keys = check_keys(keys)
    if table._config.clamp_scores:
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
    if table._config.layout is Layout.DENSE:
        fitting = dense.fitting_columns(table._config.clamp_scores, *columns[:4])
        columns = (columns[0], fitting, *columns[2:])
    table._store_many(keys, *columns)


def to_numpy(table: _core.Table) -> NDArray[Any]:
    """`TranspositionTable.to_numpy`."""
    import numpy as np

    need_full_keys(table._config, "to_numpy")
    keys = np.empty(len(table), dtype=np.uint64)
    records = np.empty(len(keys), dtype=record_dtype())
    count = table._export(keys, records.view(np.uint8))
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
        raise ValueError(f"out must have the shape of keys, ({length},), not {out.shape}")
    if not (out.flags.c_contiguous and out.flags.writeable):
        raise ValueError("out must be contiguous and writeable")


def _column_values(name: str, values: Any) -> NDArray[Any]:
    """Returns the values as an array of integers or bools with at most one dimension."""
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind not in "iub":
        raise TypeError(f"{name} must hold integers, not {array.dtype}")
    if array.ndim > 1:
        raise ValueError(f"{name} must have one dimension, not {array.ndim} (shape {array.shape})")
    return array


def column(name: str, values: Any, length: int, dtype: Any, low: int, high: int) -> NDArray[Any]:
    """Returns the column in the core's type, with one value per key or a single value for all."""
    import numpy as np

    array = _column_values(name, values)
    if array.ndim == 1 and len(array) != length:
        raise ValueError(f"{name} must have as many values as keys, {length}, not {len(array)}")
    if array.size:
        for worst in (array.min(), array.max()):
            if not low <= int(worst) <= high:
                raise ValueError(f"{name} must be between {int(low)} and {int(high)}, not {int(worst)}")
    return np.ascontiguousarray(array.reshape(-1), dtype=dtype)
