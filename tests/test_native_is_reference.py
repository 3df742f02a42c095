"""Native and reference table give the same answers and bytes for every sequence of operations."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from machine import LAYOUTS, SYNCS, SideBySide, SideBySideWithFullKeys
from side_by_side import Pair, as_test_case
from small_tables import POLICIES, Make

EXAMPLES = sized(40, 3000)


TestSmallTables = as_test_case(SideBySide, EXAMPLES, steps=50)
TestTablesWithFullKeys = as_test_case(SideBySideWithFullKeys, EXAMPLES // 3, steps=25)


# ---- every combination of the switches, at length ---------------------------------------------------------


def some_operation(rng: random.Random, keys: list[int], layout: str) -> Callable[[Any], Any]:
    """One operation, stores most often; arguments are chosen now, so that both tables get the same."""
    key = rng.choice(keys)
    dice = rng.random()
    narrow = layout == "dense"
    if dice < 0.6:
        fields = (
            rng.choice((0, 1, rng.getrandbits(16 if narrow else 24))),
            rng.randint(-23_766, 23_766) if narrow else rng.randint(-500_000, 500_000),
            rng.choice((None, rng.randint(-2047, 2047) if narrow else rng.randint(-32767, 32767))),
            rng.randrange(6),
            rng.randint(1, 3),
            rng.randrange(5),
            rng.random() < 0.2,
        )
        return lambda table: table.store(key, *fields)
    if dice < 0.95:
        return lambda table: table.probe(key)
    if dice < 0.98:
        return lambda table: table.new_search()
    if dice < 0.99:
        return lambda table: table.add_nodes(key % 40)
    return lambda table: (table.hashfull(), table.fill_rate(), len(table))


@pytest.mark.parametrize("sync", SYNCS)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_same_answers_victims_and_statistics(layout: str, policy: str, sync: str) -> None:
    for source_priority, strict, if_exact in itertools.product((True, False), repeat=3):
        rng = random.Random(f"{layout} {policy} {sync} {source_priority} {strict} {if_exact}")
        pair = Pair(
            entries=rng.choice((1, 9, 12)),
            layout=layout,
            policy=policy,
            sync=sync,
            source_priority=source_priority,
            strict=strict,
            replace_if_exact=if_exact,
            aging_interval=rng.choice((0, 10)),
            statistics=True,
            max_age=rng.randrange(5),
            depth_weight=rng.choice((4.0, 0.3)),
        )
        keys = [rng.getrandbits(64) for _ in range(20)]
        for _ in range(250):
            pair.quick(some_operation(rng, keys, layout))
        pair.check()
        assert pair.native.stats.stores > 100


# ---- what once was wrong -----------------------------------------------------------------------------------


def test_nodes_take_at_most_32_steps_though_the_interval_changes_within_a_search(make_table: Make) -> None:
    table = make_table(entries=4, aging_interval=10)
    steps = table.add_nodes(200)
    assert steps == 20
    for interval in (5, 1, 1000, 3, 2**32 - 1, 1):
        table.reconfigure(aging_interval=interval)
        more = table.add_nodes(100)
        assert more >= 0
        steps += more
        assert steps <= 32
    assert steps == table.generation == 32
    table.new_search()
    assert table.add_nodes(5) == 5


def test_the_count_of_nodes_saturates(make_table: Make) -> None:
    table = make_table(entries=4, aging_interval=1)
    assert [table.add_nodes(nodes) for nodes in (2**63 - 1, 2**63 - 1, 3)] == [32, 0, 0]
    assert table.generation == 32


def test_a_longer_interval_still_finds_the_saturated_count_large(make_table: Make) -> None:
    table = make_table(entries=4, aging_interval=2**32 - 1)
    for nodes in (2**63 - 1, 2**63 - 1, 3, 5):
        table.add_nodes(nodes)
    assert table.generation == 32
    table.reconfigure(aging_interval=1)
    assert table.add_nodes(0) == 0


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (1, "enabled must be a bool, not int (1)"),
        (0, "enabled must be a bool, not int (0)"),
        (None, "enabled must be a bool, not NoneType (None)"),
        ("on", "enabled must be a bool, not str ('on')"),
    ],
)
def test_the_switch_takes_nothing_but_bools(make_table: Make, wrong: Any, sentence: str) -> None:
    table = make_table(entries=4)
    with pytest.raises(TypeError) as caught:
        table.enabled = wrong
    assert str(caught.value) == sentence
    assert table.enabled is True
