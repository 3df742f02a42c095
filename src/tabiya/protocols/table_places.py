"""Tables that outlive an engine or are used by several engines: SharedHash and HashFile."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from ..storage.checks import OWN_FIELDS
from ..storage.places import lock
from ..storage.shared import check_name
from ..table.transposition import TranspositionTable

__all__ = ["PRIVATE", "TablePlace", "leave", "open_place", "reason"]

TRIES = 5
"""A segment may disappear between its creation by another process and our attaching to it."""


class TablePlace(NamedTuple):
    """Where the options want the table: in named shared memory, in a file, or with neither in private memory.

    >>> TablePlace(shared="analysis", file="/tmp/table").option
    "SharedHash 'analysis'"
    """

    shared: str = ""
    file: str = ""

    @property
    def decisive(self) -> TablePlace:
        """The place without the file if shared memory takes precedence."""
        return self._replace(file="") if self.shared else self

    @property
    def option(self) -> str:
        """The deciding option with its value."""
        return f"SharedHash {self.shared!r}" if self.shared else f"HashFile {self.file!r}"


PRIVATE = TablePlace()


def open_place(place: TablePlace, settings: dict[str, Any]) -> tuple[TranspositionTable, str]:
    """Opens the table of a place, or makes it with these settings. Also returns which of the two."""
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
            table = TranspositionTable.attach(name, **_own(settings))
        except FileNotFoundError:
            continue
        if table._home is not None and table._home.is_still_there():
            return table, "attached"
        table.close()  # its last user has removed it in the meantime
    raise OSError(f"the shared table {name!r} keeps disappearing: other engines remove it")


def _file(path: str, settings: dict[str, Any]) -> tuple[TranspositionTable, str]:
    """Opens a file for several engines: both sides of a game, or two windows of an interface."""
    try:
        known = os.path.getsize(path) > 0
    except FileNotFoundError:
        known = False
    if known:
        return TranspositionTable.open(path, shared=True, **_own(settings)), "opened"
    return TranspositionTable.open(path, shared=True, **settings), "created"


def _own(settings: dict[str, Any]) -> dict[str, Any]:
    """Returns the settings that each user of a table chooses."""
    return {name: value for name, value in settings.items() if name in OWN_FIELDS}


def leave(table: TranspositionTable) -> None:
    """Closes a table. The last user of a shared one removes it, or its memory would never be freed."""
    home = table._home
    named = home is not None and home.kind == "shared" and home.is_still_there()
    if home is not None and named and lock(home.descriptor, exclusive=True):
        table.unlink()
    table.close()


def reason(error: BaseException) -> str:
    """Returns the message of an error, without the number of an OSError."""
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return " ".join((said or type(error).__name__).split())
