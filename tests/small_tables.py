"""Clusters filled by hand, for the tests of replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tabiya.reference.replacement import Reason
from tabiya.table.entry import Bound

Make = Callable[..., Any]
EXACT, LOWER, UPPER = Bound.EXACT, Bound.LOWER, Bound.UPPER
LAYOUTS = {"single": 1, "cluster3": 3, "cluster4": 4}
POLICIES = ("cascade", "always", "depth_preferred", "age_based", "depth_and_age", "exact_preferred")
BUT_ALWAYS = [policy for policy in POLICIES if policy != "always"]
NEWCOMER = 1000  # divisible by 4: in a cluster of four, its ties start at the first slot


def age_by(table: Any, searches: int) -> None:
    for _ in range(searches):
        table.new_search()


def fill(table: Any, *entries: dict[str, Any]) -> None:
    """Stores an entry for each key 1, 2, …; `age` is the number of searches ago, oldest first."""
    for key, entry in enumerate(entries, 1):
        fields = dict(entry)
        age = fields.pop("age", 0)
        older = [e.get("age", 0) for e in entries[key - 1 :]]
        assert age == max(older), "older entries are stored first"
        table.store(key, **fields)
        next_age = entries[key].get("age", 0) if key < len(entries) else 0
        age_by(table, age - next_age)


def lost(table: Any, count: int) -> list[int]:
    """The keys from 1 to `count` that are gone."""
    return [key for key in range(1, count + 1) if table.probe(key) is None]


def reasons(table: Any) -> dict[str, int]:
    """The counted reasons, without zeros."""
    return {
        reason.name.lower(): n for reason, n in zip(Reason, table._counters()["reasons"], strict=True) if n
    }


def victim(make_small: Make, entries: list[dict[str, Any]], new: dict[str, Any], **config: Any) -> int | None:
    """The key that a newcomer displaces in a full cluster; None if it is refused."""
    table = make_small(**config)
    fill(table, *entries)
    table.store(NEWCOMER, **new)
    gone = lost(table, len(entries))
    assert (table.probe(NEWCOMER) is None) == (gone == [])
    return gone[0] if gone else None


def replaced(make_small: Make, old: dict[str, Any], new: dict[str, Any], **config: Any) -> bool:
    """Whether a newcomer displaces the only entry of a single-slot table."""
    return victim(make_small, [old], new, layout="single", **config) == 1
