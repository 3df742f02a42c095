"""`ValueFront`: the public methods of every value table.

Longer ones are in the parts: `values/batches.py` (NumPy batches) and `storage/value_tables.py` (shared memory
and files).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from .._utils.arguments import check_path
from ..storage import value_tables
from ..storage.placed import Placed
from ..table.entry_values import FULL_KEY_CLUSTERS, GENERATIONS
from ..table.memory import MemoryUsage
from . import batches
from .shape import ValueShape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from .._utils.progress import OnProgress
    from ..storage.compression import Compression
    from .backend import ValueBackend
else:
    ValueBackend = object

__all__ = ["DEFAULT_MB", "ValueFront"]

logger = logging.getLogger("tabiya")

SCAN_ENTRIES = 4096
"""Entries that an iterator fetches from the backend at once."""
DEFAULT_MB = 64


class MissingShape:
    """Stands in for the shape of a table whose `__init__` was skipped. Other tables have their own shape.

    A `__getattr__` would make every call of a method slower.
    """

    def __get__(self, table: object, kind: type) -> MissingShape:
        if table is None:
            return self
        raise RuntimeError("the table was not initialised: its __init__ was never called")


class ValueFront(Placed, ValueBackend):
    """The public methods of a value table, which inherits from its backend first and from this second."""

    if TYPE_CHECKING:
        _shape: ValueShape

        def __init__(
            self,
            dtype: Any,
            hash_mb: float = DEFAULT_MB,
            *,
            entries: SupportsIndex | None = None,
            key_bits: int = 64,
            huge_pages: bool = True,
        ) -> None: ...
    else:
        _shape = MissingShape()

    # ---- figures -----------------------------------------------------------------------------------------

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the values."""
        return self._shape.dtype

    @property
    def key_bits(self) -> int:
        """64 or 128."""
        return self._shape.key_bits

    @property
    def entry_bytes(self) -> int:
        """16, 32 or 64."""
        return self._shape.entry_bytes

    @property
    def capacity(self) -> int:
        """The number of slots, that is, the most entries that the table can hold."""
        return self._shape.capacity

    @property
    def full_keys(self) -> bool:
        """Whether whole keys can be recovered: from 65,536 clusters on (4 MB; 64-byte entries 8 MB)."""
        return self._shape.full_keys

    @property
    def memory_usage(self) -> MemoryUsage:
        """Bytes of slots, header and locks, and how many the kernel has provided so far."""
        return MemoryUsage.from_backend(self._memory())

    @property
    def generation(self) -> int:
        """The current generation: 0 to 63, modular."""
        return self._generation_count() % GENERATIONS

    # ---- contents ----------------------------------------------------------------------------------------

    def new_search(self) -> None:
        """Starts a new generation. Entries of earlier generations are replaced first."""
        self._new_search()

    def clear(self) -> None:
        """Empties the table. The generation stays."""
        self._clear()

    def __bool__(self) -> bool:
        """True even when empty: `table or default` must not drop a new table, and counting is slow."""
        return True

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yields (key, value) for each entry, in the order of memory.

        With concurrent stores it is not a snapshot: each pair was there at some moment. After a writer was
        killed during a store, a key that was never stored may appear. While the iterator is alive, `close`
        raises BufferError.

        >>> from tabiya import ValueTable
        >>> table = ValueTable("f8", hash_mb=4)
        >>> table.store(2**63 + 1, 0.5)
        >>> list(table.items())
        [(9223372036854775809, 0.5)]
        """
        self._need_full_keys("items")
        return self._pairs(self._pin())

    def _pairs(self, pin: Any) -> Iterator[tuple[int, Any]]:
        with pin:
            cluster = 0
            while cluster < self._shape.clusters:
                cluster, pairs = self._scan(cluster, SCAN_ENTRIES)
                yield from pairs

    def copy(self) -> Self:
        """Returns an independent copy in private memory, with the same contents and generation.

        >>> from tabiya import ValueTable
        >>> table = ValueTable("i8", hash_mb=1)
        >>> table.store(42, 7)
        >>> copy = table.copy()
        >>> table.add(42, 1), copy.probe(42)
        (8, 7)
        """
        with self._pin():
            twin = type(self)(self.dtype, entries=self.capacity, key_bits=self.key_bits)
            twin._load_slots(self._save_slots())
            twin._set_generation(self._generation_count())
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def _need_full_keys(self, what: str) -> None:
        self._check_open()
        if not self.full_keys:
            raise ValueError(
                f"{what} needs whole keys, which a table gives back from {FULL_KEY_CLUSTERS} clusters on "
                f"(4 MB; 64-byte entries 8 MB); this one has {self._shape.clusters}"
            )

    # ---- batches -----------------------------------------------------------------------------------------

    def probe_many(self, keys: NDArray[np.uint64 | np.int64]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
        """Returns the values of many keys and whether each was found, with the GIL released.

        `keys` is an array of uint64. Keys of 128 bits have a second axis of two, the upper half first. Where
        a key is not found, the value is zeros.

        >>> import numpy as np
        >>> from tabiya import ValueTable
        >>> table = ValueTable("f4", hash_mb=1)
        >>> table.store(7, 0.5)
        >>> values, found = table.probe_many(np.array([7, 8], dtype=np.uint64))
        >>> values.tolist(), found.tolist()
        ([0.5, 0.0], [True, False])
        """
        return batches.probe_many(self, keys)

    def store_many(
        self,
        keys: NDArray[np.uint64 | np.int64],
        values: ArrayLike | Mapping[str, Any] | Sequence[Any],
        priorities: ArrayLike = 0,
    ) -> None:
        """Stores many values, in order. `values` and `priorities` are arrays, or one value for all keys.

        A list of values, each as `store` takes it, works too, at the speed of Python.

        >>> import numpy as np
        >>> from tabiya import ValueTable
        >>> table = ValueTable("i4", hash_mb=1)
        >>> table.store_many(np.arange(100, dtype=np.uint64), np.arange(100))
        >>> table.probe(99), len(table)
        (99, 100)
        """
        batches.store_many(self, keys, values, priorities)

    def add_many(
        self,
        keys: NDArray[np.uint64 | np.int64],
        amounts: ArrayLike | Mapping[str, Any],
        priorities: ArrayLike = 0,
    ) -> None:
        """Like `add` for many keys, in order.

        `amounts` is an array of the table's dtype, of which all fields are added, or a dict for all keys.

        It stops at the first overflow. `done` of the OverflowError is the number of keys done before.
        """
        batches.add_many(self, keys, amounts, priorities)

    def to_numpy(self) -> tuple[NDArray[np.uint64], NDArray[Any]]:
        """Returns all keys, and all values in the same order. With concurrent stores it is not a snapshot."""
        return batches.to_numpy(self)

    # ---- shared memory and files -------------------------------------------------------------------------

    @classmethod
    def create_shared(
        cls,
        name: str,
        dtype: Any,
        hash_mb: float = DEFAULT_MB,
        *,
        entries: SupportsIndex | None = None,
        key_bits: int = 64,
        mode: int = 0o600,
        huge_pages: bool = True,
    ) -> Self:
        """Makes a table in named shared memory, which other processes attach to.

        Names, permissions and removal are those of `TranspositionTable.create_shared`.

        >>> import os
        >>> from tabiya import ValueTable
        >>> name = f"doctest-values-{os.getpid()}"
        >>> with ValueTable.create_shared(name, [("n", "i4"), ("w", "f4")], hash_mb=1) as table:
        ...     with ValueTable.attach(name) as other:  # usually in another process
        ...         other.add(42, {"n": 1, "w": 0.5})["n"]
        1
        """
        shape = ValueShape.make(dtype, hash_mb, entries, key_bits)
        table, place = value_tables.create_shared(cls, name, shape, mode, huge_pages)
        place.file.kept = True
        return table  # from here on no signal is handled

    @classmethod
    def attach(cls, name: str, /, dtype: Any = None, *, huge_pages: bool = True) -> Self:
        """Opens the shared table of that name. A `dtype` is optional; it must be the table's."""
        return value_tables.attach(cls, name, dtype, huge_pages)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        /,
        dtype: Any = None,
        hash_mb: float | None = None,
        *,
        entries: SupportsIndex | None = None,
        key_bits: int | None = None,
        shared: bool = False,
        huge_pages: bool = True,
    ) -> Self:
        """Opens a table in a file, which may be larger than memory and outlives the process.

        A new file needs a `dtype`. An existing file has its own settings, and the given ones must agree with
        them. One process uses the file exclusively; with ``shared=True`` several may, if all pass it.
        """
        wanted = None
        if dtype is not None:
            megabytes = DEFAULT_MB if hash_mb is None else hash_mb
            wanted = ValueShape.make(dtype, megabytes, entries, 64 if key_bits is None else key_bits)
        size = (hash_mb, entries) if hash_mb is not None or entries is not None else None
        given = {"dtype": dtype, "key_bits": key_bits, "size": size}
        table, place = value_tables.open_file(cls, path, wanted, given, shared, huge_pages)
        place.file.kept = True
        return table  # from here on no signal is handled

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        compression: Compression | str = "auto",
        progress: OnProgress | None = None,
    ) -> int:
        """Writes all entries to a file, which a table of any size can load; returns how many.

        The file appears when all of it is on the disk. A table below 65,536 clusters does not know its keys.
        Its slots are written as they are, and only a table of the same size can load them.
        """
        from ..storage.format import SavedValues
        from ..storage.saving import save

        return save(self, SavedValues, check_path(path), compression, progress)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        /,
        dtype: Any = None,
        hash_mb: float | None = None,
        *,
        entries: SupportsIndex | None = None,
        progress: OnProgress | None = None,
        huge_pages: bool = True,
    ) -> Self:
        """Makes a table with the entries of a saved file, with the saved size or another one.

        A `dtype` is optional; it must be the file's. If not all entries fit, those of higher priority stay. A
        damaged file raises `TableFileError`.

        >>> import tempfile
        >>> from tabiya import ValueTable
        >>> folder = tempfile.TemporaryDirectory()
        >>> table = ValueTable("i8", hash_mb=4)
        >>> table.store(42, 7)
        >>> table.save(folder.name + "/values.tabiya")
        1
        >>> ValueTable.load(folder.name + "/values.tabiya", hash_mb=8).probe(42)
        7
        >>> folder.cleanup()
        """
        return value_tables.load(cls, path, dtype, hash_mb, entries, progress, huge_pages)

    # ---- life --------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        return value_tables.pickled(self)

    def __repr__(self) -> str:
        shape = self._shape
        if self._closed:
            return f"<{type(self).__name__} of {shape.dtype}, closed>"
        kind = f"{shape.capacity:,} slots of {shape.entry_bytes} bytes"
        if self._home is not None:
            kind += f", {self.memory_kind} {self.name!r}"
        return f"<{type(self).__name__} of {shape.dtype}, {shape.bytes / 2**20:g} MB, {kind}>"

    def _report_recoveries(self, count: int) -> None:
        """The core calls this when it has taken over locks of dead holders."""
        logger.warning("%d lock(s) whose holder had died were recovered; each cost at most a slot", count)
