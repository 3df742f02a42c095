"""Source priority protects entries of better sources."""

from __future__ import annotations

import pytest

from small_tables import BUT_ALWAYS, NEWCOMER, Make, fill, lost, replaced
from tabiya.table.entry import Source

RANKS = {Source.MAIN: 3, Source.IID: 2, Source.BOOK: 2, Source.NULL_MOVE: 1, Source.QUIESCENCE: 0}


@pytest.mark.parametrize("old", Source)
@pytest.mark.parametrize("new", Source)
def test_a_better_source_is_protected(make_small: Make, old: Source, new: Source) -> None:
    goes = replaced(make_small, {"depth": 5, "source": old}, {"depth": 5, "source": new})
    assert goes == (RANKS[old] <= RANKS[new])


def test_protection_ends_with_the_generation(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 5, "age": 1}, {"depth": 5, "source": Source.QUIESCENCE})


def test_protection_ends_with_greater_depth(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 5}, {"depth": 6, "source": Source.QUIESCENCE})
    assert not replaced(make_small, {"depth": 5}, {"depth": 5, "source": Source.QUIESCENCE})


def test_always_ignores_sources(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 5}, {"source": Source.QUIESCENCE}, policy="always")


def test_source_priority_can_be_switched_off(make_small: Make) -> None:
    assert replaced(make_small, {"depth": 5}, {"source": Source.QUIESCENCE}, source_priority=False)


@pytest.mark.parametrize("policy", BUT_ALWAYS)
def test_a_cluster_of_protected_entries_refuses(make_small: Make, policy: str) -> None:
    table = make_small(policy=policy, max_age=0)
    fill(table, *[{"depth": 5}] * 4)
    before = table._raw()
    table.store(NEWCOMER, depth=5, source=Source.NULL_MOVE)
    assert table._raw() == before
    counters = table._counters()
    assert (counters["refused"], counters["prevented"]) == (1, 1)


def test_a_victim_that_protection_changed_is_counted_as_prevented(make_small: Make) -> None:
    table = make_small()
    quiet = {"source": Source.QUIESCENCE}
    fill(table, {"depth": 3}, {"depth": 9, **quiet}, {"depth": 9, **quiet}, {"depth": 8, **quiet})
    table.store(NEWCOMER, depth=1, **quiet)
    assert lost(table, 4) == [4]
    assert (table._counters()["prevented"], table._counters()["refused"]) == (1, 0)


def test_a_protection_that_changes_nothing_is_not_counted(make_small: Make) -> None:
    table = make_small()
    quiet = {"source": Source.QUIESCENCE}
    fill(table, {"depth": 9}, {"depth": 1, **quiet}, {"depth": 9}, {"depth": 9})
    table.store(NEWCOMER, depth=1, **quiet)
    assert lost(table, 4) == [2]
    assert table._counters()["prevented"] == 0


def test_a_store_may_be_prevented_and_then_refused_by_the_policy(make_small: Make) -> None:
    table = make_small(policy="depth_preferred")
    fill(table, *[{"depth": 3}] * 3, {"depth": 9, "source": Source.QUIESCENCE})
    table.store(NEWCOMER, depth=2, source=Source.QUIESCENCE)
    assert lost(table, 4) == []
    assert (table._counters()["prevented"], table._counters()["refused"]) == (1, 1)
