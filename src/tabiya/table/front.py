"""`TableFront`: the public side of every table.

Longer methods are functions in `table/changes.py` (size, layout, behaviour), `table/contents.py` (iteration,
merging, copies) and `storage/` (shared memory and files). What needs a game is in `solve/` and `books/`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, Unpack

from .._utils.arguments import check_int, check_path
from ..storage import tables
from . import changes, contents
from .arguments import check_key
from .config import Layout, TableConfig
from .entry import Entry
from .entry_values import Bound, Source
from .figures import TableFigures

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._utils.progress import OnProgress
    from ..books import Book, Prefilled
    from ..games.rules import Rule50Keys
    from ..storage.compression import Compression
    from .fields import BehaviourFields, LayoutName, OwnFields, TableFields
    from .inspection import Inspection

__all__ = ["TableFront"]

logger = logging.getLogger("tabiya")


class TableFront(TableFigures):
    """The public methods of a table. A public table inherits from its backend first and from this second."""

    # ---- size and layout -----------------------------------------------------------------------------------

    def resize(
        self, hash_mb: float | None = None, *, entries: SupportsIndex | None = None, discard: bool = False
    ) -> int:
        """Changes the size and keeps the entries; returns how many. If not all fit, the better ones stay.

        A table below 65,536 clusters does not know its keys, so it can only start empty. That raises
        ValueError unless the table is empty or `discard` is true. A second tier stays as it is. If there is
        too little memory, MemoryError is raised and the table is as it was. Entries that other threads store
        meanwhile may be lost.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(12345, depth=7)
        >>> table.resize(8), table.probe(12345).depth
        (1, 7)
        """
        return changes.resize(self, hash_mb, entries, discard)

    def set_layout(self, layout: Layout | LayoutName) -> None:
        """Changes the layout at the same size. Unless it already has this layout, the table starts empty and
        its statistics at zero.
        """
        changes.set_layout(self, layout)

    def set_clustered(self, on: bool) -> None:
        """Switches between single slots (False) and clusters (True: cluster4). A change empties the table.

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
        """Empties the table and returns its memory to the system. The generation stays."""
        self._clear()

    # ---- behaviour -----------------------------------------------------------------------------------------

    def reconfigure(self, **settings: Unpack[BehaviourFields]) -> None:
        """Changes the behaviour of the table between searches. The entries stay.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.reconfigure(policy="depth_preferred", statistics=True)
        >>> table.config.policy
        <Policy.DEPTH_PREFERRED: 'depth_preferred'>
        """
        changes.reconfigure(self, settings)

    def with_statistics_tracking(self) -> Self:
        """Switches statistics on and returns the table."""
        self.reconfigure(statistics=True)
        return self

    def reset_stats(self) -> None:
        """Sets all statistics to zero."""
        self._reset_stats()

    def new_search(self) -> None:
        """Starts a new generation. Entries of earlier generations are replaced first."""
        self._new_search()

    def add_nodes(self, nodes: SupportsIndex) -> int:
        """Counts searched nodes towards ``aging_interval``; returns how many generations started.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1, aging_interval=10_000)
        >>> table.add_nodes(25_000), table.generation
        (2, 2)
        """
        return self._add_nodes(check_int("nodes", nodes, 0, 2**63 - 1))

    def verify(self) -> None:
        """Compares the whole table with its shadow; raises ValidationError at the first difference.

        Only a table with ``validation="paranoid"`` has a shadow. For other tables this does nothing.
        """
        self._verify()

    def __contains__(self, key: SupportsIndex) -> bool:
        return self.probe(key) is not None

    def __bool__(self) -> bool:
        """True even when empty: `table or default` must not drop a new table, and counting is slow."""
        return True

    # ---- contents ------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[int, Entry]]:
        """Yields (key, entry) for each entry, in memory order. A second tier is left out: it has no keys.

        During concurrent stores it is not a snapshot: each pair was there at some moment, and a key appears
        at most once per cluster. After a torn write (writers racing without locks, a killed process) a key
        may appear that was never stored. While the iterator is alive, resize, set_layout, reconfigure and
        close raise BufferError.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(2**63 + 1, score=12)
        >>> [(key, entry.score) for key, entry in table.items()]
        [(9223372036854775809, 12)]
        """
        return contents.items(self)

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """Returns the entries as NumPy arrays by name: the key, and the fields of an entry.

        ``pandas.DataFrame`` and ``polars.DataFrame`` take the result as it is. Bounds and sources are names,
        a missing static evaluation is NaN. Needs NumPy and whole keys; a second tier is left out.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(42, score=12, depth=7)
        >>> columns = table.to_columns()
        >>> columns["key"].tolist(), columns["bound"].tolist(), columns["eval"].tolist()
        ([42], ['EXACT'], [nan])
        """
        return contents.columns(self)

    def regions(self, count: SupportsIndex = 256, *, sample: SupportsIndex = 16_384) -> NDArray[Any]:
        """Returns what `count` equal parts of the table hold, from at most `sample` clusters.

        The result is a structured array, one row per region in memory order: `first` (its first cluster),
        `sampled` (clusters read; all of them if they are few), `slots`, `entries`, `depth` (the mean), and
        counts of entries by `bounds` (upper, lower, exact), `sources` (quiescence, null move, IID, book,
        main) and `ages` (0, 1, 2 to 7, 8 or more generations). A table with fewer clusters has as many
        regions. Reading does not disturb a search. A second tier is left out. Needs NumPy.

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=1)
        >>> table.store(1, depth=4)
        >>> table.regions(16)["entries"].tolist().count(1)
        1
        """
        from .regions import regions

        return regions(self, count, sample)

    def inspect(
        self,
        key: SupportsIndex,
        move: SupportsIndex = 0,
        score: SupportsIndex = 0,
        eval: SupportsIndex | None = None,
        depth: SupportsIndex = 0,
        bound: Bound | SupportsIndex = Bound.EXACT,
        source: Source | SupportsIndex = Source.MAIN,
        pv: bool = False,
    ) -> Inspection:
        """Returns the cluster of a key: its entries, their values, and what a store would do.

        The other arguments are those of the store to predict. Only the first tier counts. A table does not
        know when an entry was written or what it replaced; a recorded search does (`Recording.history`).

        >>> from tabiya import TranspositionTable
        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(42, depth=7)
        >>> found = table.inspect(42, depth=3)
        >>> found.entry.depth, [slot.age for slot in found.slots if slot.entry]
        (7, [0])
        >>> print(found.store)
        updates slot 0 and keeps the older entry
        """
        from .inspection import inspect

        new = Entry(move, score, eval, depth, bound, 0, source, pv)
        return inspect(self, check_key(key), new)

    def merge(self, other: TableFront) -> None:
        """Adds the entries of another table. The better entry wins, for equal keys and where space runs out.

        Ages stay: entries of the other table's current generation get this table's. Second tiers do not take
        part.

        >>> from tabiya import TranspositionTable
        >>> left, right = TranspositionTable(hash_mb=4), TranspositionTable(hash_mb=4)
        >>> left.store(1, depth=5); right.store(1, depth=9); right.store(2)
        >>> left.merge(right)
        >>> left.probe(1).depth, len(left)
        (9, 2)
        """
        contents.merge(self, other)

    def copy(self) -> Self:
        """Returns an independent copy: same settings, contents and generation, but zero statistics."""
        return contents.copied(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    # ---- books and lines of moves --------------------------------------------------------------------------

    def principal_variation(
        self, board: Any, max_length: int = 64, *, rule50_keys: Rule50Keys = "off"
    ) -> tuple[Any, ...]:
        """Returns the line of best moves that the table remembers from a position on.

        `board` is a board of this package or a `tabiya.Game`; it does not change. The line ends after
        `max_length` moves, at the end of the game, where the table knows no move or none that is legal, and
        with a move that repeats a position. `rule50_keys` is the option of the search that filled the table.

        >>> from tabiya import Engine, TranspositionTable, chess
        >>> table = TranspositionTable(hash_mb=1)
        >>> board = chess.Board("6k1/5ppp/8/8/8/8/8/R3R1K1 w - - 0 1")
        >>> result = Engine("chess", table=table).search(board, depth=4)
        >>> [str(move) for move in table.principal_variation(board)]
        ['a1a8']
        """
        from ..solve.principal_variation import principal_variation

        return principal_variation(self, board, max_length, rule50_keys)

    def prefill_from_book(
        self,
        book: Book,
        plies: int = 8,
        entry_depth: int = 0,
        *,
        positions: Iterable[Any] | None = None,
    ) -> Prefilled:
        """Stores the moves of a book, so that the first searches try them first; returns how many.

        Takes positions up to `plies` from the start. A book with another program's keys (Polyglot) is
        walked through its own moves, from the start or from the boards in `positions`. Entries have the
        source ``BOOK`` and are 32 generations old, so that any other entry displaces them. A move with a
        score and a depth becomes an exact entry of that depth. Any other becomes a bound of depth
        `entry_depth` that never cuts off: the search tries the move first and trusts no score.

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
        from ..books.prefill import prefill

        return prefill(self, book, plies, entry_depth, positions)

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
        """Makes a table in named shared memory, for other processes to attach to.

        `mode` are its permissions; by default only the same user may attach. The memory is reserved at once
        and stays until `unlink`, even if processes end. Leaving a ``with`` statement closes and unlinks.
        Raises FileExistsError if the name is taken.

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
        return table  # from here on no signal is handled

    @classmethod
    def attach(cls, name: str, /, **own: Unpack[OwnFields]) -> Self:
        """Attaches to the shared table of this name, made by this or another process.

        The settings come from its header, except statistics, validation, prefetch and huge_pages, which each
        process chooses here. Raises FileNotFoundError if there is none, PermissionError if it belongs to
        another user.
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
        """Opens or makes a table in a file: as large as the disk allows, and kept after the process ends.

        A new file gets the given settings, and all its space at once (OSError if the disk is full). An
        existing file has its own settings; contradicting ones are an error. One process uses the file at a
        time, or several if all pass ``shared=True``; otherwise BlockingIOError is raised.

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
        return table  # from here on no signal is handled

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        compression: Compression | str = "auto",
        progress: OnProgress | None = None,
    ) -> int:
        """Writes all entries to a file; returns how many. Tables of any size and layout can load it.

        The file replaces an older one, and keeps its mode, once it is completely on the disk. If anything
        fails, the older file is unchanged. A symbolic link stays and points to the new file. Raises OSError
        for a directory, a FIFO or a device, ValueError for the file that the table itself is mapped from.

        `compression` is "auto" (zlib, which every installation reads), "none", "zlib", "lzma" or "zstd",
        which needs the package zstandard to write and to read. `progress` is called as ``progress(done,
        total)`` now and then. During concurrent stores the file is not a snapshot: each entry was there at
        some moment.

        A table below 65,536 clusters does not know its keys. Its slots are written as they are (the result
        counts all of them), and only a table with as many clusters and the same layout can load them.

        A second tier is written as it is and not counted in the result; see `load`.
        """
        from ..storage.format import SavedTable
        from ..storage.saving import save

        return save(self, SavedTable, check_path(path), compression, progress)

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        megabytes: float | None = None,
        /,
        *,
        progress: OnProgress | None = None,
        **settings: Unpack[TableFields],
    ) -> Self:
        """Makes a table with the entries of a saved file, with the saved size and settings or with others.

        If not all entries fit, the better ones stay. A damaged file raises `TableFileError`, a ValueError
        that says what is wrong. A second tier does not know its keys: it can only be loaded with the same
        size and settings. ``l2_mb=0`` leaves it out.

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

    def _repr_html_(self) -> str:
        """The settings and some entries, as notebooks show them."""
        return contents.html(self)

    def _report_recoveries(self, count: int) -> None:
        """The core calls this when it has taken over locks of dead holders."""
        logger.warning("%d bucket lock(s) whose holder had died were recovered; no entry was lost", count)

    def _report_collisions(self, count: int) -> None:
        """Logs new collisions. Debug tables call this at most once per second."""
        logger.info(
            "%d entries of this generation were replaced by other keys (hashfull %d): a larger table keeps "
            "them",
            count,
            self._hashfull(),
        )
