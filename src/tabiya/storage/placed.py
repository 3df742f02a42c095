"""`Placed`: tables in memory or files that others see, and how they are made, joined and left.

A new segment or file goes with its descriptor until `kept` is set. The method that a user called does that
last, so that an interrupt on the way leaves nothing behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar

if TYPE_CHECKING:
    from .places import Place

__all__ = ["FRESH", "JOINED", "ORPHAN", "MapInto", "Placed", "in_new_file", "in_new_segment", "joined"]

FRESH, JOINED, ORPHAN = range(3)
"""How a table finds its memory: `Opening` of the core."""


class Placed:
    """What tables of every kind do with the place of their memory."""

    _home: Place | None = None
    """The memory or file that others see; None in private memory."""

    def _check_open(self) -> None:
        """Raises ValueError if the table is closed."""
        raise NotImplementedError

    def _close(self) -> None:
        """Frees the memory."""
        raise NotImplementedError

    def _flush(self) -> None:
        """Writes a mapped file's memory to the disk; private memory has no file."""

    @classmethod
    def _check_mappable(cls) -> None:
        """Raises where tables live in private memory only."""

    @property
    def memory_kind(self) -> str:
        """Where the table lives: ``"private"``, ``"shared"`` or ``"mapped"``."""
        return "private" if self._home is None else self._home.kind

    @property
    def name(self) -> str | None:
        """The name of a shared table, the path of a mapped one; None of a private one."""
        return None if self._home is None else getattr(self._home, "name", self._home.path)

    def flush(self) -> None:
        """Writes what a mapped file's table has in memory to the disk, and waits for it.

        Without it the kernel does so in its own time; only a crash of the machine could lose anything.
        """
        self._check_open()
        self._flush()

    def close(self) -> None:
        """Gives the memory back now instead of when the table is collected. Later calls raise ValueError.

        A shared table's name and memory stay for others until `unlink`; a mapped file's contents stay.
        """
        self._close()
        if self._home is not None:
            self._home.file.kept = True  # also inside of a with statement, until its end
            self._home.release()

    def unlink(self) -> None:
        """Removes the name of a shared table: nobody can attach any more, and the memory goes with its last
        user. May come before or after `close`. FileNotFoundError if the name is gone or another table's.
        """
        home = self._home
        if home is None or home.kind != "shared":
            raise ValueError("only a table in named shared memory has a name to unlink")
        if not home.remove_name():
            raise FileNotFoundError(f"{home} was unlinked already")
        home.creator = None

    def __enter__(self) -> Self:
        if self._home is not None and self._home.creator == os.getpid():
            self._home.file.kept = False  # the name goes with the table, however the statement is left
        return self

    def __exit__(self, *exception: object) -> None:
        self._close()
        home = self._home
        if home is not None:
            home.release()
            if home.creator == os.getpid() and home.is_still_there():
                self.unlink()

    def _pickled(self, own: Mapping[str, Any]) -> tuple[Any, ...]:
        """Sends a table that others can reach as the name under which they find it."""
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
        os.ftruncate(place.descriptor, 0)  # or it would look like a table that was never finished
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
