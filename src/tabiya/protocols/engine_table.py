"""The engine's table as the options ask for it: made when needed, changed between searches, never cleared by
accident.

`TableRequest` is what the options ask for, `TablePlace` its memory: private, shared (SharedHash) or a file
(HashFile). `EngineTable` makes the table what the request says.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..games.rules import Rule50Keys
from ..storage.checks import OWN_FIELDS
from ..storage.places import lock
from ..storage.shared import check_name
from ..table.config import SETTINGS, TableConfig, Validation
from ..table.transposition import TranspositionTable

__all__ = ["OFFERED", "EngineTable", "TablePlace", "TableRequest", "leave", "open_place", "reason"]

OFFERED = {one.name: one for one in SETTINGS if one.option is not None}
"""The settings that an option can change."""
RECONFIGURED = tuple(one.name for one in OFFERED.values() if one.changed_by == "reconfigure")
"""Settings that change in place; the entries stay."""
OWN = tuple(one.name for one in OFFERED.values() if one.scope == "own")
"""Settings that each engine chooses for itself on a shared table."""
TIER = tuple(one.name for one in OFFERED.values() if one.scope == "private")
"""Settings of the second tier."""
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


@dataclass(frozen=True)
class TableRequest:
    """What the options ask for."""

    settings: Mapping[str, Any] = field(
        default_factory=lambda: {name: one.default for name, one in OFFERED.items()}
    )
    rule50_keys: Rule50Keys = "off"
    place: TablePlace = PRIVATE
    asked: int = 0
    """How often a place was requested. One that could not be used is only tried again on a new request."""

    def with_settings(self, **changes: Any) -> TableRequest:
        """Returns the same request with other settings of the table.

        >>> TableRequest().with_settings(hash_mb=1).settings["hash_mb"]
        1
        """
        return replace(self, settings={**self.settings, **changes})


class EngineTable:
    """Makes the requested table. `apply` makes each change once and returns messages for the user.

    >>> from tabiya import Layout
    >>> engine = EngineTable()
    >>> engine.apply(TableRequest().with_settings(hash_mb=1))
    []
    >>> engine.apply(TableRequest().with_settings(hash_mb=1, layout=Layout.SINGLE))
    ['the table starts empty: its layout is single now']
    """

    def __init__(self) -> None:
        self.table: TranspositionTable | None = None
        self._has = TableRequest()
        self._at = PRIVATE

    @property
    def private(self) -> bool:
        """Whether the table belongs to this engine alone and ends with it."""
        return self.table is None or self.table.memory_kind == "private"

    def apply(self, wanted: TableRequest) -> list[str]:
        """Makes the table what the request says, changing only what differs."""
        said: list[str] = []
        if self.table is None and wanted.place == PRIVATE:
            self.table, said = _made(wanted)
            self._has = wanted
        elif (wanted.place, wanted.asked) != (self._has.place, self._has.asked):
            said = self._move(wanted)
        if self.table is None or wanted == self._has:
            return said
        said += self._change_private(self.table, wanted) if self.private else self._change_placed(wanted)
        return said + self._change_keys(wanted)

    def clear(self) -> str:
        """Empties the table, wherever it is. Returns a message."""
        if self.table is None:
            return "the table is empty"
        self.table.clear()
        return "the table is empty" if self.private else f"{self.table._home} is empty, for all its users"

    def close(self) -> None:
        """Closes the table. A file keeps its entries; a shared table is removed with its last user."""
        if self.table is not None:
            leave(self.table)
            self.table = None

    # ---- another place ---------------------------------------------------------------------------

    def _move(self, wanted: TableRequest) -> list[str]:
        """Moves the table and its entries to another place. Keeps the old one if that fails."""
        said = []
        if wanted.place.shared and wanted.place.file:
            said.append(f"HashFile {wanted.place.file!r} is ignored: SharedHash takes precedence")
        if self.table is not None and wanted.place.decisive == self._at:
            self._has = replace(self._has, place=wanted.place, asked=wanted.asked)
            return said
        try:
            table, opened = self._opened(wanted)
        except (OSError, ValueError, MemoryError) as error:
            return self._refused(wanted, error)
        said += opened
        old, self.table = self.table, table
        if old is not None:
            said += _taken_along(old, table)
            leave(old)
        # Settings that the place decides are reported once, for the current request.
        self._has, self._at = wanted, wanted.place.decisive
        return said + ([] if self.private else self._kept(wanted, tuple(OFFERED)))

    def _opened(self, wanted: TableRequest) -> tuple[TranspositionTable, list[str]]:
        if wanted.place == PRIVATE:
            table, said = _made(wanted)
            return table, ["the table is private again", *said]
        # A second tier and a shadow cannot be shared; `_kept` says so.
        table, what = open_place(wanted.place, dict(_placeable(wanted).settings))
        filled = f", {table.fill_rate():.1%} filled" if what != "created" else ""
        return table, [f"{wanted.place.option}: {what}, {table.config.hash_mb:g} MB{filled}"]

    def _refused(self, wanted: TableRequest, error: BaseException) -> list[str]:
        said: list[str] = []
        goes_on = "the table is unchanged"
        if self.table is None:
            self.table, said = _made(wanted)
            goes_on = "the engine uses a private table"
            self._has = wanted
        self._has = replace(self._has, place=wanted.place, asked=wanted.asked)
        return [f"{wanted.place.option} cannot be used: {reason(error)}; {goes_on}", *said]

    # ---- changes of the table as it is -------------------------------------------------------------

    def _change_private(self, table: TranspositionTable, wanted: TableRequest) -> list[str]:
        if _tier(_possible(wanted).settings) != _tier(vars(table.config)):
            return self._retier(table, wanted)
        said = self._relayout(table, wanted) + self._resize(table, wanted)
        self._reconfigure(table, wanted, RECONFIGURED)
        return said

    def _retier(self, old: TranspositionTable, wanted: TableRequest) -> list[str]:
        """Makes a new table for another second tier, with the entries of the first tier."""
        try:
            self.table, said = _made(wanted)
        except MemoryError as error:
            return [f"the table is unchanged: {error}"]
        if old.config.l2_mb:
            said.append("the entries of the second tier are lost")
        if wanted.settings["layout"] == self._has.settings["layout"]:
            said += _taken_along(old, self.table)
        else:
            said.append(f"the table starts empty: its layout is {wanted.settings['layout'].value} now")
        leave(old)
        return said

    def _change_placed(self, wanted: TableRequest) -> list[str]:
        assert self.table is not None
        self._reconfigure(self.table, _placeable(wanted), OWN)
        has = self._has.settings
        changed = tuple(name for name in OFFERED if wanted.settings[name] != has[name])
        return self._kept(wanted, changed)

    def _kept(self, wanted: TableRequest, names: tuple[str, ...]) -> list[str]:
        """Returns which settings a table keeps because others may use it."""
        assert self.table is not None
        config = self.table.config
        kept = [name for name in names if getattr(config, name) != wanted.settings[name]]
        words = ", ".join(f"{OFFERED[name].option} {_shown(getattr(config, name))}" for name in kept)
        return [f"{self.table._home} keeps {words}: others may be using it"] if kept else []

    def _reconfigure(self, table: TranspositionTable, wanted: TableRequest, names: tuple[str, ...]) -> None:
        changes = {name: wanted.settings[name] for name in names}
        changes = {name: value for name, value in changes.items() if value != getattr(table.config, name)}
        if changes:
            table.reconfigure(**changes)

    def _change_keys(self, wanted: TableRequest) -> list[str]:
        """Makes the last change. After it the table is what the request says."""
        has, self._has = self._has, wanted
        if wanted.rule50_keys == has.rule50_keys:
            return []
        if not self.private:
            return [
                f"the keys have the fifty-move counter {wanted.rule50_keys} now; entries of other keys stay"
            ]
        self.clear()
        return [f"the table starts empty: its keys have the fifty-move counter {wanted.rule50_keys} now"]

    def _relayout(self, table: TranspositionTable, wanted: TableRequest) -> list[str]:
        if wanted.settings["layout"] == self._has.settings["layout"]:
            return []
        table.set_layout(wanted.settings["layout"])
        return [f"the table starts empty: its layout is {wanted.settings['layout'].value} now"]

    def _resize(self, table: TranspositionTable, wanted: TableRequest) -> list[str]:
        """Resizes the table. Leaves it unchanged if there is not enough memory."""
        if wanted.settings["hash_mb"] == self._has.settings["hash_mb"]:
            return []
        kept = table.full_keys
        try:
            table.resize(wanted.settings["hash_mb"], discard=True)
        except MemoryError as error:
            return [f"Hash stays {table.config.hash_mb:g} MB: {error}"]
        if kept and table.full_keys:
            return []
        if not table.config.layout.whole_keys:
            return [f"the table starts empty: the layout {table.config.layout} does not keep whole keys"]
        return [
            f"the table starts empty: {'its old size' if not kept else 'Hash'} is below what keeps entries"
        ]


def _made(wanted: TableRequest) -> tuple[TranspositionTable, list[str]]:
    """Makes a private table. If the second tier is impossible, leaves it out and returns a message."""
    fault = _tier_fault(wanted)
    said = [] if fault is None else [f"there is no second tier: {fault}"]
    return TranspositionTable(**_possible(wanted).settings), said


def _possible(wanted: TableRequest) -> TableRequest:
    """Returns the request, without the second tier if that is impossible."""
    return wanted if _tier_fault(wanted) is None else wanted.with_settings(l2_mb=0)


def _placeable(wanted: TableRequest) -> TableRequest:
    """Returns the request without what only private tables have."""
    private = wanted.with_settings(l2_mb=0)
    if wanted.settings["validation"] is Validation.PARANOID:
        return private.with_settings(validation=Validation.DEBUG)
    return private


def _tier(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of the second tier; of none they do not matter."""
    return {name: settings[name] for name in TIER} if settings["l2_mb"] else {}


def _tier_fault(wanted: TableRequest) -> str | None:
    """Returns why the table cannot have the requested second tier; None if it can."""
    try:
        TableConfig(**wanted.settings)
    except ValueError as error:
        return str(error)
    return None


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _taken_along(old: TranspositionTable, new: TranspositionTable) -> list[str]:
    """Moves the entries along: only options that say so empty a table."""
    if not (old.full_keys and new.full_keys):
        return ["the entries of the old table are lost: one of the two tables does not know its keys"]
    new.merge(old)
    return []


# ---- places ------------------------------------------------------------------------------------------------


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
