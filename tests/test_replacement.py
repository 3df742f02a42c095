"""Replacement: the six rules of the cascade, ties, and every policy."""

from __future__ import annotations

from typing import Any

import pytest

from small_tables import LOWER, NEWCOMER, POLICIES, UPPER, Make, fill, lost, reasons, replaced, victim
from tabiya.table.entry import Source

# ---- the six rules of the cascade --------------------------------------------------------------------------


def test_rule_1_an_empty_slot_is_taken_first(make_small: Make) -> None:
    table = make_small()
    fill(table, {"depth": 0, "bound": UPPER, "age": 9}, {"depth": 1}, {"depth": 2})
    table.store(NEWCOMER)
    assert lost(table, 3) == []
    assert table.probe(NEWCOMER) is not None
    assert reasons(table) == {"empty": 4}


def test_rule_2_an_old_generation_goes_before_this_one(make_small: Make) -> None:
    table = make_small()
    fill(table, {"depth": 200, "move": 5, "age": 1}, {"depth": 1}, {"depth": 0, "bound": UPPER}, {"depth": 3})
    table.store(NEWCOMER)
    assert lost(table, 4) == [1]
    assert reasons(table) == {"empty": 4, "old_generation": 1}


def test_rule_3_the_shallower_goes(make_small: Make) -> None:
    table = make_small()
    fill(table, {"depth": 5}, {"depth": 7, "bound": UPPER}, {"depth": 4, "move": 1}, {"depth": 5})
    table.store(NEWCOMER)
    assert lost(table, 4) == [3]
    assert reasons(table) == {"empty": 4, "shallower": 1}


def test_rule_4_a_bound_goes_before_an_exact_score(make_small: Make) -> None:
    table = make_small()
    fill(table, {"depth": 5}, {"depth": 5}, {"depth": 5}, {"depth": 5, "bound": LOWER, "move": 1})
    table.store(NEWCOMER)
    assert lost(table, 4) == [4]
    assert reasons(table) == {"empty": 4, "not_exact": 1}


def test_rule_5_an_entry_without_a_move_goes(make_small: Make) -> None:
    table = make_small()
    fill(table, {"move": 1}, {"move": 2}, {"move": 0}, {"move": 3})
    table.store(NEWCOMER)
    assert lost(table, 4) == [3]
    assert reasons(table) == {"empty": 4, "no_move": 1}


def test_rule_6_of_equals_the_oldest_goes(make_small: Make) -> None:
    table = make_small()
    fill(table, *({"depth": 5, "move": 1, "age": age} for age in (4, 3, 2, 1)))
    table.store(NEWCOMER + 3)  # a tie would go to the last slot
    assert lost(table, 4) == [1]
    assert reasons(table) == {"empty": 4, "old_generation": 1}


def test_old_generations_are_told_apart_by_depth_before_age(make_small: Make) -> None:
    entries = [{"depth": 9, "age": 3}, {"depth": 8, "age": 2}, {"depth": 9, "age": 1}, {"depth": 0}]
    assert victim(make_small, entries, {}) == 2


def test_lower_and_upper_bounds_are_alike_to_the_cascade(make_small: Make) -> None:
    entries = [{"bound": LOWER}, {"bound": LOWER, "move": 1}, {"bound": UPPER, "move": 1}, {"move": 1}]
    assert victim(make_small, entries, {}) == 1


def test_the_cascade_lets_every_newcomer_in(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 255, "move": 1}, {"depth": 0, "bound": UPPER})


# ---- ties --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("layout", "ways"), [("single", 1), ("cluster3", 3), ("cluster4", 4)])
def test_a_tie_goes_to_the_first_slot_from_the_one_that_the_signature_picks(
    make_small: Make, policy: str, layout: str, ways: int
) -> None:
    for newcomer in range(100, 112):
        table = make_small(policy=policy, layout=layout)
        fill(table, *[{"depth": 5, "age": 1}] * ways)
        table.store(newcomer, depth=6)
        assert lost(table, ways) == [newcomer % ways + 1]


def test_a_tie_of_some_wraps_around_the_cluster(make_small: Make) -> None:
    for newcomer, gone in ((100, 2), (101, 2), (102, 4), (103, 4)):
        table = make_small()
        fill(table, {"depth": 9}, {"depth": 5}, {"depth": 9}, {"depth": 5})
        table.store(newcomer)
        assert lost(table, 4) == [gone]


# ---- the table of policies: which entry has the least value ------------------------------------------------


def test_always_takes_the_slot_of_the_signature_whatever_is_there(make_small: Make) -> None:
    entries = [{"depth": 0, "bound": UPPER, "age": 5}, {"depth": 1}, {"depth": 255, "move": 1}, {"depth": 0}]
    for newcomer in range(100, 104):
        table = make_small(policy="always")
        fill(table, *entries)
        table.store(newcomer)
        assert lost(table, 4) == [newcomer % 4 + 1]


def test_depth_preferred_gives_up_old_then_shallow_then_poor(make_small: Make) -> None:
    def gone(*entries: dict[str, Any], **config: Any) -> int | None:
        return victim(make_small, list(entries), {"depth": 200}, policy="depth_preferred", **config)

    assert gone({"depth": 99, "age": 1}, {"depth": 1}, {"depth": 2}, {"depth": 3}) == 1
    assert gone({"depth": 9}, {"depth": 8}, {"depth": 7}, {"depth": 8}) == 3
    assert gone({"depth": 9}, {"depth": 9, "bound": LOWER}, {"depth": 9}, {"depth": 9, "bound": UPPER}) == 4
    assert gone({"depth": 7, "age": 9}, {"depth": 6, "age": 1}, {"depth": 8, "age": 1}, {"depth": 1}) == 2


def test_age_based_gives_up_the_oldest(make_small: Make) -> None:
    entries = [{"depth": 99, "age": 4}, {"depth": 1, "age": 3}, {"depth": 0, "age": 3}, {"depth": 0}]
    assert victim(make_small, entries, {}, policy="age_based") == 1


def test_depth_and_age_weighs_depth_against_age(make_small: Make) -> None:
    entries = [{"depth": 10, "age": 9}, {"depth": 8, "age": 3}, {"depth": 8}, {"depth": 9}]

    def gone(**weights: float) -> int | None:
        return victim(make_small, entries, {"depth": 200}, policy="depth_and_age", **weights)

    assert gone() == 1  # by default, depth - 4 * age: -26, -4, 8, 9
    assert gone(depth_weight=4.0, age_weight=1.0) == 2  # 31, 29, 32, 36
    assert gone(depth_weight=1.0, age_weight=1.0) == 1  # 1, 5, 8, 9
    assert gone(depth_weight=1.0, age_weight=0.0) == 2  # 10, 8, 8, 9, a tie that starts at the first slot
    assert gone(depth_weight=0.0, age_weight=1.0) == 1  # -9, -3, 0, 0


def test_weights_count_in_steps_of_a_256th(make_small: Make) -> None:
    # 1/256 a ply against 1/256 an age is a tie, which goes to the first slot; 0.4/256 rounds to nothing.
    entries = [{"depth": 5, "age": 1}, {"depth": 4}, {"depth": 6}, {"depth": 6}]
    newcomer = {"depth": 9}

    def gone(depth_weight: float, age_weight: float) -> int | None:
        return victim(
            make_small,
            entries,
            newcomer,
            policy="depth_and_age",
            depth_weight=depth_weight,
            age_weight=age_weight,
        )

    assert gone(1 / 256, 1 / 256) == 1
    assert gone(1 / 256, 0.4 / 256) == 2


def test_exact_preferred_gives_up_old_then_bounds_then_shallow(make_small: Make) -> None:
    def gone(*entries: dict[str, Any], **config: Any) -> int | None:
        return victim(make_small, list(entries), {"depth": 200}, policy="exact_preferred", **config)

    assert gone({"depth": 99, "age": 1}, {"depth": 1, "bound": UPPER}, {}, {}) == 1
    assert gone({"depth": 0}, {"depth": 99, "bound": LOWER}, {"depth": 1}, {"depth": 2}) == 2
    assert gone({"depth": 3}, {"depth": 2}, {"depth": 1}, {"depth": 2}) == 3
    assert gone({"depth": 3, "bound": LOWER}, {"depth": 2, "bound": UPPER}, {"depth": 2}, {}) == 2
    assert gone({"depth": 3, "bound": UPPER}, {"depth": 2, "bound": LOWER}, {"depth": 2}, {}) == 2


# ---- the table of policies: who replaces its victim --------------------------------------------------------


def test_always_replaces(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 255, "move": 1}, {"depth": 0, "bound": UPPER}, policy="always")


@pytest.mark.parametrize(
    ("old", "new", "goes"),
    [
        ({"depth": 5}, {"depth": 6, "bound": UPPER}, True),
        ({"depth": 5}, {"depth": 5}, False),
        ({"depth": 5}, {"depth": 4}, False),
        ({"depth": 5, "bound": LOWER}, {"depth": 5}, True),
        ({"depth": 5, "bound": UPPER}, {"depth": 5, "bound": LOWER}, True),
        ({"depth": 5, "bound": LOWER}, {"depth": 5, "bound": UPPER}, False),
        ({"depth": 5, "bound": LOWER}, {"depth": 5, "bound": LOWER}, False),
        ({"depth": 5, "age": 1}, {"depth": 0, "bound": UPPER}, True),
    ],
)
def test_depth_preferred_asks_for_more_depth_or_quality_or_an_old_victim(
    make_small: Make, old: dict[str, Any], new: dict[str, Any], goes: bool
) -> None:
    assert replaced(make_small, old, new, policy="depth_preferred") == goes


@pytest.mark.parametrize("max_age", range(6))
@pytest.mark.parametrize("age", range(4))
def test_age_based_asks_for_a_victim_of_more_than_half_the_greatest_age(
    make_small: Make, max_age: int, age: int
) -> None:
    goes = replaced(make_small, {"depth": 0, "age": age}, {"depth": 9}, policy="age_based", max_age=max_age)
    assert goes == (2 * age > max_age)


@pytest.mark.parametrize(
    ("old", "new", "goes"),
    [
        ({"depth": 5}, {"depth": 6}, True),
        ({"depth": 5}, {"depth": 5}, False),
        ({"depth": 5, "age": 1}, {"depth": 5}, True),
        ({"depth": 5, "age": 1}, {"depth": 1}, False),  # -4 + 4 * 1 = 0
        ({"depth": 5, "age": 1}, {"depth": 2}, True),
        ({"depth": 5, "bound": UPPER}, {"depth": 5}, False),
    ],
)
def test_depth_and_age_asks_for_a_gain(
    make_small: Make, old: dict[str, Any], new: dict[str, Any], goes: bool
) -> None:
    assert replaced(make_small, old, new, policy="depth_and_age") == goes


@pytest.mark.parametrize(
    ("old", "new", "goes"),
    [
        ({"depth": 9, "bound": LOWER}, {"depth": 0}, True),
        ({"depth": 0}, {"depth": 9, "bound": LOWER}, False),
        ({"depth": 5}, {"depth": 6}, True),
        ({"depth": 5}, {"depth": 5}, False),
        ({"depth": 5, "bound": UPPER}, {"depth": 5, "bound": LOWER}, False),
        ({"depth": 5, "bound": UPPER}, {"depth": 6, "bound": UPPER}, True),
        ({"depth": 9, "age": 1}, {"depth": 0, "bound": UPPER}, True),
    ],
)
def test_exact_preferred_asks_for_exactness_or_depth_or_an_old_victim(
    make_small: Make, old: dict[str, Any], new: dict[str, Any], goes: bool
) -> None:
    assert replaced(make_small, old, new, policy="exact_preferred") == goes


@pytest.mark.parametrize("policy", ["depth_preferred", "exact_preferred"])
def test_strict_keeps_what_is_old_and_deep(make_small: Make, policy: str) -> None:
    old, new = {"depth": 9, "age": 7}, {"depth": 8}
    assert replaced(make_small, old, new, policy=policy)
    assert not replaced(make_small, old, new, policy=policy, strict=True)
    assert replaced(make_small, old, {"depth": 10}, policy=policy, strict=True)


@pytest.mark.parametrize("policy", ["depth_preferred", "exact_preferred"])
def test_strict_finds_the_victim_without_regard_to_age(make_small: Make, policy: str) -> None:
    entries = [{"depth": 9, "age": 1}, {"depth": 5}, {"depth": 6}, {"depth": 7}]
    assert victim(make_small, entries, {"depth": 20}, policy=policy) == 1
    assert victim(make_small, entries, {"depth": 20}, policy=policy, strict=True) == 2


@pytest.mark.parametrize("policy", ["cascade", "always", "age_based", "depth_and_age"])
def test_strict_says_nothing_to_the_other_policies(make_small: Make, policy: str) -> None:
    entries = [{"depth": 9, "age": 1}, {"depth": 5}, {"depth": 6}, {"depth": 7}]
    for new in ({"depth": 0}, {"depth": 20}):
        assert victim(make_small, entries, new, policy=policy) == victim(
            make_small, entries, new, policy=policy, strict=True
        )


def test_a_refused_store_is_counted_and_changes_nothing(make_small: Make) -> None:
    table = make_small(policy="depth_preferred")
    fill(table, *[{"depth": 5}] * 4)
    before = table._raw()
    table.store(NEWCOMER, depth=4)
    assert table._raw() == before
    counters = table._counters()
    assert (counters["stores"], counters["refused"], counters["prevented"], counters["collisions"]) == (
        5,
        1,
        0,
        0,
    )
    assert reasons(table) == {"empty": 4}


# ---- replace_if_exact --------------------------------------------------------------------------------------

STAYS = ("depth_preferred", "age_based", "depth_and_age")
"""Policies that keep a deep bound of this search."""


@pytest.mark.parametrize("policy", STAYS)
def test_replace_if_exact_lets_an_exact_entry_replace_a_bound_that_the_policy_keeps(
    make_small: Make, policy: str
) -> None:
    old, new = {"depth": 9, "bound": LOWER}, {"depth": 2}
    assert not replaced(make_small, old, new, policy=policy)
    assert replaced(make_small, old, new, policy=policy, replace_if_exact=True)


@pytest.mark.parametrize("policy", STAYS)
def test_replace_if_exact_changes_nothing_else(make_small: Make, policy: str) -> None:
    both_exact = {"depth": 9}, {"depth": 2}
    both_bounds = {"depth": 9, "bound": LOWER}, {"depth": 2, "bound": UPPER}
    bound_over_exact = {"depth": 9}, {"depth": 2, "bound": LOWER}
    for old, new in (both_exact, both_bounds, bound_over_exact):
        assert not replaced(make_small, old, new, policy=policy, replace_if_exact=True)


def test_replace_if_exact_does_not_lift_the_protection_of_better_sources(make_small: Make) -> None:
    old = {"depth": 9, "bound": LOWER, "source": Source.MAIN}
    new = {"depth": 2, "source": Source.QUIESCENCE}
    assert not replaced(make_small, old, new, policy="depth_preferred", replace_if_exact=True)
