"""Statistics: counters are correct and add up, and nothing is counted when they are off."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from small_tables import LAYOUTS, POLICIES, Make

ZEROS = {
    **dict.fromkeys(("probes", "hits", "empties", "mismatches", "stores", "updates", "refused"), 0),
    **dict.fromkeys(("prevented", "collisions", "kept_old", "lock_recoveries"), 0),
    "reasons": [0] * 7,
    "grounds": [0] * 6,
    "policy_replaced": [0] * 6,
    "policy_kept": [0] * 6,
    "scan": [0] * 6,
    "occupancy": [0] * 7,
    "second_tier": [0] * 12,
}


def play(table: Any, seed: int, steps: int = 300) -> None:
    """Random probes and stores on a few keys."""
    rng = random.Random(seed)
    for _ in range(steps):
        key = rng.randrange(30)
        match rng.randrange(8):
            case 0 | 1 | 2:
                table.probe(key)
            case 3:
                table.new_search()
            case _:
                table.store(
                    key,
                    move=rng.randrange(2),
                    depth=rng.randrange(4),
                    bound=rng.randrange(1, 4),
                    source=rng.randrange(5),
                )


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_statistics_are_zero_when_off(make_small: Make, layout: str, policy: str) -> None:
    table = make_small(layout=layout, policy=policy, statistics=False)
    play(table, seed=1)
    assert table._counters() == ZEROS


@pytest.mark.parametrize("layout", LAYOUTS)
def test_counting_changes_no_answer(make_small: Make, layout: str) -> None:
    silent, counting = (make_small(layout=layout, statistics=on) for on in (False, True))
    play(silent, seed=2)
    play(counting, seed=2)
    assert silent._raw() == counting._raw()


def test_reset_sets_statistics_to_zero(make_small: Make) -> None:
    table = make_small()
    play(table, seed=3)
    raw = table._raw()
    table.reset_stats()
    assert table._counters() == ZEROS
    assert table._raw() == raw


def test_reset_reaches_the_counts_of_every_thread(make_small: Make) -> None:
    """The native table gives 64 threads counters of their own; the others share some."""
    table = make_small()
    everyone = threading.Barrier(100)

    def probe() -> None:
        everyone.wait()  # a number is given again when its thread has ended
        table.probe(1)
        everyone.wait()

    threads = [threading.Thread(target=probe) for _ in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert table._counters()["probes"] == 100
    table.reset_stats()
    assert table._counters() == ZEROS


@settings(max_examples=60)
@given(
    seed=st.integers(0, 2**32),
    layout=st.sampled_from(list(LAYOUTS)),
    policy=st.sampled_from(POLICIES),
    source_priority=st.booleans(),
)
def test_statistics_add_up(
    make_table: Make, seed: int, layout: str, policy: str, source_priority: bool
) -> None:
    ways = LAYOUTS[layout]
    table = make_table(
        entries=2 * ways, layout=layout, policy=policy, source_priority=source_priority, statistics=True
    )
    play(table, seed)
    count = table._counters()
    assert count["probes"] == count["hits"] + count["empties"] + count["mismatches"] == sum(count["scan"])
    assert count["stores"] == count["updates"] + count["refused"] + sum(count["reasons"])
    assert count["stores"] == sum(count["occupancy"])
    replaced = sum(count["reasons"]) - count["reasons"][0]
    assert sum(count["grounds"]) == sum(count["policy_replaced"]) == replaced
    assert sum(count["policy_kept"]) <= count["refused"]
    if not source_priority:
        assert sum(count["policy_kept"]) == count["refused"]
    assert len(table) == count["reasons"][0]
    old_generation = count["reasons"][1]
    assert count["collisions"] == sum(count["reasons"][2:])
    assert count["occupancy"][ways] >= old_generation + count["collisions"] + count["refused"]
    assert count["scan"][ways:] == [0] * (6 - ways)
    assert count["occupancy"][ways + 1 :] == [0] * (6 - ways)
    assert count["prevented"] <= count["occupancy"][ways]
    if policy == "always" or not source_priority:
        assert count["prevented"] == 0
    if policy == "always":
        assert count["refused"] == 0


def test_each_probe_is_a_hit_an_empty_or_a_mismatch(make_small: Make) -> None:
    table = make_small()
    table.probe(1)
    table.store(1)
    table.probe(1)
    table.probe(2)
    count = table._counters()
    assert [count[name] for name in ("probes", "hits", "empties", "mismatches")] == [3, 1, 1, 1]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_scan_ends_at_the_hit_or_at_the_last_slot(make_small: Make, layout: str) -> None:
    ways = LAYOUTS[layout]
    for way in range(ways):
        table = make_small(layout=layout)
        for key in range(ways):
            table.store(key)
        table.probe(way)
        assert table._counters()["scan"] == [int(i == way) for i in range(6)]
    table.probe(99)
    assert table._counters()["scan"][ways - 1] == 2


def test_occupancy_is_counted_before_the_store(make_small: Make) -> None:
    table = make_small()
    for key in (0, 1, 2, 3, 4, 4):
        table.store(key)
    assert table._counters()["occupancy"] == [1, 1, 1, 1, 2, 0, 0]
