"""`TableFront.inspect`: one cluster of a table, and what a store would do to it.

The rules are those of the reference table (``reference/placement.py``), which decides as the native one does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .._utils.mixing import mix, unmix
from ..reference.conversion import entry_of, fields_of
from ..reference.dense import open_line
from ..reference.layout import Fields, Geometry, unpack
from ..reference.placement import Decision, decide_store
from ..reference.replacement import ReplacementRules, age, least, value
from .dense import check_entry
from .entry import Entry
from .entry_values import MAX_SCORE, Source

if TYPE_CHECKING:
    from .figures import TableFigures

__all__ = ["Inspection", "Placement", "SlotContents", "inspect"]


@dataclass(frozen=True)
class SlotContents:
    """One slot of a cluster."""

    slot: int
    entry: Entry | None = None
    """None if the slot is empty or torn."""
    key: int | None = None
    """The key of the entry; None if the table is too small to know it (`full_keys`)."""
    age: int = 0
    """Generations since the entry was stored, 0 to 63."""
    value: tuple[int, ...] = ()
    """The value under the table's policy, compared from the left. The lowest is replaced first."""
    is_key: bool = False
    """Whether the entry belongs to the inspected key."""
    torn: bool = False
    """Whether the words of two stores are mixed up. No probe returns such a slot."""


@dataclass(frozen=True)
class Placement:
    """What a store would do."""

    outcome: str
    """``"update"``, ``"empty"``, ``"replace"`` or ``"refuse"``."""
    slot: int | None = None
    """Where the entry would go; None if it is refused."""
    reason: str | None = None
    """The rule that distinguishes a replaced entry, by its name in `TableStats.reasons`."""
    replaced: Entry | None = None
    """The entry of this or another key that the store would overwrite."""
    kept_old: bool = False
    """Whether an update would keep the older, better entry."""
    prevented: bool = False
    """Whether a better source in the cluster changes the victim, or refuses the store."""

    def __str__(self) -> str:
        """
        >>> print(Placement("replace", 2, "shallower"))
        replaces slot 2: shallower
        """
        if self.outcome == "update":
            return f"updates slot {self.slot}" + (" and keeps the older entry" if self.kept_old else "")
        if self.outcome == "empty":
            return f"takes slot {self.slot}, which is empty"
        if self.outcome == "refuse":
            return "is refused"
        return f"replaces slot {self.slot}: {(self.reason or '').replace('_', ' ')}"


@dataclass(frozen=True)
class Inspection:
    """The cluster of a key at one moment."""

    key: int
    cluster: int
    """The number of the cluster."""
    generation: int
    """The table's generation."""
    slots: tuple[SlotContents, ...]
    store: Placement
    """What a store of the given entry under the key would do now."""
    next_victim: int | None
    """The slot that a store of an equally good new position would take; None while a slot is empty."""

    @property
    def entry(self) -> Entry | None:
        """The entry of the key, or None."""
        return next((slot.entry for slot in self.slots if slot.is_key), None)


def inspect(table: TableFigures, key: int, new: Entry) -> Inspection:
    """`TableFront.inspect`, with checked arguments."""
    config, generation = table.config, table.generation
    geometry = Geometry(config.clusters, config.layout.ways)
    hash = key if config.random_keys else mix(key)
    number, words = table._cluster(key)
    if geometry.dense:
        cluster = open_line([word for pair in words for word in pair], generation)
    else:
        cluster = [unpack(*pair) for pair in words]
    rules = ReplacementRules.of(config)
    stored = fields_of(hash, new)._replace(signature=hash & geometry.signature_mask, generation=generation)
    if geometry.dense:
        check_entry(new.move, new.score, stored.eval, new.depth)
    full = all(old.bound for old in cluster)
    victim = least(cluster, range(len(cluster)), stored.signature, lambda old: value(old, generation, rules))

    def contents(slot: int, old: Fields) -> SlotContents:
        if not old.bound:
            return SlotContents(slot)
        recovered = geometry.recover_hash(number, old.signature)
        storable = old.source <= Source.MAIN and abs(old.score) <= MAX_SCORE
        if (not geometry.dense and not storable) or geometry.cluster_of(recovered) != number:
            return SlotContents(slot, torn=True)
        return SlotContents(
            slot,
            entry_of(old),
            (recovered if config.random_keys else unmix(recovered)) if geometry.full_keys else None,
            age(old, generation),
            tuple(map(int, value(old, generation, rules))),
            old.signature == stored.signature,
        )

    return Inspection(
        key,
        number,
        generation,
        tuple(contents(slot, old) for slot, old in enumerate(cluster)),
        _placement(cluster, decide_store(cluster, stored, generation, rules)),
        victim if full else None,
    )


def _placement(cluster: list[Fields], decision: Decision) -> Placement:
    if decision.way is None:
        return Placement("refuse", prevented=decision.prevented)
    old = cluster[decision.way]
    replaced = entry_of(old) if old.bound else None
    if decision.reason is None:
        return Placement("update", decision.way, replaced=replaced, kept_old=decision.kept_old)
    reason = decision.reason.name.lower()
    if replaced is None:
        return Placement("empty", decision.way, reason)
    return Placement("replace", decision.way, reason, replaced, prevented=decision.prevented)
