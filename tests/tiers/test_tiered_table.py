"""A table with two tiers: it only returns what was stored, and looks like one table."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from processes import wait_until
from tabiya import ReferenceTable, TableConfig, TranspositionTable

Fields = tuple[int, int, int | None, int, int, int, bool]


def fields_for(key: int, evals: bool) -> Fields:
    """An entry derived from its key: move, score, eval, depth, bound, source, pv."""
    small = key % 7 < 5
    return (
        (0 if key % 3 == 0 else key % 4000) if small else key % 2**24,
        key // 8 % 801 - 400 if small else key // 8 % 1_000_001 - 500_000,
        key // 64 % 601 - 300 if evals and key % 5 else None,
        key // 512 % 12,
        1 + key // 4096 % 3,
        key // 16384 % 5,
        key // 65536 % 10 == 0,
    )


def store(table: Any, key: int, evals: bool) -> None:
    move, score, eval, depth, bound, source, pv = fields_for(key, evals)
    table.store(key, move, score, eval, depth, bound, source, pv)


def read(entry: Any) -> Fields:
    return entry.move, entry.score, entry.eval, entry.depth, entry.bound, entry.source, entry.pv


def keys(count: int, seed: int = 1) -> list[int]:
    source = random.Random(seed)
    return [source.getrandbits(64) for _ in range(count)]


@pytest.fixture
def make() -> Iterator[Callable[..., Any]]:
    """Tables of 4 MB, 262,144 entries, over a second tier of 4 MB; closed at the end."""
    made: list[Any] = []

    def build(**settings: Any) -> Any:
        made.append(TranspositionTable(**{"hash_mb": 4, "l2_mb": 4, "statistics": True, **settings}))
        return made[-1]

    yield build
    for table in made:
        table.close()


def test_bytes_per_entry_counts_entries_and_not_empty_room(make: Callable[..., Any]) -> None:
    """A few entries in a large tier take as many bytes each as many entries do."""
    few, many = (make(hash_mb=1, layout="single", l2_mb=megabytes) for megabytes in (8, 0.25))
    for table in (few, many):
        for key in keys(100_000):
            store(table, key, evals=False)
    assert few.second_tier.memory_per_entry > 1.5 * many.second_tier.memory_per_entry
    assert few.second_tier.bytes_per_entry == pytest.approx(many.second_tier.bytes_per_entry, rel=0.15)
    for table in (few, many):
        assert 4 < table.second_tier.bytes_per_entry < table.second_tier.memory_per_entry


@pytest.mark.parametrize(
    "settings", [{}, {"l2_evals": True}, {"l2_eviction": "lru"}, {"l2_background": True}]
)
def test_all_that_is_found_was_stored(make: Callable[..., Any], settings: dict[str, Any]) -> None:
    table = make(**settings)
    evals = table.config.l2_evals
    many = keys(400_000)
    for number, key in enumerate(many):
        store(table, key, evals)
        if number % 100_000 == 0:
            table.new_search()
    found = 0
    for key in many[::3]:
        entry = table.probe(key)
        if entry is not None:
            found += 1
            assert read(entry) == fields_for(key, evals)
    assert found > len(many[::3]) * 0.6
    assert all(table.probe(key) is None for key in keys(50_000, seed=2))
    counts = table.stats.second_tier
    assert counts.hits > 0
    assert table.second_tier.bytes_per_entry == pytest.approx(counts.bytes_per_entry, rel=0.1)
    assert table.second_tier.compression == pytest.approx(counts.compression, rel=0.1)
    assert table.second_tier.memory_per_entry == pytest.approx(counts.memory_per_entry, rel=0.1)
    assert counts.demotions == sum(
        getattr(counts, name) for name in ("added", "replaced", "updated", "refused", "busy")
    )


def test_a_hit_below_comes_up_if_it_is_deep_enough(make: Callable[..., Any]) -> None:
    table = make(l2_promote_depth=6)
    many = np.array(keys(500_000), dtype=np.uint64)
    table.store_many(many, depths=(many % 10).astype(np.uint8), bounds=2)
    came_up = stayed = 0
    for key in map(int, many[:3000]):
        before = table.stats
        entry = table.probe(key)
        after = table.stats
        if entry is None or after.second_tier.hits == before.second_tier.hits:
            continue
        promoted = after.second_tier.promotions - before.second_tier.promotions
        assert promoted == (entry.depth >= 6)
        assert table.probe(key) is not None
        assert table.stats.hits - after.hits == promoted  # found above now, or below again
        came_up += promoted
        stayed += 1 - promoted
    assert came_up > 0
    assert stayed > 10


def test_batches_and_single_calls_see_both_tiers(make: Callable[..., Any]) -> None:
    table = make()
    many = np.array(keys(500_000), dtype=np.uint64)
    table.store_many(many, moves=77, scores=12, depths=5)
    records = table.probe_many(many)
    assert records["hit"].sum() > 450_000
    hits = records[records["hit"] == 1]
    assert (hits["move"] == 77).all()
    assert (hits["score"] == 12).all()
    assert (hits["depth"] == 5).all()
    assert sum(table.probe(int(key)) is not None for key in many[:2000]) > 1900


def test_clear_and_set_layout_empty_both_tiers(make: Callable[..., Any]) -> None:
    for empty in (lambda t: t.clear(), lambda t: t.set_layout("cluster3")):
        table = make()
        table.store_many(np.array(keys(400_000), dtype=np.uint64), depths=3)
        assert table.second_tier.entries > 50_000
        empty(table)
        assert table.second_tier.entries == 0
        assert not any(table.probe(key) for key in keys(1000))


def test_resize_and_copy_keep_the_second_tier(make: Callable[..., Any]) -> None:
    table = make()
    many = keys(400_000)
    table.store_many(np.array(many, dtype=np.uint64), depths=3, moves=9)
    held = table.second_tier.entries
    twin = table.copy()
    assert twin.second_tier.entries == held
    assert sum(twin.probe(key) is not None for key in many[:5000]) > 4500
    table.resize(8)
    assert table.second_tier.entries == held
    assert sum(table.probe(key) is not None for key in many[:5000]) > 4500
    twin.close()


@pytest.mark.parametrize("settings", [{}, {"l2_background": True}, {"sync": "bucket_locks"}])
def test_threads_find_only_what_was_stored(make: Callable[..., Any], settings: dict[str, Any]) -> None:
    table = make(statistics=False, **settings)
    many = keys(300_000)
    wrong: list[int] = []

    def work(offset: int) -> None:
        for number, key in enumerate(many[offset::4]):
            store(table, key, False)
            other = many[(number * 7919) % len(many)]
            entry = table.probe(other)
            if entry is not None and read(entry)[:2] != fields_for(other, False)[:2]:
                wrong.append(other)
            if offset == 0 and number % 20_000 == 0:
                table.new_search()

    threads = [threading.Thread(target=work, args=(offset,)) for offset in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_the_thread_moves_old_entries_down(make: Callable[..., Any]) -> None:
    table = make(l2_background=True, l2_mb=16)
    many = keys(250_000)
    table.store_many(np.array(many, dtype=np.uint64), depths=4, moves=5)
    table.new_search()
    wait_until(lambda: len(table) == 0)
    assert sum(table.probe(key) is not None for key in many) > 245_000


def test_exclusive_calls_do_not_meet_the_thread(make: Callable[..., Any]) -> None:
    """If its work counted as use of the table, some of these would raise BufferError."""
    table = make(l2_background=True)
    many = np.array(keys(250_000), dtype=np.uint64)
    for round in range(20):
        table.store_many(many, depths=4)
        table.new_search()
        table.resize(4 + round % 2)
        table.reconfigure(policy="always")
        table.clear()
    table.close()


def test_two_exclusive_calls_at_once_do_not_wait_for_each_other(make: Callable[..., Any]) -> None:
    """One has the GIL and waits for the tiers' thread; the other has paused it and needs the GIL."""
    table = make(l2_background=True)
    table.store_many(np.array(keys(250_000), dtype=np.uint64), depths=4)
    ended: list[int] = []

    def work(number: int) -> None:
        for step in range(40):
            with suppress(BufferError):
                table.resize(4 + (step + number) % 2)
            with suppress(BufferError):
                table.new_search()
                table.reconfigure(policy="always")
        ended.append(number)

    threads = [threading.Thread(target=work, args=(number,), daemon=True) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(ended) == [0, 1]


@pytest.mark.parametrize("background", [False, True])
def test_chaos_finds_only_what_was_stored(make: Callable[..., Any], background: bool) -> None:
    """Stores, probes, batches, new searches, clears, resizes and copies, all at once."""
    table = make(l2_background=background, layout="single", hash_mb=1, l2_mb=0.5)
    many = keys(100_000)
    wrong: list[int] = []
    end = time.monotonic() + sized(1, 60)

    def traffic(seed: int) -> None:
        chance = random.Random(seed)
        while time.monotonic() < end:
            for key in chance.choices(many, k=300):
                store(table, key, False)
                entry = table.probe(key := chance.choice(many))
                if entry is not None and read(entry) != fields_for(key, False):
                    wrong.append(key)
            with suppress(BufferError):
                batch = np.array(chance.choices(many, k=2000), dtype=np.uint64)
                records = table.probe_many(batch)
                for record, key in zip(records[:100], map(int, batch), strict=False):
                    if record["hit"] and record["score"] != fields_for(key, False)[1]:
                        wrong.append(key)

    def changes(seed: int) -> None:
        chance = random.Random(seed)
        acts: list[Callable[[], Any]] = [
            table.new_search,
            table.clear,
            lambda: table.resize(1 + chance.random(), discard=True),
            lambda: table.copy().close(),
            lambda: table.reconfigure(policy=chance.choice(["always", "cascade"])),
        ]
        while time.monotonic() < end:
            with suppress(BufferError):
                chance.choices(acts, weights=[20, 1, 5, 2, 5])[0]()

    threads = [threading.Thread(target=traffic, args=(seed,)) for seed in range(3)]
    threads.append(threading.Thread(target=changes, args=(9,)))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_a_child_of_fork_lives_and_ends_without_the_thread(make: Callable[..., Any]) -> None:
    program = """
import os, warnings
import numpy as np
from tabiya import TranspositionTable
warnings.simplefilter("ignore")
table = TranspositionTable(hash_mb=4, l2_mb=4, l2_background=True)
keys = np.random.default_rng(1).integers(0, 2**64, 400_000, dtype=np.uint64)
table.store_many(keys, depths=3)
table.new_search()
child = os.fork()
if child == 0:
    assert table.probe_many(keys)["hit"].sum() > 350_000
    table.clear()
    table.resize(8)
    table.close()
    os._exit(7)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
left_open = TranspositionTable(hash_mb=4, l2_mb=4, l2_background=True)
"""
    done = subprocess.run([sys.executable, "-c", program], timeout=120, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"hash_mb": 1, "l2_mb": 1}, "l2_mb needs a first tier with full keys: at least 65536 clusters"),
        ({"l2_mb": -1}, "l2_mb must be between 0 and"),
        ({"l2_mb": 0.00001}, "l2_mb must be at least"),
        ({"l2_mb": 1, "validation": "paranoid"}, "supports one tier only"),
        ({"l2_mb": 1, "l2_demote_depth": 256}, "l2_demote_depth must be"),
        ({"l2_mb": 1, "l2_eviction": "fifo"}, "l2_eviction must be one of"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        TableConfig(**settings)


def test_who_has_no_second_tier_says_so() -> None:
    with pytest.raises(ValueError, match="no second tier"):
        ReferenceTable(hash_mb=4, l2_mb=4)
    with pytest.raises(ValueError, match="cannot be shared or mapped"):
        TranspositionTable.create_shared(f"tier-{os.getpid()}", hash_mb=4, l2_mb=4)
    with pytest.raises(ValueError, match="use a new table"):
        TranspositionTable(hash_mb=4).reconfigure(l2_mb=4)
    table = TranspositionTable(hash_mb=4)
    assert table.second_tier is None
    with pytest.raises(ValueError, match="l2_mb needs"):
        TranspositionTable(hash_mb=4, l2_mb=1).resize(1)
