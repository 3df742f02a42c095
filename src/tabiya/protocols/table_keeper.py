"""The engine's table as the options want it: made when it is needed, changed between searches, never cleared
by accident."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from ..config import Layout, Policy, Sync
from ..table import TranspositionTable

__all__ = ["TableKeeper", "TableWish"]


@dataclass(frozen=True)
class TableWish:
    """What the options ask for."""

    hash_mb: int = 64
    layout: Layout = Layout.CLUSTER4
    policy: Policy = Policy.CASCADE
    sync: Sync = Sync.LOCK_FREE
    statistics: bool = False
    aging_interval: int = 0
    rule50_keys: str = "off"


RECONFIGURED = ("policy", "sync", "statistics", "aging_interval")
"""What changes in place; the entries stay."""


class TableKeeper:
    """Turns wishes into a table. Each change is made once, in `apply`, which tells what a user should know.

    >>> keeper = TableKeeper()
    >>> keeper.apply(TableWish(hash_mb=1))
    []
    >>> keeper.apply(TableWish(hash_mb=1, layout=Layout.SINGLE))
    ['Clustered TT disabled', 'the table starts empty: its layout is single now']
    """

    def __init__(self) -> None:
        self.table: TranspositionTable | None = None
        self._has = TableWish()
        self._prefix = ""

    def apply(self, wish: TableWish) -> list[str]:
        """Makes the table what the wish says; nothing that is as it should be is touched."""
        if self.table is None:
            self.table = self._made(wish)
            self._has = wish
            return []
        if wish == self._has:
            return []
        said = self._relayout(self.table, wish) + self._resize(self.table, wish)
        changes = {name: getattr(wish, name) for name in RECONFIGURED}
        changes = {name: value for name, value in changes.items() if value != getattr(self._has, name)}
        if changes:
            self.table.reconfigure(**changes)
        if wish.rule50_keys != self._has.rule50_keys:
            self.table.clear()
            said.append(
                f"the table starts empty: its keys have the fifty-move counter {wish.rule50_keys} now"
            )
        self._has = replace(wish, hash_mb=self._has.hash_mb)
        return said

    def _made(self, wish: TableWish) -> TranspositionTable:
        names = [field.name for field in fields(wish) if field.name != "rule50_keys"]
        return TranspositionTable(**{name: getattr(wish, name) for name in names})

    def _relayout(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        if wish.layout == self._has.layout:
            return []
        was_clustered = table.clustered
        table.set_layout(wish.layout)
        said = [f"the table starts empty: its layout is {wish.layout.value} now"]
        if table.clustered != was_clustered:
            said.insert(0, f"Clustered TT {'enabled' if table.clustered else 'disabled'}")
        return said

    def _resize(self, table: TranspositionTable, wish: TableWish) -> list[str]:
        """A size that the machine does not have leaves the table as it is."""
        if wish.hash_mb == self._has.hash_mb:
            return []
        kept = table.full_keys
        try:
            table.resize(wish.hash_mb)
        except MemoryError as error:
            return [f"Hash stays {self._has.hash_mb} MB: {error}"]
        self._has = replace(self._has, hash_mb=wish.hash_mb)
        if kept and table.full_keys:
            return []
        return [
            f"the table starts empty: {'its old size' if not kept else 'Hash'} is below what keeps entries"
        ]
