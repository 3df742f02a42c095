"""`Placed`: tables of every kind in shared memory and files, and how they are created, joined and closed.

A new segment or file is removed with its descriptor until `kept` is set. The public method sets it last, so
that an interrupt before that leaves nothing behind.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from traceback import clear_frames
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from .backend import Backend
    from .places import Place
else:
    Backend = object

__all__ = ["FRESH", "JOINED", "ORPHAN", "MapInto", "Placed", "in_new_file", "in_new_segment", "joined"]

FRESH, JOINED, ORPHAN = range(3)
"""The state in which a table finds its memory: `Opening` of the core."""


class Placed(Backend):
    """Where the memory of a table is, for tables of every kind."""

    _home: Place | None = None
    """The shared memory or the file; None in private memory."""

    def _flush(self) -> None:
        """Writes the memory of a mapped file to the disk. Does nothing for private memory."""

    @classmethod
    def _check_mappable(cls) -> None:
        """Raises if the backend or the platform only supports private memory."""
        if sys.platform == "emscripten":
            raise NotImplementedError("WebAssembly has no memory to share or to map: use save and load")

    @property
    def memory_kind(self) -> str:
        """The kind of memory: ``"private"``, ``"shared"`` or ``"mapped"``."""
        return "private" if self._home is None else self._home.kind

    @property
    def name(self) -> str | None:
        """The name of a shared table or the path of a mapped one; None for a private one."""
        return None if self._home is None else getattr(self._home, "name", self._home.path)

    def flush(self) -> None:
        """Writes the memory of a mapped file to the disk and waits until it is there.

        Without it the kernel writes when it likes, and only a crash of the machine can lose entries.
        """
        self._check_open()
        self._flush()

    def close(self) -> None:
        """Frees the memory now, not when the table is collected. Later calls raise ValueError.

        A shared table's name and memory stay for others until `unlink`. A mapped file keeps its contents.
        """
        self._close()
        if self._home is not None:
            self._home.file.kept = True  # also inside a with statement, until its end
            self._home.release()

    def unlink(self) -> None:
        """Removes the name of a shared table, so that no process can attach any more.

        The memory is freed with its last user. Works before and after `close`. Raises FileNotFoundError if
        the name is gone or belongs to another table.
        """
        home = self._home
        if home is None or home.kind != "shared":
            raise ValueError("only a table in named shared memory can be unlinked")
        if not home.remove_name():
            raise FileNotFoundError(f"{home} is already unlinked")
        home.creator = None

    def __enter__(self) -> Self:
        if self._home is not None and self._home.creator == os.getpid():
            self._home.file.kept = False  # the end of the statement, by whatever way, removes the name
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._close()
        except BufferError:
            if trace is None:
                raise
            # The frames of an interrupted scan, kept by the traceback, may still hold the table.
            clear_frames(trace)
            self._close()
        home = self._home
        if home is not None:
            home.release()
            if home.creator == os.getpid() and home.is_still_there():
                self.unlink()

    def _pickled(self, own: Mapping[str, Any]) -> tuple[Any, ...]:
        """Pickles a table that other processes can reach by its name."""
        assert self._home is not None
        self._check_open()
        function, arguments = self._home.sender()
        return function, (type(self), own, *arguments)


T = TypeVar("T", bound=Placed)
MapInto = Callable[[T, int, int], None]
"""Maps the memory of a new table: the table, the descriptor of an open file, and the opening."""


def in_new_segment(kind: type[T], name: str, size: int, mode: int, map_into: MapInto[T]) -> tuple[T, Place]:
    """Makes a table in new shared memory. Returns it with the place, whose file the caller keeps."""
    from . import shared

    place = shared.create(name, size, mode)
    try:
        table = _at(kind, place, FRESH, map_into)
        place.creator = os.getpid()
        return table, place
    except BaseException:
        place.release()
        raise


def in_new_file(kind: type[T], place: Place, map_into: MapInto[T]) -> T:
    """Makes a table in an empty file of the right size."""
    try:
        return _at(kind, place, FRESH, map_into)
    except BaseException:
        os.ftruncate(place.descriptor, 0)  # otherwise it would look like an unfinished table
        place.release()
        raise


def joined(kind: type[T], place: Place, opening: int, map_into: MapInto[T]) -> T:
    """Makes a table of memory that holds one already."""
    try:
        return _at(kind, place, opening, map_into)
    except BaseException:
        place.release()
        raise


def _at(kind: type[T], place: Place, opening: int, map_into: MapInto[T]) -> T:
    table = kind.__new__(kind)
    map_into(table, place.descriptor, opening)
    table._home = place
    place.settle()
    return table
