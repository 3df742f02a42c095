"""Configurations check themselves and name the allowed values."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from tabiya import Layout, Policy, Sync, TableConfig, TranspositionTable, Validation


def test_presets() -> None:
    assert (TableConfig.default().hash_mb, TableConfig.default().buckets) == (64, 256)
    assert (TableConfig.memory().hash_mb, TableConfig.memory().buckets) == (16, 128)
    assert (TableConfig.performance().hash_mb, TableConfig.performance().buckets) == (256, 512)
    debug = TableConfig.debug()
    assert (debug.hash_mb, debug.buckets, debug.validation) == (16, 16, Validation.DEBUG)
    assert TableConfig() == TableConfig.default()


def test_a_configuration_cannot_be_changed_but_replaced() -> None:
    config = TableConfig()
    with pytest.raises(dataclasses.FrozenInstanceError):
        config.hash_mb = 3  # type: ignore[misc]
    assert dataclasses.replace(config, policy="always").policy is Policy.ALWAYS
    assert config.with_statistics_tracking().statistics
    assert not config.statistics
    assert len({config, TableConfig(), TableConfig(hash_mb=1)}) == 2


@pytest.mark.parametrize("enum", [Layout, Policy, Sync, Validation])
def test_every_choice_can_be_given_as_text(enum: Any) -> None:
    name = enum.__name__.lower()
    for member in enum:
        assert getattr(TableConfig(**{name: str(member)}), name) is member
        assert getattr(TableConfig(**{name: member}), name) is member


@pytest.mark.parametrize(
    ("settings", "clusters"),
    [
        ({"hash_mb": 1}, 16384),
        ({"hash_mb": 1, "layout": "single"}, 65536),
        ({"hash_mb": 1, "layout": "cluster3"}, 16384),
        ({"hash_mb": 1.5}, 24576),
        ({"hash_mb": 64 / 2**20}, 1),
        ({"hash_mb": 3, "power_of_two": True}, 32768),
        ({"entries": 1}, 1),
        ({"entries": 5}, 2),
        ({"entries": 9, "layout": "cluster3"}, 3),
        ({"entries": 9, "layout": "single", "power_of_two": True}, 8),
    ],
)
def test_sizes_become_clusters(
    make_table: Callable[..., Any], settings: dict[str, Any], clusters: int
) -> None:
    assert TableConfig(**settings).clusters == clusters
    table = make_table(**settings)
    assert table.capacity == clusters * table.config.layout.ways


@pytest.mark.parametrize(
    ("error", "sentence", "settings"),
    [
        (ValueError, "hash_mb must be above 0 and at most 16777216, not nan", {"hash_mb": float("nan")}),
        (ValueError, "hash_mb must be above 0 and at most 16777216, not inf", {"hash_mb": float("inf")}),
        (ValueError, "hash_mb must be above 0 and at most 16777216, not 0", {"hash_mb": 0}),
        (ValueError, "hash_mb must be above 0 and at most 16777216, not -5", {"hash_mb": -5}),
        (ValueError, "hash_mb must be above 0 and at most 16777216, not 16777217", {"hash_mb": 2**24 + 1}),
        (TypeError, "hash_mb must be a number, not str ('64')", {"hash_mb": "64"}),
        (TypeError, "hash_mb must be a number, not bool (True)", {"hash_mb": True}),
        (ValueError, "hash_mb must be at least 6.103515625e-05 for one cluster4 cluster", {"hash_mb": 1e-9}),
        (ValueError, "entries must be between 1 and 1099511627776, not 0", {"entries": 0}),
        (TypeError, "entries must be an integer, not float (2.5)", {"entries": 2.5}),
        (ValueError, "give hash_mb or entries, not both", {"entries": 5, "hash_mb": 5}),
        (
            ValueError,
            "layout must be one of 'single', 'cluster3', 'cluster4', 'dense', not 'cluster5'",
            {"layout": "cluster5"},
        ),
        (ValueError, "policy must be one of 'cascade', 'always',", {"policy": "lru"}),
        (
            ValueError,
            "sync must be one of 'lock_free', 'bucket_locks', 'one_thread', ",
            {"sync": 3},
        ),
        (ValueError, "buckets must be a power of two between 1 and 4096, not 100", {"buckets": 100}),
        (ValueError, "buckets must be a power of two between 1 and 4096, not 8192", {"buckets": 8192}),
        (ValueError, "buckets must be a power of two between 1 and 4096, not 0", {"buckets": 0}),
        (TypeError, "statistics must be a bool, not int (1)", {"statistics": 1}),
        (ValueError, "depth_weight must be between 0 and 1000, not -1", {"depth_weight": -1}),
        (ValueError, "age_weight must be between 0 and 1000, not nan", {"age_weight": float("nan")}),
        (ValueError, "max_age must be between 0 and 126, not 127", {"max_age": 127}),
        (ValueError, "aging_interval must be between 0 and 4294967295, not -1", {"aging_interval": -1}),
        (TypeError, "hash_md is not a table setting; did you mean 'hash_mb'?", {"hash_md": 5}),
        (TypeError, "xyzzy is not a table setting; known are hash_mb, entries,", {"xyzzy": 5}),
    ],
)
def test_wrong_settings_are_named(
    make_table: Callable[..., Any], error: type[Exception], sentence: str, settings: dict[str, Any]
) -> None:
    with pytest.raises(error) as raised:
        make_table(**settings)
    assert str(raised.value).startswith(sentence)


def test_a_number_instead_of_a_configuration_gets_a_hint() -> None:
    with pytest.raises(
        TypeError, match=r"^config must be a TableConfig, not int \(64\); did you mean hash_mb=64\?$"
    ):
        TranspositionTable(64)  # type: ignore[arg-type]


def test_a_configuration_with_changes() -> None:
    table = TranspositionTable(TableConfig.memory(), hash_mb=2, statistics=True)
    assert (table.config.hash_mb, table.config.buckets, table.config.statistics) == (2, 128, True)


def test_a_size_in_megabytes_replaces_a_size_in_entries(make_table: Callable[..., Any]) -> None:
    config = TableConfig(entries=1000)
    assert make_table(config, hash_mb=2).config.entries is None
    assert make_table(config, hash_mb=2).config.clusters == TableConfig(hash_mb=2).clusters


def test_reconfiguring_keeps_the_entries(make_table: Callable[..., Any]) -> None:
    table = make_table(entries=40)
    table.store(1, depth=4)
    table.reconfigure(policy="age_based", sync="bucket_locks", buckets=4, statistics=True, max_age=3)
    assert table.probe(1).depth == 4
    assert table.stats.hits == 1
    assert (table.config.policy, table.config.max_age, table.config.buckets) == (Policy.AGE_BASED, 3, 4)


@pytest.mark.parametrize(
    ("name", "value", "way"),
    [
        ("hash_mb", 3, "resize"),
        ("entries", 3, "resize"),
        ("layout", "single", "set_layout"),
        ("random_keys", True, "a new table"),
    ],
)
def test_what_cannot_be_reconfigured_names_the_way(
    make_table: Callable[..., Any], name: str, value: Any, way: str
) -> None:
    table = make_table(entries=40)
    with pytest.raises(ValueError, match=f"^{name} cannot be reconfigured: use {way}"):
        table.reconfigure(policy="always", **{name: value})
    assert table.config.policy is Policy.CASCADE


def test_statistics_can_be_switched_on_fluently(make_table: Callable[..., Any]) -> None:
    table = make_table(entries=4)
    assert table.with_statistics_tracking() is table
    assert table.config.statistics


def test_the_runtime_switch_of_clusters(make_table: Callable[..., Any]) -> None:
    table = make_table(hash_mb=1, layout="cluster3")
    table.store(1)
    table.set_clustered(True)
    assert table.config.layout is Layout.CLUSTER3
    assert len(table) == 1
    table.set_clustered(False)
    assert (table.config.layout, table.capacity, len(table)) == (Layout.SINGLE, 65536, 0)
    table.set_clustered(True)
    assert (table.config.layout, table.capacity) == (Layout.CLUSTER4, 65536)
    with pytest.raises(TypeError, match=r"^on must be a bool, not int \(1\)$"):
        table.set_clustered(1)
    with pytest.raises(
        ValueError, match=r"^layout must be one of 'single', 'cluster3', 'cluster4', 'dense', not 'x'$"
    ):
        table.set_layout("x")


def test_resize_takes_one_size(make_table: Callable[..., Any]) -> None:
    table = make_table(entries=4)
    for arguments in ({}, {"hash_mb": 1, "entries": 4}):
        with pytest.raises(TypeError, match=r"^resize takes either hash_mb or entries=$"):
            table.resize(**arguments)
    with pytest.raises(ValueError, match="hash_mb must be above 0"):
        table.resize(0)
