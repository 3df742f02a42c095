"""`TableFront.regions`: what a table holds, region by region."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._utils.arguments import check_int

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .figures import TableFigures

__all__ = ["AGES", "raw_dtype", "regions"]

AGES = ("0", "1", "2 to 7", "8 or more")
"""The classes of `ages`, in generations."""
MAX_REGIONS = 2**16
MAX_SAMPLE = 2**24


def raw_dtype() -> np.dtype[Any]:
    """Returns the type of a region in the backend. `core/table/regions.hpp` has the same struct."""
    import numpy as np

    return np.dtype(
        [
            ("first", "<u8"),
            ("sampled", "<u8"),
            ("slots", "<u4"),
            ("entries", "<u4"),
            ("depths", "<u4"),
            ("bounds", "<u4", 3),
            ("sources", "<u4", 5),
            ("ages", "<u4", 4),
            ("unused", "<u4"),
        ]
    )


def regions(table: TableFigures, count: Any, sample: Any) -> NDArray[Any]:
    """`TableFront.regions`."""
    import numpy as np

    count = check_int("count", count, 1, MAX_REGIONS)
    sample = check_int("sample", sample, 1, MAX_SAMPLE)
    with table._pin():  # so that the number of clusters stays
        raw = np.zeros(min(count, table.config.clusters), raw_dtype())
        table._regions(sample, raw.view(np.uint8))
    names = [name for name in raw.dtype.names or () if name not in ("depths", "unused")]
    found = np.zeros(len(raw), [*((name, raw.dtype[name]) for name in names), ("depth", "<f8")])
    for name in names:
        found[name] = raw[name]
    np.divide(raw["depths"], raw["entries"], out=found["depth"], where=raw["entries"] > 0)
    return found
