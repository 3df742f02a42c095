"""`TranspositionTable`: the public table.

`TableFront` is what the native and the reference table have in common: configuration, sizes, iteration,
copies. The backends below it keep the entries.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, Unpack

from ._native import HAS_CORE
from .arguments import check_int
from .config import LINE_BYTES, SETTINGS, Layout, TableConfig, core_values, make_config, under_new_names
from .entry import Entry
from .memory import MemoryUsage
from .memory_request import sentence_for_memory
from .stats import TableStats
from .storage.front import OWN_FIELDS, StoredTables
from .tiers import SecondTier
from .values import FULL_KEY_CLUSTERS, GENERATIONS

if TYPE_CHECKING:
    from .books import Book, Prefilled
    from .table_fields import BehaviourFields, LayoutName, TableFields

__all__ = ["TableFront", "TranspositionTable"]

logger = logging.getLogger("tabiya")

SCAN_ENTRIES = 4096
"""Entries that an iterator fetches from the core at once."""

CHANGED_BY = {one.name: one.changed_by for one in SETTINGS}


class TableFront(StoredTables):
    """The public side of a table, over the primitives of a backend."""

    if TYPE_CHECKING:  # what the backends provide

        @property
        def _config(self) -> TableConfig: ...
        @property
        def renewals(self) -> int: ...
        @property
        def generation(self) -> int: ...
        @property
        def enabled(self) -> bool: ...
        @enabled.setter
        def enabled(self, on: bool) -> None: ...
        def probe(self, key: SupportsIndex, /) -> Entry | None: ...
        def __len__(self) -> int: ...
        def _new_search(self) -> None: ...
        def _hashfull(self) -> int: ...
        def _fill_rate(self) -> float: ...
        def _clear(self) -> None: ...
        def _reset_stats(self) -> None: ...
        def _rebuild(self, before: TableConfig, settings: Any, keep_entries: bool) -> int | None: ...
        def _configure(self, before: TableConfig, settings: Any) -> bool | None: ...
        def _scan(self, cluster: int, limit: int) -> tuple[int, list[tuple[int, Entry]]]: ...
        def _insert(self, pairs: list[tuple[int, Entry]]) -> int: ...
        def _merge(self, other: Any) -> None: ...
        def _copy_from(self, other: Any) -> None: ...
        def _add_nodes(self, nodes: int) -> int: ...
        def _counters(self) -> dict[str, Any]: ...
        def _memory(self) -> dict[str, Any]: ...
        def _close(self) -> None: ...
        def _verify(self) -> None: ...
        def _check_open(self) -> None: ...
        def _pin(self) -> Any: ...

    @classmethod
    def _settings(cls, config: TableConfig) -> Any:
        """The configuration in the form that the backend takes."""
        raise NotImplementedError

    def __init__(self, config: TableConfig | None = None, /, **settings: Unpack[TableFields]) -> None:
        config = make_config(config, settings)
        with sentence_for_memory.of(config):
            super().__init__(self._settings(config))  # type: ignore[call-arg]

    # ---- size and layout ---------------------------------------------------------------------------------

    @property
    def config(self) -> TableConfig:
        """The settings in force."""
        return self._config

    @property
    def capacity(self) -> int:
        """Slots: the most entries that the table can hold."""
        return self._config.clusters * self._config.layout.ways

    @property
    def full_keys(self) -> bool:
        """Whether entries give their whole keys back: from 65,536 clusters on (4 MB; single slots: 1 MB)."""
        return self._config.clusters >= FULL_KEY_CLUSTERS

    @property
    def clustered(self) -> bool:
        return self._config.layout is not Layout.SINGLE

    @property
    def bucket_count(self) -> int:
        """Locks that writers share under ``sync="bucket_locks"``."""
        return self._config.buckets

    @property
    def memory_usage(self) -> MemoryUsage:
        """Bytes of slots, header and locks, and what the kernel gave so far."""
        return MemoryUsage.from_backend(self._memory(), self._config.l2_lines * LINE_BYTES)

    def resize(
        self,
        hash_mb: float | None = None,
        *,
        entries: SupportsIndex | None = None,
        discard: bool = False,
    ) -> int:
        """Changes the size and keeps the contents, the better entries where not all fit; returns how many.

        A table below 65,536 clusters does not know its keys. It can only start empty: ValueError unless it is
        empty already, or `discard` allows it.
        A second tier stays as it is: this is about the first.
        If the memory cannot be had, MemoryError is raised and the table is as it was. Entries that other
        threads store meanwhile may be lost.

        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(12345, depth=7)
        >>> table.resize(8), table.probe(12345).depth
        (1, 7)
        """
        self._check_private("resize")
        if (hash_mb is None) == (entries is None):
            raise TypeError("resize takes hash_mb or entries=, one of them")
        size = {"entries": entries} if hash_mb is None else {"hash_mb": hash_mb}
        make_config(self._config, size)  # a wrong size is the first thing to say
        if not discard and not self.full_keys and len(self):
            raise ValueError(
                f"resize would lose what the table holds: {self._config.clusters} clusters are too few to "
                f"give their keys back ({FULL_KEY_CLUSTERS} are needed); discard=True starts empty"
            )
        return self._change(size, partial(self._install, keep_entries=True))

    def set_layout(self, layout: Layout | LayoutName) -> None:
        """Changes the layout at the same size. The table starts empty, unless it has that layout already."""
        make_config(self._config, {"layout": layout})
        self._check_private("set_layout")
        self._check_open()

        def install(before: TableConfig, config: TableConfig) -> int | None:
            return 0 if config.layout is before.layout else self._install(before, config, keep_entries=False)

        self._change({"layout": layout}, install)

    def set_clustered(self, on: bool) -> None:
        """True turns a single-slot table into cluster4, False any table into single slots; it starts empty.

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

    def _change(
        self, settings: Mapping[str, Any], install: Callable[[TableConfig, TableConfig], int | None]
    ) -> int:
        """Has the settings in force replaced by others; again, if another thread was faster (None)."""
        while True:
            before = self._config
            result = install(before, make_config(before, settings))
            if result is not None:
                return result

    def _install(self, before: TableConfig, config: TableConfig, keep_entries: bool) -> int | None:
        with sentence_for_memory.of(config):
            return self._rebuild(before, self._settings(config), keep_entries)

    def clear(self) -> None:
        """Empties the table and gives its memory back to the system; the generation stays."""
        self._clear()

    def hashfull(self) -> int:
        """Permille of slots with entries of this generation, in 1,000 sampled clusters, as UCI reports it."""
        return self._hashfull()

    def fill_rate(self) -> float:
        """Share of slots with an entry of any generation, in the same sample."""
        return self._fill_rate()

    # ---- behaviour ---------------------------------------------------------------------------------------

    def reconfigure(self, **settings: Unpack[BehaviourFields]) -> None:
        """Changes how the table behaves, between searches; the entries stay.

        >>> table = TranspositionTable(hash_mb=1)
        >>> table.reconfigure(policy="depth_preferred", statistics=True)
        >>> table.config.policy
        <Policy.DEPTH_PREFERRED: 'depth_preferred'>
        """
        changes = under_new_names(settings)
        config = make_config(self._config, changes)
        for name in changes:
            if CHANGED_BY[name] != "reconfigure":
                raise ValueError(f"{name} cannot be reconfigured: it takes {CHANGED_BY[name]}")
        self._check_reconfigurable(changes, config)
        self._change(changes, lambda before, config: self._configure(before, self._settings(config)))

    def with_statistics_tracking(self) -> Self:
        """Switches statistics on and returns the table itself."""
        self.reconfigure(statistics=True)
        return self

    @property
    def stats(self) -> TableStats:
        """A snapshot of the statistics, summed over threads; zeros, which say so, unless they are on."""
        return TableStats.from_counters(self._counters(), self._config.counting)

    def reset_stats(self) -> None:
        """Sets all statistics to zero."""
        self._reset_stats()

    @property
    def second_tier(self) -> SecondTier | None:
        """What the second tier holds, counted line by line; None if there is none.

        >>> table = TranspositionTable(hash_mb=4, l2_mb=1)
        >>> table.second_tier.lines, table.second_tier.entries
        (8192, 0)
        """
        report = self._second_tier()
        return None if report is None else SecondTier.from_backend(report)

    def _second_tier(self) -> dict[str, Any] | None:
        return None

    def new_search(self) -> None:
        """Begins a new generation: entries of earlier ones become the first to be replaced."""
        self._new_search()

    def add_nodes(self, nodes: SupportsIndex) -> int:
        """Tells how many nodes were searched, for ``aging_interval``; returns how many generations began.

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

    # ---- contents ----------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[int, Entry]]:
        """Yields (key, entry) for each entry, in the order of memory; a second tier has no keys to give.

        Beside concurrent stores it is no snapshot: each pair was there at some moment, and a key comes once a
        cluster. After an accident that tore a slot (writers racing without locks, a killed process) a key
        that nobody stored may appear. While the iterator is alive, resize, set_layout, reconfigure and close
        raise BufferError.

        >>> table = TranspositionTable(hash_mb=4)
        >>> table.store(2**63 + 1, score=12)
        >>> [(key, entry.score) for key, entry in table.items()]
        [(9223372036854775809, 12)]
        """
        self._need_full_keys("items")
        return self._pairs(self._pin())  # holds the table until the iterator ends or goes

    def _pairs(self, pin: Any) -> Iterator[tuple[int, Entry]]:
        with pin:
            self._need_full_keys("items")  # another thread may have been between
            cluster, clusters = 0, self._config.clusters
            while cluster < clusters:
                cluster, pairs = self._scan(cluster, SCAN_ENTRIES)
                yield from pairs

    def merge(self, other: TableFront) -> None:
        """Takes over another table's entries: of one key the better, and the better ones where space ends.

        Ages stay: an entry of the other's current generation becomes one of this table's. Of a table with a
        second tier only the first takes part, on either side.

        >>> left, right = TranspositionTable(hash_mb=4), TranspositionTable(hash_mb=4)
        >>> left.store(1, depth=5); right.store(1, depth=9); right.store(2)
        >>> left.merge(right)
        >>> left.probe(1).depth, len(left)
        (9, 2)
        """
        if not isinstance(other, TableFront):
            raise TypeError(f"other must be a table, not {type(other).__name__}")
        other._need_full_keys("merge")
        if other is self:
            return
        if self._same_backend(other):
            self._merge(other)
            return
        age_shift = self.generation - other.generation
        self._insert([(key, _aged(entry, age_shift)) for key, entry in other.items()])

    def _same_backend(self, other: TableFront) -> bool:
        return type(self)._settings.__func__ is type(other)._settings.__func__  # type: ignore[attr-defined]

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
        with self._pin():
            twin = type(self)(self._config)
            twin._copy_from(self)
            twin.enabled = self.enabled
        return twin

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.copy()

    def _need_full_keys(self, what: str) -> None:
        if not self.full_keys:
            raise ValueError(
                f"{what} needs whole keys, which a table gives back from {FULL_KEY_CLUSTERS} clusters on "
                f"(4 MB; single slots 1 MB); this one has {self._config.clusters}"
            )

    # ---- life --------------------------------------------------------------------------------------------

    def __reduce__(self) -> Any:
        if self._home is not None:
            return self._pickled({name: getattr(self._config, name) for name in OWN_FIELDS})
        raise TypeError(
            "a table in private memory cannot be pickled: threads can share it as it is; for another "
            "process, send table.config and make a table there"
        )

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


def _aged(entry: Entry, shift: int) -> Entry:
    """The entry with its generation moved on, as into a table whose clock shows another one."""
    generation = (entry.generation + shift) % GENERATIONS
    return Entry(
        entry.move,
        entry.score,
        entry.eval,
        entry.depth,
        entry.bound,
        generation,
        entry.source,
        entry.pv,
    )


if TYPE_CHECKING or HAS_CORE:
    from . import _core
    from .batches import NumpyBatches

    class TranspositionTable(NumpyBatches, TableFront, _core.Table):
        """A bounded hash table of search results, native, shared by threads without locks.

        >>> from tabiya import Bound, TranspositionTable
        >>> table = TranspositionTable(hash_mb=16)
        >>> table.store(0x1234, move=77, score=25, depth=6, bound=Bound.LOWER)
        >>> entry = table.probe(0x1234)
        >>> entry.move, entry.score, entry.depth, entry.bound
        (77, 25, 6, <Bound.LOWER: 2>)
        >>> table.probe(0x9999) is None
        True
        """

        @classmethod
        def _settings(cls, config: TableConfig) -> _core.Settings:
            settings = _core.Settings()
            settings.config = config
            for name, value in core_values(config).items():
                setattr(settings, name, value)
            return settings

        def _second_tier(self) -> dict[str, Any] | None:
            report: Any = _core.Table._second_tier(self)
            return report if report is None else dict(report)

        def _map(self, settings: _core.Settings, descriptor: int, size: int, opening: int) -> None:
            _core.Table.__init__(self, settings, descriptor, size, opening)
