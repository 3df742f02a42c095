"""`ValueTable`: the bounded, shareable table for values of any NumPy dtype.

`ValueFront` is what the native and the reference table have in common. The backends keep the entries and
have the calls that are counted in nanoseconds: probe, store and add.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Self, SupportsIndex

from ._native import HAS_CORE
from .memory import MemoryUsage
from .memory_request import sentence_for_memory
from .storage.placed import JOINED, ORPHAN, Placed
from .value_batches import ValueBatches
from .value_packing import check_dtype, named_fields
from .value_shape import ValueShape
from .values import FULL_KEY_CLUSTERS, GENERATIONS

if TYPE_CHECKING:
    import numpy as np

    from .storage.compression import Compression
    from .storage.places import Place
    from .storage.saving import Progress
    from .storage.value_header import ValueHeader

__all__ = ["ValueFront", "ValueTable"]

logger = logging.getLogger("tabiya")

SCAN_ENTRIES = 4096
"""Entries that an iterator fetches from the core at once."""
DEFAULT_MB = 64


class ValueFront(ValueBatches, Placed):
    """The public side of a value table, over the primitives of a backend."""

    _shape: ValueShape

    if TYPE_CHECKING:  # what the backends provide

        def probe(self, key: Any, /) -> Any: ...
        def __len__(self) -> int: ...
        def _clear(self) -> None: ...
        def _new_search(self) -> None: ...
        def _generation_count(self) -> int: ...
        def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Any]]]: ...
        def _memory(self) -> dict[str, Any]: ...
        def _pin(self) -> Any: ...
        @property
        def _closed(self) -> bool: ...

    def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
        """Makes the backend: in private memory, or in that of a descriptor, size and opening."""
        raise NotImplementedError

    def __init__(
        self,
        dtype: Any,
        hash_mb: float = DEFAULT_MB,
        *,
        entries: SupportsIndex | None = None,
        key_bits: int = 64,
        huge_pages: bool = True,
    ) -> None:
        """Makes a table in private memory.

        `dtype` is a NumPy dtype of up to 56 bytes: 8, 24 or 56 bytes take entries of 16, 32 or 64 bytes.
        `hash_mb` is the memory for entries in units of 2^20 bytes, `entries` their number instead. With
        ``key_bits=128`` keys have 128 bits, which take 8 bytes of the entry.
        """
        shape = ValueShape.make(dtype, hash_mb, entries, key_bits)
        with sentence_for_memory(shape.bytes):
            self._make(shape, huge_pages)
        self._shape = shape

    # ---- what it is --------------------------------------------------------------------------------------

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
        """Slots: the most entries that the table can hold."""
        return self._shape.capacity

    @property
    def full_keys(self) -> bool:
        """Whether entries give their keys back: from 65,536 clusters on (4 MB; 64-byte entries 8 MB)."""
        return self._shape.full_keys

    @property
    def memory_usage(self) -> MemoryUsage:
        """Bytes of slots, header and locks, and what the kernel gave so far."""
        return MemoryUsage.from_backend(self._memory())

    @property
    def generation(self) -> int:
        """0 to 63, modular."""
        return self._generation_count() % GENERATIONS

    def new_search(self) -> None:
        """Begins a new generation: entries of earlier ones become the first to be replaced."""
        self._new_search()

    def clear(self) -> None:
        """Empties the table; the generation stays."""
        self._clear()

    def __bool__(self) -> bool:
        """True, even when empty: `table or default` must not drop a fresh table, and counting is slow."""
        return True

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yields (key, value) for each entry, in the order of memory.

        Beside concurrent stores it is no snapshot: each pair was there at some moment. After a writer was
        killed in the middle of a store, a key that nobody stored may appear. While the iterator is alive,
        `close` raises BufferError.

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

    def _need_full_keys(self, what: str) -> None:
        self._check_open()
        if not self.full_keys:
            raise ValueError(
                f"{what} needs whole keys, which a table gives back from {FULL_KEY_CLUSTERS} clusters on "
                f"(4 MB; 64-byte entries 8 MB); this one has {self._shape.clusters}"
            )

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
        from .storage import shared
        from .storage.value_header import value_bytes_of

        cls._check_mappable()
        shared.check_name(name)
        shape = ValueShape.make(dtype, hash_mb, entries, key_bits)
        shared.check_mode(mode)
        return cls._create_shared(name, value_bytes_of(shape), mode, cls._mapper(shape, huge_pages))

    @classmethod
    def attach(cls, name: str, /, dtype: Any = None, *, huge_pages: bool = True) -> Self:
        """The shared table of that name. A `dtype` is compared with the table's, and not needed."""
        from .storage import shared
        from .storage.value_header import read_value_header

        cls._check_mappable()
        place, header = shared.attach(name, read_value_header)
        return cls._joined(place, header, {"dtype": dtype}, huge_pages, JOINED)

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
        """A table in a file: as large as the disk allows, and still there after the process.

        A new file needs a `dtype`. One that exists has its own settings; those given must agree with them.
        One process has the file for itself; with ``shared=True`` several may, if all say so.
        """
        from .storage import mapped
        from .storage.value_header import read_value_header, value_bytes_of

        cls._check_mappable()
        wanted = None
        if dtype is not None:
            size = DEFAULT_MB if hash_mb is None else hash_mb
            wanted = ValueShape.make(dtype, size, entries, 64 if key_bits is None else key_bits)
        elif not os.path.exists(path) or os.path.getsize(path) == 0:
            raise ValueError(f"{os.fspath(path)!r} holds no table yet: a new one needs a dtype")
        size_given = hash_mb is not None or entries is not None
        given = {
            "dtype": dtype,
            "key_bits": key_bits,
            "clusters": wanted.clusters if wanted is not None and size_given else None,
        }
        place, header = mapped.open_file(
            os.fspath(path), value_bytes_of(wanted) if wanted else 0, shared, read_value_header
        )
        if header is None:
            assert wanted is not None
            return cls._in_new_file(place, cls._mapper(wanted, huge_pages))
        return cls._joined(place, header, given, huge_pages, ORPHAN if place.exclusive else JOINED)

    @classmethod
    def _check_mappable(cls) -> None:
        """Raises where tables live in private memory only."""

    @classmethod
    def _joined(
        cls, place: Place, header: ValueHeader, given: dict[str, Any], huge_pages: bool, opening: int
    ) -> Self:
        try:
            _check_same(header.shape, given, str(place))
        except BaseException:
            place.release()
            raise
        return cls._join(place, opening, cls._mapper(header.shape, huge_pages))

    @classmethod
    def _mapper(cls, shape: ValueShape, huge_pages: bool) -> Callable[[Self, int, int], None]:
        from .storage.value_header import value_bytes_of

        def map_into(table: Self, descriptor: int, opening: int) -> None:
            table._make(shape, huge_pages, descriptor, value_bytes_of(shape), opening)
            table._shape = shape

        return map_into

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        compression: Compression | str = "auto",
        progress: Progress | None = None,
    ) -> int:
        """Writes all entries to a file, which a table of any size can load; returns how many.

        The file appears when all of it is on the disk. A table below 65,536 clusters does not know its keys:
        its slots are written as they are, and only a table of the same size can load them.
        """
        from .storage.value_format import save_values

        return save_values(self, os.fspath(path), compression, progress)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        /,
        dtype: Any = None,
        hash_mb: float | None = None,
        *,
        entries: SupportsIndex | None = None,
        progress: Progress | None = None,
        huge_pages: bool = True,
    ) -> Self:
        """A table with the values of a saved file, of the size that was saved or of another.

        A `dtype` is compared with the file's, and not needed. Where not all entries fit, those of higher
        priority stay. A file that is damaged anywhere raises `TableFileError`.

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
        from .storage.format import Kind
        from .storage.value_format import fill_values, open_saved_values

        with open_saved_values(os.fspath(path)) as saved:
            shape: ValueShape = saved.header.shape
            _check_same(shape, {"dtype": dtype}, saved.what)
            size = shape.bytes / 2**20 if hash_mb is None else hash_mb
            made: Any = cls
            table: Self = made(
                shape.dtype, size, entries=entries, key_bits=shape.key_bits, huge_pages=huge_pages
            )
            if saved.header.kind is Kind.SLOTS and table._shape.clusters != shape.clusters:
                raise ValueError(
                    f"{saved.what} holds slots without whole keys, as tables below {FULL_KEY_CLUSTERS} "
                    f"clusters have: only {shape.clusters} clusters can load it"
                )
            fill_values(table, saved, progress)
        return table

    # ---- life --------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        if self._home is not None:
            return self._pickled({})
        raise TypeError(
            "a table in private memory cannot be pickled: threads can share it as it is; for another "
            "process, use create_shared"
        )

    def __repr__(self) -> str:
        shape = self._shape
        if self._closed:
            return f"<{type(self).__name__} of {shape.dtype}, closed>"
        kind = f"{shape.capacity:,} slots of {shape.entry_bytes} bytes"
        if self._home is not None:
            kind += f", {self.memory_kind} {self.name!r}"
        return f"<{type(self).__name__} of {shape.dtype}, {shape.bytes / 2**20:g} MB, {kind}>"

    def _report_recoveries(self, count: int) -> None:
        """Called by the core when it took over locks whose holders had died."""
        logger.warning("%d lock(s) whose holder had died were recovered; each cost at most a slot", count)


def _check_same(shape: ValueShape, given: dict[str, Any], what: str) -> None:
    """Raises where a caller asked for something else than is there."""
    for name, wanted in given.items():
        if wanted is None:
            continue
        if name == "dtype":
            wanted = check_dtype(wanted)
        known = getattr(shape, name)
        if known != wanted:
            raise ValueError(f"{what} has {name}={known}, not the {wanted} asked for")


if TYPE_CHECKING or HAS_CORE:
    from . import _core

    class ValueTable(ValueFront, _core.ValueTable):
        """A bounded hash table from integer keys to values of a NumPy dtype; readers take no lock.

        >>> from tabiya import ValueTable
        >>> table = ValueTable([("n", "i4"), ("w", "f8")], hash_mb=1)
        >>> table.store(42, {"n": 3, "w": 0.5})
        >>> table.probe(42)["n"]
        3
        >>> table.add(42, {"n": 1})
        Value({'n': 4, 'w': 0.5})
        >>> table.probe(43) is None
        True
        """

        def _make(self, shape: ValueShape, huge_pages: bool, *place: int) -> None:
            fields = _core.ValueFields(
                shape.dtype, shape.dtype.itemsize, shape.dtype.names is None, named_fields(shape.dtype)
            )
            make: Any = _core.ValueTable.__init__
            make(self, fields, shape.clusters, shape.words, shape.wide, huge_pages, shape.type_text, *place)
