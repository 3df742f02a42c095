"""The methods of a table that reach beyond its process: create_shared, attach, open, save, load."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self, Unpack

from ..config import SETTINGS, Sync, TableConfig, Validation, core_values, make_config, under_new_names
from .placed import JOINED, ORPHAN, Placed

if TYPE_CHECKING:
    from ..table_fields import OwnFields, TableFields
    from .compression import Compression
    from .header import TableHeader
    from .places import Place
    from .saving import Progress

__all__ = ["OWN_FIELDS", "StoredTables"]

OWN_FIELDS = tuple(one.name for one in SETTINGS if one.scope == "own")


class StoredTables(Placed):
    """What a table can do with memory and files that others see; mixed into `TableFront`."""

    if TYPE_CHECKING:

        @property
        def _config(self) -> TableConfig: ...
        def _map(self, settings: Any, descriptor: int, size: int, opening: int) -> None: ...
        @classmethod
        def _settings(cls, config: TableConfig) -> Any: ...

    # ---- shared memory -----------------------------------------------------------------------------------

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
        from . import header, shared

        cls._check_mappable()
        shared.check_name(name)
        config = make_config(config, settings)
        _check_shareable(config)
        shared.check_mode(mode)
        return cls._create_shared(name, header.bytes_of(config), mode, cls._mapper(config))

    @classmethod
    def attach(cls, name: str, /, **own: Unpack[OwnFields]) -> Self:
        """The shared table of that name, made by this or another process.

        Its header tells all settings; only statistics, validation, prefetch and huge_pages are each process's
        own and may be given here. FileNotFoundError if there is none, PermissionError if it is another's.
        """
        from . import shared
        from .header import read_header

        cls._check_mappable()
        _check_own(own)
        place, header = shared.attach(name, read_header)
        return cls._joined(place, header, own, JOINED)

    # ---- mapped files ------------------------------------------------------------------------------------

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
        from . import mapped
        from .header import bytes_of, read_header

        cls._check_mappable()
        given = under_new_names(settings)
        wanted = make_config(config, given)
        _check_places(wanted)
        if shared:
            _check_shareable(wanted)
        place, header = mapped.open_file(os.fspath(path), bytes_of(wanted), shared, read_header)
        if header is None:
            return cls._in_new_file(place, cls._mapper(wanted))
        try:
            _check_same(header, wanted, _given(config, given), str(place))
            own = {name: getattr(wanted, name) for name in OWN_FIELDS}
            if shared:
                _check_shareable(header.config)
            return cls._joined(place, header, own, ORPHAN if place.exclusive else JOINED)
        except BaseException:
            place.release()
            raise

    # ---- what both have in common ------------------------------------------------------------------------

    @classmethod
    def _check_mappable(cls) -> None:
        """Raises where tables live in private memory only."""

    @classmethod
    def _joined(cls, place: Place, header: TableHeader, own: Mapping[str, Any], opening: int) -> Self:
        try:
            config = make_config(header.config, own)
        except BaseException:
            place.release()
            raise
        return cls._join(place, opening, cls._mapper(config))

    @classmethod
    def _mapper(cls, config: TableConfig) -> Callable[[Self, int, int], None]:
        """Maps a table of these settings into an open file."""
        from .header import bytes_of

        def map_into(table: Self, descriptor: int, opening: int) -> None:
            table._map(cls._settings(config), descriptor, bytes_of(config), opening)

        return map_into

    def _check_private(self, what: str) -> None:
        """Shared memory keeps its size and form: others would be looking at the old one."""
        if self._home is not None:
            self._check_open()
            raise ValueError(
                f"{what} is not for {self._home}: others may be using its memory; "
                f"make a new table, merge this one into it, and use that"
            )

    def _check_reconfigurable(self, names: Any, config: TableConfig) -> None:
        if self._home is None:
            return
        _check_places(config)
        for name in names:
            if name not in OWN_FIELDS:
                raise ValueError(
                    f"{name} cannot be reconfigured: {self._home} has it in common with all who use it"
                )

    # ---- saved files -------------------------------------------------------------------------------------

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
        which takes the package zstandard to write and to read. `progress` is called as ``progress(done,
        total)`` now and then. Beside concurrent stores the file is no snapshot: each entry was there at some
        moment.

        A table below 65,536 clusters does not know its keys: its slots are written as they are (all of them
        count), and only a table of the same number of clusters and the same layout can load them.

        A second tier is written as it is, and not counted in the result: see `load`.
        """
        from .saving import save_table

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
        from .loading import fill_table, open_saved

        if megabytes is not None:
            settings = {"hash_mb": megabytes, **settings}
        with open_saved(os.fspath(path)) as saved:
            config = _loaded_config(saved.header, settings, saved.what)
            # A checked table would be compared as a whole after every block.
            make: Any = cls
            table = make(config, validation=Validation.RELEASE)
            fill_table(table, saved, progress)
        if config.validation is not Validation.RELEASE:
            table.reconfigure(validation=config.validation)
        loaded: Self = table
        return loaded


def _loaded_config(header: Any, settings: Mapping[str, Any], what: str) -> TableConfig:
    config = make_config(header.config, settings)
    if header.kind and (config.clusters, config.layout, config.random_keys) != (
        header.config.clusters,
        header.config.layout,
        header.config.random_keys,
    ):
        raise ValueError(
            f"{what} holds slots without whole keys, as tables below 65,536 clusters have: "
            f"only {header.config.clusters} clusters of {header.config.layout} can load it"
        )
    _check_same_tier(header.config, config, what)
    return config


def _check_same_tier(saved: TableConfig, wanted: TableConfig, what: str) -> None:
    """Lines of a second tier fit into the same lines only."""
    if not saved.l2_mb or not wanted.l2_mb:
        return
    for name in ("l2_lines", "l2_evals", "l2_eviction", "random_keys"):
        ours, theirs = getattr(wanted, name), getattr(saved, name)
        if ours != theirs:
            raise ValueError(
                f"{what} has a second tier with {name}={theirs}, which cannot be loaded into one with "
                f"{name}={ours}; l2_mb=0 loads the first tier alone"
            )


def _given(config: TableConfig | None, settings: Mapping[str, Any]) -> set[str]:
    """The settings that a caller asked for in so many words."""
    return set(settings) | ({one.name for one in SETTINGS} if config is not None else set())


def _check_same(header: TableHeader, wanted: TableConfig, given: set[str], what: str) -> None:
    known = header.config
    if given & {one.name for one in SETTINGS if one.scope == "size"} and (known.clusters != wanted.clusters):
        raise ValueError(f"{what} has {known.clusters} clusters, not the {wanted.clusters} asked for")
    wanted_codes, known_codes = core_values(wanted), core_values(known)
    for one in SETTINGS:
        name = one.name
        if one.scope == "shared" and name in given and wanted_codes[name] != known_codes[name]:
            ours, theirs = (one.kind.decode(codes[name]) for codes in (wanted_codes, known_codes))
            raise ValueError(f"{what} has {name}={str(theirs)!r}, not the {str(ours)!r} asked for")


def _check_places(config: TableConfig) -> None:
    if config.validation is Validation.PARANOID:
        raise ValueError(
            "validation='paranoid' is for private tables: what others store would look like a fault"
        )
    if config.l2_mb:
        raise ValueError("l2_mb is for private tables: a second tier cannot be shared or mapped")
    if config.huge_pages == "explicit":
        raise ValueError("huge_pages='explicit' is for private tables: a file cannot live in reserved pages")


def _check_shareable(config: TableConfig) -> None:
    _check_places(config)
    if config.sync is Sync.ONE_THREAD:
        raise ValueError("sync='one_thread' is not for a shared table, which takes lock_free or bucket_locks")


def _check_own(own: Mapping[str, Any]) -> None:
    for name in own:
        if name not in OWN_FIELDS:
            raise TypeError(
                f"{name} is the table's and cannot be given to attach; own to each process are "
                f"{', '.join(OWN_FIELDS)}"
            )
    _check_places(make_config(None, own))
