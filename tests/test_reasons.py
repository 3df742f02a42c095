"""The reasons for replacement in the statistics."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from small_tables import LOWER, NEWCOMER, UPPER, Make, fill, lost, reasons
from tabiya.table.entry import Source


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ({"age": 1, "depth": 9}, {"depth": 0}, "old_generation"),
        ({"depth": 4}, {"depth": 5}, "shallower"),
        ({"depth": 5, "bound": LOWER}, {"depth": 5}, "not_exact"),
        ({"depth": 5, "bound": LOWER}, {"depth": 5, "bound": UPPER, "move": 1}, "no_move"),
        ({"depth": 5}, {"depth": 5, "bound": LOWER, "move": 1}, "no_move"),
        ({"depth": 5, "move": 1}, {"depth": 5, "move": 2}, "oldest"),
        ({"depth": 5, "move": 1}, {"depth": 0}, "oldest"),
    ],
)
def test_a_lone_victim_is_compared_with_the_newcomer(
    make_small: Make, old: dict[str, Any], new: dict[str, Any], named: str
) -> None:
    table = make_small(layout="single")
    fill(table, old)
    table.store(NEWCOMER, **new)
    assert reasons(table) == {"empty": 1, named: 1}


def test_a_victim_among_several_is_compared_with_the_others_and_not_with_the_newcomer(
    make_small: Make,
) -> None:
    table = make_small()
    fill(table, *[{"depth": 5, "bound": LOWER}] * 4)
    table.store(NEWCOMER, depth=9, move=1)
    assert reasons(table) == {"empty": 4, "oldest": 1}


def test_protected_entries_are_no_others(make_small: Make) -> None:
    # The main entries are deeper, but might not have gone: only the newcomer is left to compare with.
    table = make_small()
    fill(table, *[{"depth": 9}] * 3, {"depth": 2, "source": Source.QUIESCENCE})
    table.store(NEWCOMER, depth=2, source=Source.QUIESCENCE)
    assert lost(table, 4) == [4]
    assert reasons(table) == {"empty": 4, "oldest": 1}


def test_reasons_are_named_alike_under_every_policy(make_small: Make) -> None:
    for policy in ("cascade", "depth_preferred", "depth_and_age", "exact_preferred"):
        table = make_small(policy=policy)
        fill(table, {"depth": 3}, {"depth": 4}, {"depth": 5}, {"depth": 6})
        table.store(NEWCOMER, depth=9)
        assert reasons(table) == {"empty": 4, "shallower": 1}


def test_a_collision_is_an_entry_of_this_generation_evicted(make_small: Make) -> None:
    table = make_small(layout="single")
    table.store(1)
    table.store(2)
    assert table._counters()["collisions"] == 1
    table.new_search()
    table.store(3)
    assert table._counters()["collisions"] == 1


# ---- why the policy agreed ---------------------------------------------------------------------------------


def grounds(table: Any) -> dict[str, int]:
    """The counted grounds, without zeros."""
    return {name: n for name, n in asdict(table.stats.grounds).items() if n}


def test_a_lower_bound_over_an_upper_one_is_counted_as_that(make_small: Make) -> None:
    for layout in ("single", "cluster4"):
        table = make_small(layout=layout, policy="depth_preferred")
        ways = 1 if layout == "single" else 4
        fill(table, {"depth": 5, "bound": UPPER}, *[{"depth": 5, "bound": LOWER}] * (ways - 1))
        table.store(NEWCOMER, depth=5, bound=LOWER, move=1)
        assert lost(table, ways) == [1]
        assert reasons(table) == {"empty": ways, "weaker_bound": 1}
        assert grounds(table) == {"bound": 1}


def test_only_a_policy_that_ranks_bounds_gives_a_weaker_one_as_the_reason(make_small: Make) -> None:
    table = make_small(layout="single")
    fill(table, {"depth": 5, "bound": UPPER, "move": 1})
    table.store(NEWCOMER, depth=5, bound=LOWER, move=1)
    assert reasons(table) == {"empty": 1, "oldest": 1}
    assert grounds(table) == {"unconditional": 1}


@pytest.mark.parametrize(
    ("policy", "old", "new", "ground"),
    [
        ("cascade", {"depth": 9}, {"depth": 1}, "unconditional"),
        ("always", {"depth": 9}, {"depth": 1}, "unconditional"),
        ("depth_preferred", {"depth": 9, "age": 1}, {"depth": 1}, "age"),
        ("depth_preferred", {"depth": 4}, {"depth": 5}, "depth"),
        ("depth_preferred", {"depth": 5, "bound": LOWER}, {"depth": 5}, "exact"),
        ("depth_preferred", {"depth": 5, "bound": UPPER}, {"depth": 5, "bound": LOWER}, "bound"),
        ("depth_preferred", {"depth": 5}, {"depth": 5}, None),
        ("age_based", {"depth": 9, "age": 1}, {"depth": 1}, "age"),
        ("age_based", {"depth": 1}, {"depth": 9}, None),
        ("depth_and_age", {"depth": 4}, {"depth": 5}, "weight"),
        ("depth_and_age", {"depth": 5}, {"depth": 4}, None),
        ("exact_preferred", {"depth": 9, "bound": LOWER}, {"depth": 1}, "exact"),
        ("exact_preferred", {"depth": 4}, {"depth": 5}, "depth"),
        ("exact_preferred", {"depth": 1}, {"depth": 9, "bound": LOWER}, None),
    ],
)
def test_every_decision_is_counted_for_its_policy_with_its_ground(
    make_small: Make, policy: str, old: dict[str, Any], new: dict[str, Any], ground: str | None
) -> None:
    table = make_small(layout="single", policy=policy)
    fill(table, old)
    table.store(NEWCOMER, **new)
    assert grounds(table) == ({ground: 1} if ground else {})
    assert table.stats.by_policy == {policy: (1, 0) if ground else (0, 1)}


def test_policies_that_take_turns_are_counted_apart(make_small: Make) -> None:
    table = make_small(layout="single")
    for policy, depth in (("cascade", 9), ("depth_preferred", 1), ("depth_preferred", 10)):
        table.reconfigure(policy=policy)
        table.store(depth, depth=depth)
    assert table.stats.by_policy == {"depth_preferred": (1, 1)}
    table.reconfigure(policy="cascade")
    table.store(NEWCOMER)
    assert table.stats.by_policy == {"cascade": (1, 0), "depth_preferred": (1, 1)}
    assert "on depth" in str(table.stats)
    assert table.stats.as_dict()["by_policy"] == {"cascade": [1, 0], "depth_preferred": [1, 1]}
