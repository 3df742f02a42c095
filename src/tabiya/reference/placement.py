"""Where an entry goes in its cluster: the steps of a store and of an insert, as pure functions.

They read an unpacked cluster and return a decision. The table writes and counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .layout import Fields
from .replacement import (
    Ground,
    Reason,
    ReplacementRules,
    age,
    cascade_value,
    combine,
    ground,
    least,
    protected,
    reason,
    value,
    wins_update,
)

__all__ = ["Decision", "decide_insert", "decide_store"]


class Decision(NamedTuple):
    """The outcome of a store: an update, a slot taken for a reason, or a refusal (`way` is None)."""

    way: int | None
    entry: Fields | None = None
    """The entry to write."""
    erased: tuple[int, ...] = ()
    """Ways to empty, because they hold the updated key as well."""
    reason: Reason | None = None
    """None for an update or a refusal."""
    ground: Ground | None = None
    """Why the policy agreed; None if no entry of another key was replaced."""
    kept: bool = False
    """Whether the policy refused the new entry."""
    collision: bool = False
    """Whether an entry of another key and the current generation is lost."""
    prevented: bool = False
    """Whether source priority changed the victim or left none."""
    kept_old: bool = False
    """Whether the old entry won an update."""


def decide_store(
    cluster: Sequence[Fields], new: Fields, generation: int, rules: ReplacementRules
) -> Decision:
    """Chooses the slot of the same key, else an empty slot, else a victim if the policy agrees."""
    copies = [way for way, old in enumerate(cluster) if old.bound and old.signature == new.signature]
    if copies:
        return _update(cluster, copies, new, generation, rules)
    empty = _first_empty(cluster)
    if empty is not None:
        return Decision(empty, new, reason=Reason.EMPTY)
    return _replace(cluster, new, generation, rules)


def _update(
    cluster: Sequence[Fields], copies: Sequence[int], new: Fields, generation: int, rules: ReplacementRules
) -> Decision:
    """Combines two entries of one key, in the first way that holds it.

    Racing writers in a native table can leave a key in several ways. The next store removes the duplicates.
    """
    first, *others = copies
    old = cluster[first]
    wins = wins_update(old, new, generation, rules)
    winner, loser = (new, old) if wins else (old, new)
    return Decision(first, combine(winner, loser, generation), erased=tuple(others), kept_old=not wins)


def _replace(cluster: Sequence[Fields], new: Fields, generation: int, rules: ReplacementRules) -> Decision:
    """Finds the victim in a full cluster, then replaces it or refuses the new entry."""

    def victim_among(ways: Iterable[int]) -> int | None:
        return least(cluster, ways, new.signature, lambda entry: value(entry, generation, rules))

    candidates = [way for way, old in enumerate(cluster) if not protected(old, new, generation, rules)]
    victim = victim_among(candidates)
    prevented = victim != victim_among(range(len(cluster)))
    if victim is None:
        return Decision(None, prevented=prevented)
    agreed = ground(new, cluster[victim], generation, rules)
    if agreed is None:
        return Decision(None, kept=True, prevented=prevented)
    others = [cluster[way] for way in candidates if way != victim] or [new]
    return Decision(
        victim,
        new,
        reason=reason(cluster[victim], others, generation, rules),
        ground=agreed,
        collision=age(cluster[victim], generation) == 0,
        prevented=prevented,
    )


def decide_insert(cluster: Sequence[Fields], new: Fields, generation: int) -> tuple[int, Fields, bool] | None:
    """Decides about an entry that keeps its generation: its way, what to write, and whether it was accepted.

    Returns None if the entry is dropped.

    The better of two entries stays, by the value of the cascade under every policy, with its own generation.
    """

    def worth(entry: Fields) -> tuple[int, ...]:
        return cascade_value(entry, generation)

    for way, old in enumerate(cluster):
        if old.bound and old.signature == new.signature:
            wins = worth(new) > worth(old)
            winner, loser = (new, old) if wins else (old, new)
            return way, combine(winner, loser, winner.generation), wins
    empty = _first_empty(cluster)
    if empty is not None:
        return empty, new, True
    victim = least(cluster, range(len(cluster)), new.signature, worth)
    assert victim is not None  # a cluster has at least one way
    return (victim, new, True) if worth(new) > worth(cluster[victim]) else None


def _first_empty(cluster: Sequence[Fields]) -> int | None:
    return next((way for way, old in enumerate(cluster) if not old.bound), None)
