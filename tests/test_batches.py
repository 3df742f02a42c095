"""A batch equals the same single calls, and bad arrays change nothing."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from tabiya import Bound, ReferenceTable, Source, TranspositionTable
from tabiya.reference.layout import pack

LAYOUTS = ("single", "cluster3", "cluster4", "dense")
SYNCS = ("lock_free", "bucket_locks", "one_thread")
FIELDS = ("move", "score", "depth", "bound", "generation", "source", "pv")


def columns(count: int, seed: int, layout: str = "cluster4") -> dict[str, Any]:
    """Columns of stores with all fields in use, over few keys so that they repeat."""
    source = np.random.default_rng(seed)
    dense = layout == "dense"
    return {
        "keys": source.integers(0, max(4, count // 2), count, dtype=np.uint64),
        "moves": source.integers(0, 2**16 if dense else 2**24, count),
        "scores": source.integers(*((-23_766, 23_767) if dense else (-500_000, 500_001)), count),
        "evals": source.integers(*((-2047, 2048) if dense else (-32768, 32768)), count),
        "depths": source.integers(0, 64 if dense else 256, count),
        "bounds": source.integers(1, 4, count),
        "sources": source.integers(0, 5, count),
        "pvs": source.integers(0, 2, count).astype(bool),
    }


def store_singly(table: Any, given: dict[str, Any]) -> None:
    for key, move, score, evaluation, depth, bound, source, pv in zip(*given.values(), strict=True):
        table.store(
            int(key),
            int(move),
            int(score),
            None if evaluation == -32768 else int(evaluation),
            int(depth),
            int(bound),
            int(source),
            bool(pv),
        )


def assert_same_answers(table: Any, keys: Any, found: Any) -> None:
    for key, record in zip(keys.tolist(), found, strict=True):
        entry = table.probe(key)
        assert bool(record["hit"]) == (entry is not None)
        if entry is None:
            assert [int(record[name]) for name in FIELDS] == [0] * len(FIELDS)
            assert record["eval"] == -32768
        else:
            assert [int(record[name]) for name in FIELDS] == [int(getattr(entry, name)) for name in FIELDS]
            assert record["eval"] == (-32768 if entry.eval is None else entry.eval)


@pytest.mark.parametrize(("layout", "sync"), list(product(LAYOUTS, SYNCS)))
@pytest.mark.parametrize("statistics", [False, True])
def test_batches_equal_single_calls(layout: str, sync: str, statistics: bool) -> None:
    settings = {"entries": 300, "layout": layout, "sync": sync, "statistics": statistics}
    batched, single = TranspositionTable(**settings), TranspositionTable(**settings)
    given = columns(2000, seed=1, layout=layout)
    batched.store_many(**given)
    store_singly(single, given)
    assert batched._raw() == single._raw()
    keys = np.arange(1500, dtype=np.uint64)
    assert_same_answers(single, keys, batched.probe_many(keys))
    assert batched.stats == single.stats


@pytest.mark.parametrize("count", [*range(71), 5000])
def test_every_length_works(count: int) -> None:
    """The loops work in groups of four and run 32 keys ahead; no remainder may be forgotten."""
    batched = TranspositionTable(entries=4096, statistics=True)
    single = TranspositionTable(entries=4096, statistics=True)
    given = columns(count, seed=count)
    batched.store_many(**given)
    store_singly(single, given)
    assert batched._raw() == single._raw()
    assert_same_answers(single, given["keys"], batched.probe_many(given["keys"]))
    assert batched.stats == single.stats


@pytest.mark.parametrize(
    "settings",
    [{"prefetch": False}, {"validation": "debug"}, {"validation": "paranoid"}, {"random_keys": True}],
)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_settings_do_not_change_batches(layout: str, settings: dict[str, Any]) -> None:
    batched = TranspositionTable(entries=300, layout=layout, **settings)
    single = TranspositionTable(entries=300, layout=layout, **settings)
    given = columns(1000, seed=3, layout=layout)
    if settings.get("random_keys"):
        given["keys"] = given["keys"] * np.uint64(0x9E3779B97F4A7C15)
    batched.store_many(**given)
    store_singly(single, given)
    assert batched._raw() == single._raw()
    assert_same_answers(single, given["keys"], batched.probe_many(given["keys"]))


@pytest.mark.parametrize("statistics", [False, True])
def test_the_first_of_two_copies_counts(statistics: bool) -> None:
    """Racing writers can leave a key twice in a cluster."""
    table = TranspositionTable(entries=4, random_keys=True, statistics=statistics)
    words = []
    for signature, move in ((9, 1), (5, 2), (5, 3), (7, 4)):
        words += pack(signature, move, 0, 11, 6, Bound.EXACT, 0, Source.MAIN, False)
    table._load_raw(b"".join(word.to_bytes(8, "little") for word in words))
    keys = np.array([5, 9, 7, 6, 5], dtype=np.uint64)
    assert table.probe_many(keys)["move"].tolist() == [2, 1, 4, 0, 2]
    assert [table.probe(int(key)) and table.probe(int(key)).move for key in keys] == [2, 1, 4, None, 2]
    if statistics:
        table.reset_stats()
        table.probe_many(keys)
        batch = table.stats
        table.reset_stats()
        for key in keys.tolist():
            table.probe(key)
        assert batch == table.stats


@pytest.mark.parametrize("statistics", [False, True])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_signature_of_zero_is_no_empty_slot(layout: str, statistics: bool) -> None:
    settings = {"entries": 12, "layout": layout, "random_keys": True, "statistics": statistics}
    table, reference = TranspositionTable(**settings), ReferenceTable(**settings)
    keys = np.array([0, 2 << 62, 0, 5, 3 << 62, 0, 0], dtype=np.uint64)
    assert not table.probe_many(keys)["hit"].any()
    reference.probe_many(keys.tolist())
    table.store(0, depth=3)
    reference.store(0, depth=3)
    assert table.probe_many(keys)["hit"].tolist() == [key == 0 for key in keys.tolist()]
    reference.probe_many(keys.tolist())
    assert table.stats == reference.stats


def test_lists_give_the_same_without_numpy() -> None:
    native, reference = TranspositionTable(entries=200), ReferenceTable(entries=200)
    given = columns(500, seed=4)
    native.store_many(**given)
    reference.store_many(**{name: values.tolist() for name, values in given.items()})
    assert native._raw() == reference._raw()
    keys = np.arange(300, dtype=np.uint64)
    found = native.probe_many(keys)
    assert [entry and entry.move for entry in reference.probe_many(range(300))] == [
        int(record["move"]) if record["hit"] else None for record in found
    ]


def test_one_value_serves_all_keys() -> None:
    table = TranspositionTable(entries=64)
    table.store_many(
        np.arange(10, dtype=np.uint64), moves=4, scores=-9, depths=2, bounds=Bound.UPPER, pvs=True
    )
    entry = table.probe(3)
    assert (entry.move, entry.score, entry.depth, entry.bound, entry.eval, entry.pv) == (
        4,
        -9,
        2,
        1,
        None,
        True,
    )


def test_out_is_filled_and_returned() -> None:
    table = TranspositionTable(entries=64)
    table.store(1, depth=5)
    keys = np.array([1, 2], dtype=np.uint64)
    first = table.probe_many(keys)
    again = table.probe_many(keys[::-1].copy(), out=first)
    assert again is first
    assert first["hit"].tolist() == [False, True]


def test_strided_keys_are_taken_as_they_look() -> None:
    table = TranspositionTable(entries=64)
    table.store_many(np.arange(10, dtype=np.uint64)[::2], depths=7)
    assert table.probe_many(np.arange(10, dtype=np.uint64))["hit"].tolist() == [True, False] * 5


def test_signed_keys_mean_their_twos_complement() -> None:
    table = TranspositionTable(entries=1024)
    keys = np.array([-1, 5, -(2**63)])
    table.store_many(keys, depths=[1, 2, 3])
    assert table.probe_many(keys.view(np.uint64))["depth"].tolist() == [1, 2, 3]
    assert [table.probe(int(key)).depth for key in keys] == [1, 2, 3]


KEYS = np.arange(3, dtype=np.uint64)


@pytest.mark.parametrize(
    ("error", "sentence", "arguments"),
    [
        (TypeError, "keys must be a NumPy array of dtype uint64, not list", {"keys": [1, 2]}),
        (
            TypeError,
            "keys must have dtype uint64 or int64, not int32",
            {"keys": np.arange(3, dtype=np.int32)},
        ),
        (TypeError, "keys must have dtype uint64 or int64, not float64", {"keys": np.arange(3.0)}),
        (ValueError, "keys must have one dimension, not 2 (shape (1, 3))", {"keys": KEYS.reshape(1, 3)}),
        (ValueError, "moves must be between 0 and 16777215, not 16777216", {"moves": 2**24}),
        (ValueError, "moves must be between 0 and 16777215, not -1", {"moves": [0, -1, 0]}),
        (ValueError, "moves must have as many values as keys, 3, not 2", {"moves": [1, 2]}),
        (ValueError, "moves must have one dimension, not 2 (shape (1, 3))", {"moves": [[1, 2, 3]]}),
        (TypeError, "scores must hold integers, not float64", {"scores": 1.5}),
        (ValueError, "scores must be between -500000 and 500000, not 500001", {"scores": [0, 500_001, 0]}),
        (ValueError, "evals must be between -32768 and 32767, not 40000", {"evals": 40_000}),
        (ValueError, "depths must be between 0 and 255, not 256", {"depths": 256}),
        (ValueError, "bounds must be between 1 and 3, not 0", {"bounds": 0}),
        (ValueError, "sources must be between 0 and 4, not 5", {"sources": 5}),
        (ValueError, "pvs must be between 0 and 1, not 2", {"pvs": 2}),
    ],
)
def test_bad_arrays_change_nothing(error: type[Exception], sentence: str, arguments: dict[str, Any]) -> None:
    table = TranspositionTable(entries=64, statistics=True)
    table.store(1, depth=9)
    before = table._raw()
    with pytest.raises(error) as raised:
        table.store_many(**{"keys": KEYS, **arguments})
    assert str(raised.value).startswith(sentence)
    assert table._raw() == before
    assert table.stats.stores == 1


@pytest.mark.parametrize(
    ("error", "sentence", "out"),
    [
        (TypeError, "out must be an array that an earlier probe_many returned", np.zeros(3)),
        (ValueError, "out must have the shape of keys, (3,), not (2,)", None),
    ],
)
def test_a_bad_out_is_refused(error: type[Exception], sentence: str, out: Any) -> None:
    table = TranspositionTable(entries=64)
    if out is None:
        out = table.probe_many(KEYS[:2])
    with pytest.raises(error) as raised:
        table.probe_many(KEYS, out=out)
    assert str(raised.value) == sentence


def test_clamped_scores_are_clamped_in_batches_too() -> None:
    table = TranspositionTable(entries=64, clamp_scores=True)
    table.store_many(KEYS, scores=[10**9, -(10**9), 3])
    assert [table.probe(key).score for key in range(3)] == [500_000, -500_000, 3]
