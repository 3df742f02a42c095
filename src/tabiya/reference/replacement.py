"""Replacement rules, as pure functions of unpacked slots.

`generation` is always the current one, `old` an entry of the cluster and `new` the one to store. All
arithmetic is on integers, so that these functions and ``core/table/replacement.hpp`` decide alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..config import Policy, TableConfig, core_values
from ..values import GENERATIONS, NO_EVAL, Bound
from .layout import Fields

__all__ = [
    "Reason",
    "Rules",
    "Value",
    "age",
    "cascade_value",
    "combine",
    "least",
    "protected",
    "reason",
    "replaces",
    "value",
    "wins_update",
]

Value = tuple[int, ...]
"""Compared from the left. The entry with the lowest value is the victim."""

_PRIORITY = (0, 1, 2, 2, 3, 0, 0, 0)
"""By source: quiescence, null move, IID, book, main; three codes of the 3 bits are unused."""


class Reason(IntEnum):
    """Why a slot was taken: the six rules of the cascade, in order."""

    EMPTY = 0
    OLD_GENERATION = 1
    SHALLOWER = 2
    NOT_EXACT = 3
    NO_MOVE = 4
    OLDEST = 5


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that decide replacement. Weights are in units of 1/256."""

    policy: Policy = Policy.CASCADE
    strict: bool = False
    source_priority: bool = True
    depth_weight: int = 1 * 256
    age_weight: int = 4 * 256
    max_age: int = 1

    @classmethod
    def of(cls, config: TableConfig) -> Rules:
        """Returns the rules of a table."""
        weights = core_values(config)
        return cls(
            policy=config.policy,
            strict=config.strict,
            source_priority=config.source_priority,
            depth_weight=weights["depth_weight"],
            age_weight=weights["age_weight"],
            max_age=config.max_age,
        )


def age(entry: Fields, generation: int) -> int:
    """The age of an entry in generations, modulo 64 (a slot has 6 bits for it)."""
    return (generation - entry.generation) % GENERATIONS


def is_exact(entry: Fields) -> bool:
    return entry.bound == Bound.EXACT


def has_move(entry: Fields) -> bool:
    return entry.move != 0


# ---- the victim ------------------------------------------------------------------------------------------


def cascade_value(entry: Fields, generation: int) -> Value:
    """The six rules of the cascade as a tuple. Inserts use it under every policy."""
    years = age(entry, generation)
    return (years == 0, entry.depth, is_exact(entry), has_move(entry), -years)


def value(entry: Fields, generation: int, rules: Rules) -> Value:
    """The policy's value of an entry in a full cluster."""
    years = age(entry, generation)
    fresh = years == 0 and not rules.strict  # strict tables ignore the age
    match rules.policy:
        case Policy.CASCADE:
            return cascade_value(entry, generation)
        case Policy.ALWAYS:
            return (0,)
        case Policy.DEPTH_PREFERRED:
            return (fresh, entry.depth, entry.bound)
        case Policy.AGE_BASED:
            return (-years,)
        case Policy.DEPTH_AND_AGE:
            return (rules.depth_weight * entry.depth - rules.age_weight * years,)
        case Policy.EXACT_PREFERRED:
            return (fresh, is_exact(entry), entry.depth)


def least(
    cluster: Sequence[Fields], candidates: Iterable[int], signature: int, value_of: Callable[[Fields], Value]
) -> int | None:
    """Returns the way of the candidate with the lowest value, or None without candidates.

    Ties go to the first way after one picked by the signature, so that victims are spread over the slots.
    """
    ways = len(cluster)
    return min(candidates, key=lambda way: (value_of(cluster[way]), (way - signature) % ways), default=None)


def protected(old: Fields, new: Fields, generation: int, rules: Rules) -> bool:
    """Returns whether source priority protects `old`: a better source, this search, and deep enough."""
    return (
        rules.source_priority
        and rules.policy is not Policy.ALWAYS
        and _PRIORITY[old.source] > _PRIORITY[new.source]
        and age(old, generation) == 0
        and old.depth >= new.depth
    )


def replaces(new: Fields, old: Fields, generation: int, rules: Rules) -> bool:
    """Returns whether the policy lets `new` replace the victim `old`, an entry of another key."""
    years = age(old, generation)
    stale = years > 0 and not rules.strict
    match rules.policy:
        case Policy.CASCADE | Policy.ALWAYS:
            return True
        case Policy.DEPTH_PREFERRED:
            return stale or (new.depth, new.bound) > (old.depth, old.bound)
        case Policy.AGE_BASED:
            return 2 * years > rules.max_age
        case Policy.DEPTH_AND_AGE:
            return rules.depth_weight * (new.depth - old.depth) + rules.age_weight * years > 0
        case Policy.EXACT_PREFERRED:
            return stale or (is_exact(new), new.depth) > (is_exact(old), old.depth)


def reason(victim: Fields, others: Sequence[Fields], generation: int) -> Reason:
    """Returns the first rule of the cascade that distinguishes the victim from the `others`."""
    if age(victim, generation) > 0:
        return Reason.OLD_GENERATION
    if any(other.depth > victim.depth for other in others):
        return Reason.SHALLOWER
    if not is_exact(victim) and any(is_exact(other) for other in others):
        return Reason.NOT_EXACT
    if not has_move(victim) and any(has_move(other) for other in others):
        return Reason.NO_MOVE
    return Reason.OLDEST


# ---- two entries of one key ------------------------------------------------------------------------------


def wins_update(old: Fields, new: Fields, generation: int, rules: Rules) -> bool:
    """Returns whether `new` is better than `old`, an entry of the same key."""
    if protected(old, new, generation, rules):
        return False
    return (
        age(old, generation) != 0
        or new.depth > old.depth
        or (new.depth == old.depth and new.bound >= old.bound)  # a bound's number is its quality
        or (is_exact(new) and not is_exact(old))
    )


def combine(winner: Fields, loser: Fields, generation: int) -> Fields:
    """Combines two entries: the winner, with the loser's move and eval if it has none."""
    return winner._replace(
        move=winner.move or loser.move,
        eval=loser.eval if winner.eval == NO_EVAL else winner.eval,
        generation=generation,
    )
