"""Tables that outlive an engine or that several engines use: SharedHash and HashFile."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from ..storage.places import lock
from ..storage.shared import check_name
from ..table import TranspositionTable

__all__ = ["PRIVATE", "TablePlace", "leave", "open_place", "reason"]

TRIES = 5
"""A segment may go away between its creation by another and our attaching to it."""


class TablePlace(NamedTuple):
    """Where the options want the table: in named shared memory, in a file, or with neither in our own memory.

    >>> TablePlace(shared="analysis", file="/tmp/table").option
    "SharedHash 'analysis'"
    """

    shared: str = ""
    file: str = ""

    @property
    def decisive(self) -> TablePlace:
        """Without the file where shared memory takes its place."""
        return self._replace(file="") if self.shared else self

    @property
    def option(self) -> str:
        """The option that decides, with its value."""
        return f"SharedHash {self.shared!r}" if self.shared else f"HashFile {self.file!r}"


PRIVATE = TablePlace()


def open_place(place: TablePlace, settings: dict[str, Any]) -> tuple[TranspositionTable, str]:
    """The table of a place, made with these settings if there was none, and what became of it."""
    if place.shared:
        return _shared(place.shared, settings)
    return _file(os.path.expanduser(place.file), settings)


def _shared(name: str, settings: dict[str, Any]) -> tuple[TranspositionTable, str]:
    check_name(name)
    for _ in range(TRIES):
        try:
            return TranspositionTable.create_shared(name, **settings), "created"
        except FileExistsError:
            pass
        try:
            table = TranspositionTable.attach(name, statistics=settings["statistics"])
        except FileNotFoundError:
            continue
        if table._home is not None and table._home.is_still_there():
            return table, "attached"
        table.close()  # its last user removed it in the meantime
    raise OSError(f"the shared table {name!r} comes and goes")


def _file(path: str, settings: dict[str, Any]) -> tuple[TranspositionTable, str]:
    """Several engines may use one file: both sides of a game, or two windows of an interface."""
    try:
        known = os.path.getsize(path) > 0
    except FileNotFoundError:
        known = False
    if known:
        return TranspositionTable.open(path, shared=True, statistics=settings["statistics"]), "opened"
    return TranspositionTable.open(path, shared=True, **settings), "created"


def leave(table: TranspositionTable) -> None:
    """Closes a table. The last user of a shared one removes it, or its memory would stay taken for nobody."""
    home = table._home
    named = home is not None and home.kind == "shared" and home.is_still_there()
    if home is not None and named and lock(home.descriptor, exclusive=True):
        table.unlink()
    table.close()


def reason(error: BaseException) -> str:
    """What is wrong, without the number of an OSError."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join((said or type(error).__name__).split())
