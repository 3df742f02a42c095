"""The engine's table as the options want it: made when it is needed, changed between searches, never cleared
by accident."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..config import SETTINGS, TableConfig
from ..table import TranspositionTable
from .table_places import PRIVATE, TablePlace, leave, open_place, reason

__all__ = ["TableKeeper", "TableWish"]


OFFERED = {one.name: one for one in SETTINGS if one.option is not None}
"""The settings that an option can change."""
RECONFIGURED = tuple(one.name for one in OFFERED.values() if one.changed_by == "reconfigure")
"""What changes in place; the entries stay."""
OWN = tuple(one.name for one in OFFERED.values() if one.scope == "own")
"""What each engine has for itself on a table that it shares."""


@dataclass(frozen=True)
class TableWish:
    """What the options ask for."""

    settings: Mapping[str, Any] = field(
        default_factory=lambda: {name: one.default for name, one in OFFERED.items()}
    )
    rule50_keys: str = "off"
    place: TablePlace = PRIVATE
    asked: int = 0
    """How often a place was asked for: one that could not be had is tried again then, and only then."""

    def with_settings(self, **changes: Any) -> TableWish:
        """The same wish with other settings of the table.

        >>> TableWish().with_settings(hash_mb=1).settings["hash_mb"]
        1
        """
        return replace(self, settings={**self.settings, **changes})


class TableKeeper:
    """Turns wishes into a table. Each change is made once, in `apply`, which tells what a user should know.

    >>> from tabiya import Layout
    >>> keeper = TableKeeper()
    >>> keeper.apply(TableWish().with_settings(hash_mb=1))
    []
    >>> keeper.apply(TableWish().with_settings(hash_mb=1, layout=Layout.SINGLE))
    ['Clustered TT disabled', 'the table starts empty: its layout is single now']
    """

    def __init__(self) -> None:
        self.table: TranspositionTable | None = None
        self._has = TableWish()
        self._at = PRIVATE

    @property
    def private(self) -> bool:
        """Whether the table is this engine's alone, and ends with it."""
        return self.table is None or self.table.memory_kind == "private"

    def apply(self, wish: TableWish) -> list[str]:
        """Makes the table what the wish says; nothing that is as it should be is touched."""
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
        """Empties the table, wherever it is; says so."""
        if self.table is None:
            return "the table is empty"
        self.table.clear()
        return "the table is empty" if self.private else f"{self.table._home} is empty, for all who use it"

    def close(self) -> None:
        """Leaves the table: a file keeps its entries, a shared table goes with its last user."""
        if self.table is not None:
            leave(self.table)
            self.table = None

    # ---- another place ---------------------------------------------------------------------------

    def _move(self, wish: TableWish) -> list[str]:
        """The table of another place, with the entries of the old one; or the old one, where that fails."""
        said = []
        if wish.place.shared and wish.place.file:
            said.append(f"HashFile {wish.place.file!r} is not used beside SharedHash")
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
        # What the place decides itself is said once, as an answer to the wish as it is now.
        self._has, self._at = wish, wish.place.decisive
        return said + ([] if self.private else self._kept(wish, tuple(OFFERED)))

    def _opened(self, wish: TableWish) -> tuple[TranspositionTable, list[str]]:
        if wish.place == PRIVATE:
            table, said = _made(wish)
            return table, ["the table is this engine's own again", *said]
        # A second tier cannot be shared; `_kept` says so.
        table, what = open_place(wish.place, dict(wish.with_settings(l2_mb=0).settings))
        filled = f", {table.fill_rate():.1%} filled" if what != "created" else ""
        return table, [f"{wish.place.option}: {what}, {table.config.hash_mb:g} MB{filled}"]

    def _refused(self, wish: TableWish, error: BaseException) -> list[str]:
        said: list[str] = []
        goes_on = "the table stays as it was"
        if self.table is None:
            self.table, said = _made(wish)
            goes_on = "the engine has a table of its own"
            self._has = wish
        self._has = replace(self._has, place=wish.place, asked=wish.asked)
        return [f"{wish.place.option} cannot be used: {reason(error)}; {goes_on}", *said]

    # ---- changes of the table as it is -------------------------------------------------------------

    def _change_private(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        if (wish.settings["l2_mb"] if _tier_fault(wish) is None else 0) != table.config.l2_mb:
            return self._retier(table, wish)
        said = self._relayout(table, wish) + self._resize(table, wish)
        self._reconfigure(table, wish, RECONFIGURED)
        return said

    def _retier(self, old: TranspositionTable, wish: TableWish) -> list[str]:
        """A table with another second tier is a new one; the first tier's entries go with it."""
        try:
            self.table, said = _made(wish)
        except MemoryError as error:
            return [f"the table stays as it was: {error}"]
        if old.config.l2_mb:
            said.append("what was in the second tier is gone")
        if wish.settings["layout"] == self._has.settings["layout"]:
            said += _taken_along(old, self.table)
        else:
            said.append(f"the table starts empty: its layout is {wish.settings['layout'].value} now")
        leave(old)
        return said

    def _change_placed(self, wish: TableWish) -> list[str]:
        assert self.table is not None
        self._reconfigure(self.table, wish, OWN)
        has = self._has.settings
        changed = tuple(name for name in OFFERED if wish.settings[name] != has[name])
        return self._kept(wish, changed)

    def _kept(self, wish: TableWish, names: tuple[str, ...]) -> list[str]:
        """Which wishes a table that others may use does not follow."""
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
        """The last change: from here on the table is what the wish says."""
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
        was_clustered = table.clustered
        table.set_layout(wish.settings["layout"])
        said = [f"the table starts empty: its layout is {wish.settings['layout'].value} now"]
        if table.clustered != was_clustered:
            said.insert(0, f"Clustered TT {'enabled' if table.clustered else 'disabled'}")
        return said

    def _resize(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        """A size that the machine does not have leaves the table as it is."""
        if wish.settings["hash_mb"] == self._has.settings["hash_mb"]:
            return []
        kept = table.full_keys
        try:
            table.resize(wish.settings["hash_mb"], discard=True)
        except MemoryError as error:
            return [f"Hash stays {table.config.hash_mb:g} MB: {error}"]
        if kept and table.full_keys:
            return []
        return [
            f"the table starts empty: {'its old size' if not kept else 'Hash'} is below what keeps entries"
        ]


def _made(wish: TableWish) -> tuple[TranspositionTable, list[str]]:
    """A private table; without its second tier, and with a sentence, where there can be none."""
    fault = _tier_fault(wish)
    if fault is None:
        return TranspositionTable(**wish.settings), []
    return TranspositionTable(**wish.with_settings(l2_mb=0).settings), [f"there is no second tier: {fault}"]


def _tier_fault(wish: TableWish) -> str | None:
    """Why the table cannot have the second tier that is wished for; None if it can."""
    try:
        TableConfig(**wish.settings)
    except ValueError as error:
        return str(error)
    return None


def _shown(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value).lower()


def _taken_along(old: TranspositionTable, new: TranspositionTable) -> list[str]:
    """No option but those that say so empties a table: its entries move with it."""
    if not (old.full_keys and new.full_keys):
        return ["the entries of the old table stay behind: one of the two is too small to know its keys"]
    new.merge(old)
    return []
