"""Tables that live in memory or in a file that others reach too: how they are made, found and left."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from .places import Place

__all__ = ["FRESH", "JOINED", "ORPHAN", "Placed"]

FRESH, JOINED, ORPHAN = range(3)
"""How a table finds its memory: `Opening` of the core."""


class Placed:
    """What tables of every kind do with the place of their memory."""

    _home: Place | None = None
    _creator: int | None = None
    """The process in which this object created its shared memory: there a `with` statement removes it."""

    if TYPE_CHECKING:

        def _flush(self) -> None: ...
        def _close(self) -> None: ...
        def _check_open(self) -> None: ...

    # ---- finding a place ---------------------------------------------------------------------------------

    @classmethod
    def _create_shared(
        cls, name: str, size: int, mode: int, map_into: Callable[[Self, int, int], None]
    ) -> Self:
        """A table in new shared memory. `map_into(table, descriptor, opening)` is the backend's part."""
        from . import shared

        place = shared.create(name, size, mode)
        try:
            table = cls._at(place, FRESH, map_into)
            table._creator = os.getpid()
            place.file.kept = True
            return table  # no signal is looked for from here on
        except BaseException:
            place.release()
            raise

    @classmethod
    def _in_new_file(cls, place: Place, map_into: Callable[[Self, int, int], None]) -> Self:
        try:
            table = cls._at(place, FRESH, map_into)
        except BaseException:
            os.ftruncate(place.descriptor, 0)  # or it would look like a table that was never finished
            place.release()
            raise
        place.file.kept = True
        return table  # no signal is looked for from here on

    @classmethod
    def _join(cls, place: Place, opening: int, map_into: Callable[[Self, int, int], None]) -> Self:
        try:
            return cls._at(place, opening, map_into)
        except BaseException:
            place.release()
            raise

    @classmethod
    def _at(cls, place: Place, opening: int, map_into: Callable[[Self, int, int], None]) -> Self:
        table = cls.__new__(cls)
        map_into(table, place.descriptor, opening)
        table._home = place
        place.settle()
        return table

    # ---- at its place ------------------------------------------------------------------------------------

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

    def _pickled(self, own: dict[str, Any]) -> tuple[Any, ...]:
        """A table that others can reach is sent as the name under which they find it."""
        assert self._home is not None
        self._check_open()
        function, arguments = self._home.sender()
        return function, (type(self), own, *arguments)

    # ---- leaving it --------------------------------------------------------------------------------------

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
        if self._home is None or self._home.kind != "shared":
            raise ValueError("only a table in named shared memory has a name to unlink")
        if not self._home.remove_name():
            raise FileNotFoundError(f"{self._home} was unlinked already")
        self._creator = None

    def __enter__(self) -> Self:
        if self._creator == os.getpid() and self._home is not None:
            self._home.file.kept = False  # the name goes with the table, however the statement is left
        return self

    def __exit__(self, *exception: object) -> None:
        self._close()
        if self._home is not None:
            self._home.release()
        if self._creator == os.getpid() and self._home is not None and self._home.is_still_there():
            self.unlink()
