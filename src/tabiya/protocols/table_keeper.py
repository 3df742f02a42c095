"""The engine's table as the options ask for it: made when needed, changed between searches, never cleared by
accident."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..config import SETTINGS, TableConfig, Validation
from ..engine.options import Rule50Keys
from ..table import TranspositionTable
from .table_places import PRIVATE, TablePlace, leave, open_place, reason

__all__ = ["TableKeeper", "TableWish"]


OFFERED = {one.name: one for one in SETTINGS if one.option is not None}
"""The settings that an option can change."""
RECONFIGURED = tuple(one.name for one in OFFERED.values() if one.changed_by == "reconfigure")
"""Settings that change in place; the entries stay."""
OWN = tuple(one.name for one in OFFERED.values() if one.scope == "own")
"""Settings that each engine chooses for itself on a shared table."""
TIER = tuple(one.name for one in OFFERED.values() if one.scope == "private")
"""Settings of the second tier."""


@dataclass(frozen=True)
class TableWish:
    """What the options ask for."""

    settings: Mapping[str, Any] = field(
        default_factory=lambda: {name: one.default for name, one in OFFERED.items()}
    )
    rule50_keys: Rule50Keys = "off"
    place: TablePlace = PRIVATE
    asked: int = 0
    """How often a place was requested. One that could not be used is only tried again on a new request."""

    def with_settings(self, **changes: Any) -> TableWish:
        """Returns the same wish with other settings of the table.

        >>> TableWish().with_settings(hash_mb=1).settings["hash_mb"]
        1
        """
        return replace(self, settings={**self.settings, **changes})


class TableKeeper:
    """Makes the requested table. `apply` makes each change once and returns messages for the user.

    >>> from tabiya import Layout
    >>> keeper = TableKeeper()
    >>> keeper.apply(TableWish().with_settings(hash_mb=1))
    []
    >>> keeper.apply(TableWish().with_settings(hash_mb=1, layout=Layout.SINGLE))
    ['the table starts empty: its layout is single now']
    """

    def __init__(self) -> None:
        self.table: TranspositionTable | None = None
        self._has = TableWish()
        self._at = PRIVATE

    @property
    def private(self) -> bool:
        """Whether the table belongs to this engine alone and ends with it."""
        return self.table is None or self.table.memory_kind == "private"

    def apply(self, wish: TableWish) -> list[str]:
        """Makes the table what the wish says, changing only what differs."""
        said: list[str] = []
        if self.table is None and wish.place == PRIVATE:
            self.table, said = _made(wish)
            self._has = wish
        elif (wish.place, wish.asked) != (self._has.place, self._has.asked):
            said = self._move(wish)
        if self.table is None or wish == self._has:
            return said
        said += self._change_private(self.table, wish) if self.private else self._change_placed(wish)
        return said + self._change_keys(wish)

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

    def _move(self, wish: TableWish) -> list[str]:
        """Moves the table and its entries to another place. Keeps the old one if that fails."""
        said = []
        if wish.place.shared and wish.place.file:
            said.append(f"HashFile {wish.place.file!r} is ignored: SharedHash takes precedence")
        if self.table is not None and wish.place.decisive == self._at:
            self._has = replace(self._has, place=wish.place, asked=wish.asked)
            return said
        try:
            table, opened = self._opened(wish)
        except (OSError, ValueError, MemoryError) as error:
            return self._refused(wish, error)
        said += opened
        old, self.table = self.table, table
        if old is not None:
            said += _taken_along(old, table)
            leave(old)
        # Settings that the place decides are reported once, for the current wish.
        self._has, self._at = wish, wish.place.decisive
        return said + ([] if self.private else self._kept(wish, tuple(OFFERED)))

    def _opened(self, wish: TableWish) -> tuple[TranspositionTable, list[str]]:
        if wish.place == PRIVATE:
            table, said = _made(wish)
            return table, ["the table is private again", *said]
        # A second tier and a shadow cannot be shared; `_kept` says so.
        table, what = open_place(wish.place, dict(_placeable(wish).settings))
        filled = f", {table.fill_rate():.1%} filled" if what != "created" else ""
        return table, [f"{wish.place.option}: {what}, {table.config.hash_mb:g} MB{filled}"]

    def _refused(self, wish: TableWish, error: BaseException) -> list[str]:
        said: list[str] = []
        goes_on = "the table is unchanged"
        if self.table is None:
            self.table, said = _made(wish)
            goes_on = "the engine uses a private table"
            self._has = wish
        self._has = replace(self._has, place=wish.place, asked=wish.asked)
        return [f"{wish.place.option} cannot be used: {reason(error)}; {goes_on}", *said]

    # ---- changes of the table as it is -------------------------------------------------------------

    def _change_private(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        if _tier(_possible(wish).settings) != _tier(vars(table.config)):
            return self._retier(table, wish)
        said = self._relayout(table, wish) + self._resize(table, wish)
        self._reconfigure(table, wish, RECONFIGURED)
        return said

    def _retier(self, old: TranspositionTable, wish: TableWish) -> list[str]:
        """Makes a new table for another second tier, with the entries of the first tier."""
        try:
            self.table, said = _made(wish)
        except MemoryError as error:
            return [f"the table is unchanged: {error}"]
        if old.config.l2_mb:
            said.append("the entries of the second tier are lost")
        if wish.settings["layout"] == self._has.settings["layout"]:
            said += _taken_along(old, self.table)
        else:
            said.append(f"the table starts empty: its layout is {wish.settings['layout'].value} now")
        leave(old)
        return said

    def _change_placed(self, wish: TableWish) -> list[str]:
        assert self.table is not None
        self._reconfigure(self.table, _placeable(wish), OWN)
        has = self._has.settings
        changed = tuple(name for name in OFFERED if wish.settings[name] != has[name])
        return self._kept(wish, changed)

    def _kept(self, wish: TableWish, names: tuple[str, ...]) -> list[str]:
        """Returns which wishes a table ignores because others may use it."""
        assert self.table is not None
        config = self.table.config
        kept = [name for name in names if getattr(config, name) != wish.settings[name]]
        words = ", ".join(f"{OFFERED[name].option} {_shown(getattr(config, name))}" for name in kept)
        return [f"{self.table._home} keeps {words}: others may be using it"] if kept else []

    def _reconfigure(self, table: TranspositionTable, wish: TableWish, names: tuple[str, ...]) -> None:
        changes = {name: wish.settings[name] for name in names}
        changes = {name: value for name, value in changes.items() if value != getattr(table.config, name)}
        if changes:
            table.reconfigure(**changes)

    def _change_keys(self, wish: TableWish) -> list[str]:
        """Makes the last change. After it the table is what the wish says."""
        has, self._has = self._has, wish
        if wish.rule50_keys == has.rule50_keys:
            return []
        if not self.private:
            return [
                f"the keys have the fifty-move counter {wish.rule50_keys} now; entries of other keys stay"
            ]
        self.clear()
        return [f"the table starts empty: its keys have the fifty-move counter {wish.rule50_keys} now"]

    def _relayout(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        if wish.settings["layout"] == self._has.settings["layout"]:
            return []
        table.set_layout(wish.settings["layout"])
        return [f"the table starts empty: its layout is {wish.settings['layout'].value} now"]

    def _resize(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        """Resizes the table. Leaves it unchanged if there is not enough memory."""
        if wish.settings["hash_mb"] == self._has.settings["hash_mb"]:
            return []
        kept = table.full_keys
        try:
            table.resize(wish.settings["hash_mb"], discard=True)
        except MemoryError as error:
            return [f"Hash stays {table.config.hash_mb:g} MB: {error}"]
        if kept and table.full_keys:
            return []
        if not table.config.layout.whole_keys:
            return [f"the table starts empty: the layout {table.config.layout} does not keep whole keys"]
        return [
            f"the table starts empty: {'its old size' if not kept else 'Hash'} is below what keeps entries"
        ]


def _made(wish: TableWish) -> tuple[TranspositionTable, list[str]]:
    """Makes a private table. If the second tier is impossible, leaves it out and returns a message."""
    fault = _tier_fault(wish)
    said = [] if fault is None else [f"there is no second tier: {fault}"]
    return TranspositionTable(**_possible(wish).settings), said


def _possible(wish: TableWish) -> TableWish:
    """Returns the wish without a second tier that cannot be."""
    return wish if _tier_fault(wish) is None else wish.with_settings(l2_mb=0)


def _placeable(wish: TableWish) -> TableWish:
    """Returns the wish without what only private tables have."""
    private = wish.with_settings(l2_mb=0)
    if wish.settings["validation"] is Validation.PARANOID:
        return private.with_settings(validation=Validation.DEBUG)
    return private


def _tier(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the settings of the second tier; of none they do not matter."""
    return {name: settings[name] for name in TIER} if settings["l2_mb"] else {}


def _tier_fault(wish: TableWish) -> str | None:
    """Returns why the table cannot have the requested second tier; None if it can."""
    try:
        TableConfig(**wish.settings)
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
