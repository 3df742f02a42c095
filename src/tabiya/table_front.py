"""`TableFront`: the public side of every table.

What takes more than a line is done by the parts: `table_changes.py` (size, layout, behaviour),
`table_contents.py` (iteration, merging, copies) and `storage/` (shared memory and files).
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, Unpack

from . import table_changes, table_contents
from .arguments import check_int
from .config import Layout, TableConfig
from .entry import Entry
from .storage import tables
from .table_backend import TableBackend

if TYPE_CHECKING:
    from .books import Book, Prefilled
    from .storage.compression import Compression
    from .storage.saving import Progress
    from .table_fields import BehaviourFields, LayoutName, OwnFields, TableFields

__all__ = ["TableFront"]

logger = logging.getLogger("tabiya")


class TableFront(TableBackend):
    """The public side of a table; its figures are in `TableBackend`."""

    def __init__(self, config: TableConfig | None = None, /, **settings: Unpack[TableFields]) -> None:
        """Makes an empty table of a configuration, of fields of `TableConfig` as keywords, or of both."""
        raise NotImplementedError

    # ---- size and layout -----------------------------------------------------------------------------------

    def resize(
        self, hash_mb: float | None = None, *, entries: SupportsIndex | None = None, discard: bool = False
    ) -> int:
        """Changes the size and keeps the contents, the better entries where not all fit; returns how many.

        A table below 65,536 clusters does not know its keys, so it can only start empty. That raises
        ValueError unless the table is empty or `discard` is true. A second tier stays as it is. If the memory
        cannot be had, MemoryError is raised and the table is as it was. Entries that other threads store
        meanwhile may be lost.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(12345, depth=7)
        >>> table.resize(8), table.probe(12345).depth
        (1, 7)
        """
        return table_changes.resize(self, hash_mb, entries, discard)

    def set_layout(self, layout: Layout | LayoutName) -> None:
        """Changes the layout at the same size. The table starts empty, unless it has that layout already."""
        table_changes.set_layout(self, layout)

    def set_clustered(self, on: bool) -> None:
        """True turns a single-slot table into cluster4, False any table into single slots; it starts empty.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1, layout="single")
        >>> table.set_clustered(True)
        >>> table.config.layout
        <Layout.CLUSTER4: 'cluster4'>
        """
        if not isinstance(on, bool):
            raise TypeError(f"on must be a bool, not {type(on).__name__} ({on!r})")
        self._check_open()
        if on != self.clustered:
            self.set_layout(Layout.CLUSTER4 if on else Layout.SINGLE)

    def clear(self) -> None:
        """Empties the table and gives its memory back to the system; the generation stays."""
        self._clear()

    # ---- behaviour -----------------------------------------------------------------------------------------

    def reconfigure(self, **settings: Unpack[BehaviourFields]) -> None:
        """Changes how the table behaves, between searches; the entries stay.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.reconfigure(policy="depth_preferred", statistics=True)
        >>> table.config.policy
        <Policy.DEPTH_PREFERRED: 'depth_preferred'>
        """
        table_changes.reconfigure(self, settings)

    def with_statistics_tracking(self) -> Self:
        """Switches statistics on and returns the table itself."""
        self.reconfigure(statistics=True)
        return self

    def reset_stats(self) -> None:
        """Sets all statistics to zero."""
        self._reset_stats()

    def new_search(self) -> None:
        """Begins a new generation: entries of earlier ones become the first to be replaced."""
        self._new_search()

    def add_nodes(self, nodes: SupportsIndex) -> int:
        """Tells how many nodes were searched, for ``aging_interval``; returns how many generations began.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1, aging_interval=10_000)
        >>> table.add_nodes(25_000), table.generation
        (2, 2)
        """
        return self._add_nodes(check_int("nodes", nodes, 0, 2**63 - 1))

    def verify(self) -> None:
        """Holds the whole table against its shadow; raises ValidationError at the first difference.

        Only a table with ``validation="paranoid"`` has a shadow; any other has nothing to compare and passes.
        """
        self._verify()

    def __contains__(self, key: SupportsIndex) -> bool:
        return self.probe(key) is not None

    def __bool__(self) -> bool:
        """True, even when empty: `table or default` must not drop a fresh table, and counting is slow."""
        return True

    # ---- contents ------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[int, Entry]]:
        """Yields (key, entry) for each entry, in the order of memory; a second tier has no keys to give.

        Beside concurrent stores it is no snapshot: each pair was there at some moment, and a key comes once a
        cluster. After an accident that tore a slot (writers racing without locks, a killed process) a key
        that nobody stored may appear. While the iterator is alive, resize, set_layout, reconfigure and close
        raise BufferError.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(2**63 + 1, score=12)
        >>> [(key, entry.score) for key, entry in table.items()]
        [(9223372036854775809, 12)]
        """
        return table_contents.items(self)

    def merge(self, other: TableFront) -> None:
        """Takes over another table's entries: of one key the better, and the better ones where space ends.

        Ages stay: an entry of the other's current generation becomes one of this table's. Of a table with a
        second tier only the first takes part, on either side.

        >>> from tabiya import TranspositionTable
        >>> left, right = TranspositionTable(hash_mb=4), TranspositionTable(hash_mb=4)
        >>> left.store(1, depth=5); right.store(1, depth=9); right.store(2)
        >>> left.merge(right)
        >>> left.probe(1).depth, len(left)
        (9, 2)
        """
        table_contents.merge(self, other)

    def prefill_from_book(
        self, book: Book, depth: int = 8, positions: Iterable[Any] | None = None
    ) -> Prefilled:
        """Stores a book's moves, so that the first searches try them first; returns how many went in.

        Positions up to `depth` plies from the start are taken; a book that knows positions by another
        program's keys (Polyglot) is walked from the start, or from the boards in `positions`, through its own
        moves. Entries have the source ``BOOK`` and are 32 generations old, so that anything displaces them. A
        move with a score and a depth becomes an exact entry of that depth; any other a bound that never cuts
        off: the search tries the move, and believes nothing.

        >>> from tabiya import TranspositionTable, chess
        >>> from tabiya.books import BookBuilder
        >>> builder = BookBuilder("chess")
        >>> builder.add_line(["e2e4", "e7e5", "g1f3"])
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.prefill_from_book(builder.book())
        Prefilled(stored=3, skipped=0, illegal=0)
        >>> str(chess.Move.unpack(table.probe(chess.Board().key).move))
        'e2e4'
        """
        from .books.prefill import prefill

        return prefill(self, book, depth, positions)

    def copy(self) -> Self:
        """A table of its own with the same settings, contents and generation; statistics start at zero."""
        return table_contents.copied(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    # ---- shared memory and files ---------------------------------------------------------------------------

    @classmethod
    def create_shared(
        cls,
        name: str,
        config: TableConfig | None = None,
        /,
        *,
        mode: int = 0o600,
        **settings: Unpack[TableFields],
    ) -> Self:
        """Makes a table in named shared memory, which other processes attach to.

        `mode` are its permissions: by default only the same user may attach. The memory is reserved at once,
        and stays until `unlink`, whoever ends meanwhile; leaving a ``with`` statement closes and unlinks.
        FileExistsError if the name is taken.

        >>> import os
        >>> from tabiya import TranspositionTable
        >>> name = f"doctest-{os.getpid()}"
        >>> with TranspositionTable.create_shared(name, hash_mb=1) as table:
        ...     table.store(42, depth=7)
        ...     with TranspositionTable.attach(name) as other:
        ...         other.probe(42).depth
        7
        """
        table, place = tables.create_shared(cls, name, config, mode, settings)
        place.file.kept = True
        return table  # no signal is looked for from here on

    @classmethod
    def attach(cls, name: str, /, **own: Unpack[OwnFields]) -> Self:
        """The shared table of that name, made by this or another process.

        Its header tells all settings; only statistics, validation, prefetch and huge_pages are each process's
        own and may be given here. FileNotFoundError if there is none, PermissionError if it is another's.
        """
        return tables.attach(cls, name, own)

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        config: TableConfig | None = None,
        /,
        *,
        shared: bool = False,
        **settings: Unpack[TableFields],
    ) -> Self:
        """A table in a file: as large as the disk allows, and still there after the process.

        A new file gets the settings given, and all its space at once (OSError if the disk has no room). A
        file that exists has its own; settings that contradict them are an error. One process has the file for
        itself; with ``shared=True`` several may, if all say so. Else BlockingIOError.

        >>> import tempfile
        >>> from tabiya import TranspositionTable
        >>> folder = tempfile.TemporaryDirectory()
        >>> path = folder.name + "/analysis.table"
        >>> with TranspositionTable.open(path, hash_mb=4) as table:
        ...     table.store(42, depth=7)
        >>> with TranspositionTable.open(path) as table:
        ...     table.probe(42).depth, table.config.hash_mb
        (7, 4)
        >>> folder.cleanup()
        """
        table, place = tables.open_file(cls, path, config, shared, settings)
        place.file.kept = True
        return table  # no signal is looked for from here on

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        compression: Compression | str = "auto",
        progress: Progress | None = None,
    ) -> int:
        """Writes all entries to a file, which any size and layout of table can load; returns how many.

        The file appears when all of it is on the disk, in place of an older one, whose mode it keeps; if
        anything fails, the older one is as it was. A symbolic link stays and leads to the new file. OSError
        for a directory, a FIFO or a device; ValueError for the file that the table itself lives in.

        `compression` is "auto" (zlib, which every installation reads), "none", "zlib", "lzma" or "zstd",
        which needs the package zstandard to write and to read. `progress` is called as ``progress(done,
        total)`` now and then. Beside concurrent stores the file is no snapshot: each entry was there at some
        moment.

        A table below 65,536 clusters does not know its keys: its slots are written as they are (all of them
        count), and only a table of the same number of clusters and the same layout can load them.

        A second tier is written as it is, and not counted in the result: see `load`.
        """
        from .storage.saving import save_table

        return save_table(self, os.fspath(path), compression, progress)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        megabytes: float | None = None,
        /,
        *,
        progress: Progress | None = None,
        **settings: Unpack[TableFields],
    ) -> Self:
        """A table with the entries of a saved file: of the size and settings that were saved, or of others.

        Where not all entries fit, the better ones stay. A file that is damaged anywhere raises
        `TableFileError`, a ValueError, that says what is wrong. A second tier does not know its keys: only
        one of the same size and settings can load it; ``l2_mb=0`` leaves it out.

        >>> import tempfile
        >>> from tabiya import TranspositionTable
        >>> folder = tempfile.TemporaryDirectory()
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(42, depth=7)
        >>> table.save(folder.name + "/opening.tabiya")
        1
        >>> TranspositionTable.load(folder.name + "/opening.tabiya", 8, layout="single").probe(42).depth
        7
        >>> folder.cleanup()
        """
        if megabytes is not None:
            settings = {"hash_mb": megabytes, **settings}
        return tables.load(cls, path, progress, settings)

    # ---- life ----------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        return tables.pickled(self)

    def __repr__(self) -> str:
        config = self._config
        megabytes = config.clusters * config.layout.cluster_bytes / 2**20
        kind = f"{config.layout}, {config.policy}, {self.capacity:,} slots"
        if self._home is not None:
            kind += f", {self.memory_kind} {self.name!r}"
        try:
            self._check_open()
        except ValueError:
            kind += ", closed"
        return f"<{type(self).__name__} {megabytes:g} MB, {kind}>"

    def _report_recoveries(self, count: int) -> None:
        """Called by the core when it took over locks whose holders had died."""
        logger.warning("%d bucket lock(s) whose holder had died were recovered; no entry was lost", count)
