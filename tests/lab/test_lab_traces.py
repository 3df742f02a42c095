"""Laws of traces: a replay equals the recording, and no table beats the one that knows the future."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core")

from tabiya import Layout, Policy, TranspositionTable, chess, shogi
from tabiya._utils.mixing import mix
from tabiya.lab.designs import LAYOUTS, Design
from tabiya.lab.traces import (
    Trace,
    belady,
    belady_design,
    lru_misses,
    record,
    record_game,
    replay,
    replay_design,
    summary,
)
from tabiya.lab.traces.belady import clusters_of, mixed_keys
from tabiya.table.entry import Entry

BOARDS = {"chess": chess.Board, "shogi": shogi.Board}


def short_game(game: str) -> list[Any]:
    board = BOARDS[game]()
    boards = []
    for _ in range(4):
        boards.append(board.copy())
        board.push(next(iter(board.legal_moves)))
    return boards


@pytest.fixture(scope="module", params=["chess", "shogi"])
def game_trace(request: pytest.FixtureRequest) -> Trace:
    return record_game(request.param, short_game(request.param), nodes=15_000, table={"hash_mb": 0.25})


def random_trace(seed: int, operations: int = 400, keys: int = 30) -> Trace:
    random = Random(seed)
    known = [random.getrandbits(64) for _ in range(keys)]
    chosen = [random.choice(known) for _ in range(operations)]
    words = []
    for _ in chosen:
        if random.random() < 0.4:
            depth, generation = random.randrange(20), random.randrange(3)
            words.append(random.randrange(1, 4) << 58 | generation << 52 | depth << 44 | random.randrange(3))
        else:
            words.append(0)
    return Trace(np.array(chosen, np.uint64), np.array(words, np.uint64))


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("policy", list(Policy))
def test_a_replay_under_the_recorded_settings_has_the_recorded_hits(layout: Layout, policy: Policy) -> None:
    settings = {"hash_mb": 0.0625, "layout": str(layout), "policy": str(policy)}
    trace = record_game("chess", short_game("chess"), nodes=4_000, table=settings)
    found = replay(trace).found
    assert trace.hits > 100
    assert ((found != 0) == (trace.words == 1)).all()


def test_aging_within_a_search_is_replayed_too() -> None:
    settings = {"hash_mb": 0.0625, "aging_interval": 500}
    trace = record("shogi", shogi.Board(), nodes=10_000, table=settings)
    assert len(set((trace.words[trace.is_store] >> np.uint64(52) & np.uint64(63)).tolist())) > 5
    assert replay(trace).hits == trace.hits


@pytest.mark.parametrize("layout", list(Layout))
def test_our_designs_replay_as_our_tables(game_trace: Trace, layout: Layout) -> None:
    settings = {"hash_mb": 0.03, "layout": str(layout)}
    design, size = Design(layout=str(layout)), 0.03 * 2**20
    assert replay_design(game_trace, design, size) == replay(game_trace, settings).hits
    for anywhere in (False, True):
        assert belady_design(game_trace, design, size, anywhere) == belady(game_trace, settings, anywhere)


@pytest.mark.parametrize("layout", list(LAYOUTS))
@pytest.mark.parametrize("rules", ["", "victims=field,same_key=field", "same_key=latest"])
def test_no_design_beats_belady(game_trace: Trace, layout: str, rules: str) -> None:
    design, size = Design.parse(f"{layout}:{rules}"), 0.01 * 2**20
    best = belady_design(game_trace, design, size)
    assert 0 < replay_design(game_trace, design, size) <= best
    assert best <= belady_design(game_trace, design, size, fully_associative=True) <= game_trace.probes


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("hash_mb", [0.002, 0.03, 0.25])
def test_no_policy_beats_belady(game_trace: Trace, layout: Layout, hash_mb: float) -> None:
    size = {"hash_mb": hash_mb, "layout": str(layout)}
    best = belady(game_trace, size)
    anywhere = belady(game_trace, size, fully_associative=True)
    hits = [replay(game_trace, {**size, "policy": str(policy)}).hits for policy in Policy]
    hits += [replay(game_trace, {**size, "policy": "depth_preferred", "strict": True}).hits]
    assert max(hits) <= best <= anywhere <= belady(game_trace, {"hash_mb": 1024})


@pytest.mark.parametrize("seed", range(30))
def test_no_policy_beats_belady_on_random_traces(seed: int) -> None:
    trace = random_trace(seed)
    for layout in Layout:
        for entries in (1, 8, 17):
            size = {"entries": entries, "layout": str(layout)}
            best = belady(trace, size)
            for policy in Policy:
                assert replay(trace, {**size, "policy": str(policy)}).hits <= best


@pytest.mark.parametrize("seed", range(40))
def test_belady_is_the_most_that_fits(seed: int) -> None:
    """Against all subsets of the intervals, of which no more than two may overlap."""
    trace = random_trace(seed, operations=22, keys=4)
    spans = []
    last: dict[int, int] = {}
    for i, (key, store) in enumerate(zip(trace.keys.tolist(), trace.is_store.tolist(), strict=True)):
        if key in last and not store:
            spans.append((last[key], i))
        if store or key in last:
            last[key] = i
    most = 0
    for size in range(len(spans), 0, -1):
        for chosen in combinations(spans, size):
            if all(sum(a <= t < b for a, b in chosen) <= 2 for t in range(22)):
                most = size
                break
        if most:
            break
    assert belady(trace, {"entries": 2, "layout": "single"}, fully_associative=True) == most


def test_an_unlimited_table_hits_whatever_was_stored(game_trace: Trace) -> None:
    stored: set[int] = set()
    hits = 0
    for key, store in zip(game_trace.keys.tolist(), game_trace.is_store.tolist(), strict=True):
        hits += not store and key in stored
        if store:
            stored.add(key)
    assert belady(game_trace, {"hash_mb": 4096}, fully_associative=True) == hits


def test_clusters_are_those_of_the_table() -> None:
    keys = np.random.default_rng(1).integers(0, 2**64, 1000, dtype=np.uint64)
    assert mixed_keys(keys).tolist() == [mix(key) for key in keys.tolist()]
    for clusters in (1, 3, 65536, 10**6 + 7):
        assert clusters_of(keys, clusters).tolist() == [mix(key) * clusters >> 64 for key in keys.tolist()]


def test_a_file_gives_the_trace_back(tmp_path: Path, game_trace: Trace) -> None:
    path = tmp_path / "search.trace"
    game_trace.save(path)
    loaded = Trace.load(path)
    assert (loaded.keys == game_trace.keys).all()
    assert (loaded.words == game_trace.words).all()
    assert loaded.about == game_trace.about
    assert path.stat().st_size < 14 * len(game_trace)


@pytest.mark.parametrize("content", [b"", b"no trace", b"PK\x03\x04 broken"])
def test_a_file_that_is_no_trace_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    with pytest.raises(ValueError, match="is not a trace"):
        Trace.load(path)


def test_a_truncated_trace_is_refused(tmp_path: Path, game_trace: Trace) -> None:
    path = tmp_path / "cut"
    game_trace.save(path)
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(ValueError, match="is not a trace"):
        Trace.load(path)


def test_only_the_debug_tier_is_recorded() -> None:
    table = TranspositionTable(hash_mb=1)
    with pytest.raises(ValueError, match="validation='debug'"):
        table._record(True)


def test_a_recording_is_what_was_asked_and_told() -> None:
    table = TranspositionTable(hash_mb=1, validation="debug")
    table._record(True)
    table.probe(5)
    table.store(5, move=7, score=-3, depth=9)
    table.new_search()
    table.store(6)
    table.probe(5)
    keys, words = table._recorded()
    table.probe(5)
    assert keys.tolist() == [5, 5, 6, 5]
    assert words.tolist()[0] == 0
    assert words.tolist()[3] == 1
    stores = Trace(keys, words).is_store
    assert stores.tolist() == [False, True, True, False]
    assert (words[stores] >> np.uint64(52) & np.uint64(63)).tolist() == [0, 1]
    assert int(words[1]) & 0xFFFFFF == Entry(move=7).move


def test_a_summary_counts(game_trace: Trace) -> None:
    found = summary(game_trace)
    assert found["probes"] + found["stores"] == found["operations"] == len(game_trace)
    assert found["keys"] == len(set(game_trace.keys.tolist()))
    assert sum(found["reuse_distances"].values()) == len(game_trace) - found["keys"]
    assert found["hot_keys"][0]["operations"] >= found["hot_keys"][-1]["operations"]
    assert len(found["phases"]) == 10
    assert summary(Trace(np.zeros(0, np.uint64), np.zeros(0, np.uint64)))["operations"] == 0


def test_a_larger_cache_never_misses_more() -> None:
    random = Random(2)
    places = [random.randrange(50) for _ in range(2000)]
    misses = list(lru_misses(places, (1, 2, 10, 40, 50)).values())
    assert misses == sorted(misses, reverse=True)
    assert misses[-1] == len(set(places)) / 2000
