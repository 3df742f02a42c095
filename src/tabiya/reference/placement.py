"""Where an entry goes in its cluster: the four steps of a store and the rule of an insert, as pure functions.

They look at an unpacked cluster and say what is to be written; the table writes it and counts it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .layout import Fields
from .replacement import (
    Reason,
    Rules,
    age,
    cascade_value,
    combine,
    least,
    protected,
    reason,
    replaces,
    value,
    wins_update,
)

__all__ = ["Decision", "decide_insert", "decide_store"]


class Decision(NamedTuple):
    """What becomes of a store: an update, a slot taken for a reason, or a refusal (`way` is None)."""

    way: int | None
    entry: Fields | None = None
    """What is to be written there."""
    erased: tuple[int, ...] = ()
    """Ways that are to be emptied, because an update found its key there again."""
    reason: Reason | None = None
    """None of an update and of a refusal."""
    collision: bool = False
    """Whether an entry of another key and of the current generation goes."""
    prevented: bool = False
    """Whether a protection changed the victim, or left none."""
    kept_old: bool = False
    """Whether the old entry won an update."""


def decide_store(cluster: Sequence[Fields], new: Fields, generation: int, rules: Rules) -> Decision:
    """Same key, else an empty slot, else a victim's, if the policy agrees."""
    copies = [way for way, old in enumerate(cluster) if old.bound and old.signature == new.signature]
    if copies:
        return _update(cluster, copies, new, generation, rules)
    empty = _first_empty(cluster)
    if empty is not None:
        return Decision(empty, new, reason=Reason.EMPTY)
    return _replace(cluster, new, generation, rules)


def _update(
    cluster: Sequence[Fields], copies: Sequence[int], new: Fields, generation: int, rules: Rules
) -> Decision:
    """Two entries of one key become one, in the first way that holds it.

    Writers that raced in a native table may have left the key in several; one store makes it single again.
    """
    first, *others = copies
    old = cluster[first]
    wins = wins_update(old, new, generation, rules)
    winner, loser = (new, old) if wins else (old, new)
    return Decision(first, combine(winner, loser, generation), erased=tuple(others), kept_old=not wins)


def _replace(cluster: Sequence[Fields], new: Fields, generation: int, rules: Rules) -> Decision:
    """The cluster is full of other keys: find the victim, then replace it or refuse the new entry."""

    def victim_among(ways: Iterable[int]) -> int | None:
        return least(cluster, ways, new.signature, lambda entry: value(entry, generation, rules))

    candidates = [way for way, old in enumerate(cluster) if not protected(old, new, generation, rules)]
    victim = victim_among(candidates)
    prevented = victim != victim_among(range(len(cluster)))
    if victim is None or not replaces(new, cluster[victim], generation, rules):
        return Decision(None, prevented=prevented)
    others = [cluster[way] for way in candidates if way != victim] or [new]
    return Decision(
        victim,
        new,
        reason=reason(cluster[victim], others, generation),
        collision=age(cluster[victim], generation) == 0,
        prevented=prevented,
    )


def decide_insert(cluster: Sequence[Fields], new: Fields, generation: int) -> tuple[int, Fields, bool] | None:
    """Where an entry with a generation of its own goes, what is written there, and whether that is the entry.

    None if it is dropped.

    The better of two stays, by the cascade's value and under every policy, with its own generation.
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
