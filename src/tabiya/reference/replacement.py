"""Replacement rules, as pure functions of unpacked slots.

`generation` is always the current one, `old` an entry of the cluster and `new` the one to store. All
arithmetic is on integers, so that these functions and ``core/table/replacement.hpp`` decide alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from ..table.config import Policy, TableConfig, core_values
from ..table.entry_values import GENERATIONS, NO_EVAL, Bound
from .layout import Fields

__all__ = [
    "Ground",
    "Reason",
    "ReplacementRules",
    "Value",
    "age",
    "cascade_value",
    "combine",
    "ground",
    "least",
    "protected",
    "reason",
    "value",
    "wins_update",
]

Value = tuple[int, ...]
"""Compared from the left. The entry with the lowest value is the victim."""

_PRIORITY = (0, 1, 2, 2, 3, 0, 0, 0)
"""By source: quiescence, null move, IID, book, main; three codes of the 3 bits are unused."""


class Reason(IntEnum):
    """Why a slot was taken: the six rules of the cascade in order, and one of depth_preferred."""

    EMPTY = 0
    OLD_GENERATION = 1
    SHALLOWER = 2
    NOT_EXACT = 3
    NO_MOVE = 4
    OLDEST = 5
    WEAKER_BOUND = 6
    """An upper bound among lower ones, where the policy ranks them."""


class Ground(IntEnum):
    """On what ground a policy lets an entry take the place of another key's."""

    UNCONDITIONAL = 0
    """`cascade` and `always` never refuse."""
    AGE = 1
    DEPTH = 2
    EXACT = 3
    """Exact over a bound."""
    BOUND = 4
    """A lower bound over an upper one."""
    WEIGHT = 5
    """Depth and age together, weighted."""


@dataclass(frozen=True, slots=True)
class ReplacementRules:
    """The settings that decide replacement. Weights are in units of 1/256."""

    policy: Policy = Policy.CASCADE
    strict: bool = False
    source_priority: bool = True
    replace_if_exact: bool = False
    depth_weight: int = 1 * 256
    age_weight: int = 4 * 256
    max_age: int = 1

    @classmethod
    def of(cls, config: TableConfig) -> ReplacementRules:
        """Returns the rules of a table."""
        weights = core_values(config)
        return cls(
            policy=config.policy,
            strict=config.strict,
            source_priority=config.source_priority,
            replace_if_exact=config.replace_if_exact,
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


def value(entry: Fields, generation: int, rules: ReplacementRules) -> Value:
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


def protected(old: Fields, new: Fields, generation: int, rules: ReplacementRules) -> bool:
    """Returns whether source priority protects `old`: a better source, this search, and deep enough."""
    return (
        rules.source_priority
        and rules.policy is not Policy.ALWAYS
        and _PRIORITY[old.source] > _PRIORITY[new.source]
        and age(old, generation) == 0
        and old.depth >= new.depth
    )


def ground(new: Fields, old: Fields, generation: int, rules: ReplacementRules) -> Ground | None:
    """Returns why `new` replaces the victim `old`, an entry of another key; None if it does not."""
    own = _ground_of_policy(new, old, generation, rules)
    if own is None and rules.replace_if_exact and is_exact(new) and not is_exact(old):
        return Ground.EXACT
    return own


def _ground_of_policy(new: Fields, old: Fields, generation: int, rules: ReplacementRules) -> Ground | None:
    years = age(old, generation)
    stale = years > 0 and not rules.strict
    deeper = Ground.DEPTH if new.depth > old.depth else None
    match rules.policy:
        case Policy.CASCADE | Policy.ALWAYS:
            return Ground.UNCONDITIONAL
        case Policy.DEPTH_PREFERRED:
            if stale or new.depth != old.depth:
                return Ground.AGE if stale else deeper
            better = Ground.EXACT if is_exact(new) else Ground.BOUND
            return better if new.bound > old.bound else None
        case Policy.AGE_BASED:
            return Ground.AGE if 2 * years > rules.max_age else None
        case Policy.DEPTH_AND_AGE:
            weight = rules.depth_weight * (new.depth - old.depth) + rules.age_weight * years
            return Ground.WEIGHT if weight > 0 else None
        case Policy.EXACT_PREFERRED:
            if stale:
                return Ground.AGE
            if is_exact(new) != is_exact(old):
                return Ground.EXACT if is_exact(new) else None
            return deeper


def reason(victim: Fields, others: Sequence[Fields], generation: int, rules: ReplacementRules) -> Reason:
    """Returns the first rule that distinguishes the victim from the `others`."""
    if age(victim, generation) > 0:
        return Reason.OLD_GENERATION
    if any(other.depth > victim.depth for other in others):
        return Reason.SHALLOWER
    if not is_exact(victim) and any(is_exact(other) for other in others):
        return Reason.NOT_EXACT
    ranks_bounds = rules.policy is Policy.DEPTH_PREFERRED
    if ranks_bounds and any(other.bound > victim.bound for other in others):
        return Reason.WEAKER_BOUND
    if not has_move(victim) and any(has_move(other) for other in others):
        return Reason.NO_MOVE
    return Reason.OLDEST


# ---- two entries of one key ------------------------------------------------------------------------------


def wins_update(old: Fields, new: Fields, generation: int, rules: ReplacementRules) -> bool:
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
