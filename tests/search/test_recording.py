"""A recorded search is the search itself, and every note of it is true."""

from __future__ import annotations

import itertools
import time
from typing import Any

import numpy as np
import pytest

from forms import sized
from tabiya import Engine, ReferenceTable, TableConfig, TranspositionTable
from tabiya.engine.options import SearchOptions
from tabiya.games import GAMES, game_spec
from tabiya.lab.traces import record, regret, replay, trace_of
from tabiya.recording import Ending, Outcome, Purpose, Recording, Visit
from tabiya.recording.columns import MADE

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 8"
MATE = "1B6/1R6/2Q4P/3p2kr/3pPp2/3P2b1/P2K2P1/8 w - - 0 1"
PLENTY = 1_000_000


def searched(game: str, text: str | None = None, *, record: int | None = PLENTY, **given: Any) -> Any:
    """The result of a search with a small table of its own, so that entries are replaced."""
    limits = {name: given.pop(name) for name in ("depth", "nodes", "mate", "multipv") if name in given}
    table = TranspositionTable(TableConfig(**{"entries": 1024, **given.pop("table", {})}))
    engine = Engine(game, table=table, **given)
    return engine.search(game_spec(game).board(text), record=record, **limits)


@pytest.fixture(scope="module")
def recordings() -> dict[str, Recording]:
    depth = sized(7, 9)
    texts = {"chess": MIDDLEGAME}
    return {game: searched(game, texts.get(game), depth=depth).recording for game in GAMES}


def test_null_moves_are_told_from_other_visits_without_a_move(recordings: dict[str, Recording]) -> None:
    """A node may be searched again, at the same ply and without a move: that is no null move."""
    visits = [recordings["chess"][number] for number in range(len(recordings["chess"]))]
    moveless = [visit for visit in visits if visit.move is None]
    null = [visit for visit in moveless if visit.is_null_move]
    assert 0 < len(null) < len(moveless)
    for visit in visits:
        parent = visit.parent
        passed = visit.move is None and parent is not None and visit.ply == parent.ply + 1
        assert visit.is_null_move == passed


@pytest.mark.parametrize(
    ("game", "given"),
    [
        *((game, {"depth": 7}) for game in GAMES),
        ("chess", {"depth": 6, "multipv": 3}),
        ("chess", {"depth": 6, "iid": True, "iir": False}),
        ("chess", {"nodes": 3000}),
        ("chess", {"depth": 6, "table": {"statistics": True, "layout": "single"}}),
        ("chess", {"depth": 6, "table": {"sync": "bucket_locks", "policy": "always"}}),
        ("chess", {"depth": 6, "table": {"entries": 2**18, "l2_mb": 1}}),
        ("chess", {"depth": 5, "table_mode": "probe_only"}),
        ("chess", {"depth": 5, "table_mode": "read_only"}),
        ("chess", {"depth": 3, **{n: getattr(SearchOptions.plain(), n) for n in ("pvs", "quiescence")}}),
    ],
)
def test_a_recorded_search_is_the_same_search(game: str, given: dict[str, Any]) -> None:
    text = MIDDLEGAME if game == "chess" else None
    recorded, plain = searched(game, text, **given), searched(game, text, record=None, **given)
    for name in ("nodes", "score", "best_move", "pv", "lines", "depth", "seldepth", "stats", "hashfull"):
        assert getattr(recorded, name) == getattr(plain, name), name
    assert plain.recording is None
    made = np.count_nonzero(recorded.recording.visits["flags"] & MADE)
    assert recorded.nodes == recorded.recording.nodes == made


def test_a_proof_of_a_mate_is_recorded_node_by_node() -> None:
    result = searched("chess", MATE, mate=3)
    recording = result.recording
    assert result.nodes == np.count_nonzero(recording.visits["flags"] & MADE)
    proofs = recording.find(purpose=Purpose.PROOF)
    assert any(visit.ending is Ending.PROVED for visit in proofs)
    for visit in proofs:
        assert visit.board is not None
        assert visit.why


def test_every_visit_is_on_a_board_that_the_game_allows(recordings: dict[str, Recording]) -> None:
    for recording in recordings.values():
        for visit in list(recording)[:: max(len(recording) // 300, 1)]:
            board = visit.board  # an illegal move would raise
            key = recording.spec.rules.table_key(board, "off")
            for operation in (visit.probe, visit.store):
                assert operation is None or operation.key == key
            assert visit.best_move is None or board.is_legal(visit.best_move)
            assert visit.why.endswith(".")
            assert "\n" not in visit.why


def test_nodes_below_a_visit_are_those_of_its_children(recordings: dict[str, Recording]) -> None:
    for recording in recordings.values():
        visits = recording.visits
        below = np.zeros(len(visits), np.int64)
        inner = visits["parent"] >= 0
        own = (visits["flags"] & MADE != 0).astype(np.int64) + visits["nodes"]
        np.add.at(below, visits["parent"][inner], own[inner])
        assert np.array_equal(below, visits["nodes"])


def test_every_entry_was_in_the_table_and_every_store_did_what_is_noted(
    recordings: dict[str, Recording],
) -> None:
    """The reference table repeats all probes and stores."""
    for recording in recordings.values():
        model = ReferenceTable(recording.table_config)
        model.new_search()
        outcomes = set()
        for number in range(min(len(recording.operations), sized(6000, 10**6))):
            operation = recording.operation(number)
            if not operation.is_store:
                assert operation.entry == model.probe(operation.key)
                continue
            entry = operation.entry
            assert entry is not None
            fields = {
                n: getattr(entry, n) for n in ("move", "score", "eval", "depth", "bound", "source", "pv")
            }
            said = model.inspect(operation.key, **fields).store
            model.store(operation.key, **fields)
            outcome = (
                "kept_old"
                if said.kept_old
                else said.reason or {"update": "updated", "refuse": "refused"}[said.outcome]
            )
            assert operation.outcome is Outcome[outcome.upper()]
            assert operation.slot == said.slot
            assert _without_eval(operation.replaced) == _without_eval(said.replaced)
            outcomes.add(operation.outcome)
        assert {Outcome.EMPTY, Outcome.UPDATED, Outcome.SHALLOWER} <= outcomes


def _without_eval(entry: Any) -> Any:
    return entry and tuple(
        getattr(entry, n) for n in ("move", "score", "depth", "bound", "generation", "source", "pv")
    )


def test_a_table_cutoff_names_an_entry_that_decides(recordings: dict[str, Recording]) -> None:
    cutoffs = 0
    for recording in recordings.values():
        for visit in recording.find(ending=Ending.TABLE):
            entry = visit.entry
            assert entry is not None
            assert visit.probe is not None
            assert entry.depth >= visit.depth
            cutoffs += 1
    assert cutoffs > 100


def test_scores_of_children_explain_the_score_of_their_parent(recordings: dict[str, Recording]) -> None:
    own = (Purpose.FULL, Purpose.SCOUT, Purpose.REDUCED)
    explained = 0
    for recording in recordings.values():
        for ending in (Ending.BETA_CUTOFF, Ending.MOVES_DONE):
            for visit in recording.find(ending=ending, limit=sized(600, 10**6)):
                last = {child.move: -child.score for child in visit.children if child.purpose in own}
                if not last:
                    continue
                best = max(last.values())
                if visit.quiescence:
                    assert visit.score >= best or ending is Ending.MOVES_DONE
                    continue
                assert visit.score == best, (visit, visit.children)
                if visit.best_move is not None:
                    assert last[visit.best_move] == best
                explained += 1
    assert explained > 500


def test_every_move_was_searched_or_is_noted_as_pruned(recordings: dict[str, Recording]) -> None:
    own = (Purpose.FULL, Purpose.SCOUT, Purpose.REDUCED)
    reasons: set[str] = set()
    for recording in recordings.values():
        for ending in (Ending.BETA_CUTOFF, Ending.MOVES_DONE):
            for visit in recording.find(ending=ending, limit=sized(1500, 10**6)):
                if visit.purpose is Purpose.ROOT:  # of the later lines, it searches some moves only
                    continue
                searched = {child.move for child in visit.children if child.purpose in own}
                assert visit.moves == len(searched) + sum(visit.pruned.values()), visit
                reasons |= visit.pruned.keys()
    assert reasons == {"late", "futile", "exchange"}


def test_bounds_and_windows_of_endings(recordings: dict[str, Recording]) -> None:
    at_least_beta = (Ending.BETA_CUTOFF, Ending.NULL_MOVE, Ending.STAND_PAT, Ending.REVERSE_FUTILITY)
    for recording in recordings.values():
        visits = recording.visits
        for ending in at_least_beta:
            rows = visits[visits["ending"] == ending]
            assert (rows["score"] >= rows["beta"]).all()
        razored = visits[visits["ending"] == Ending.RAZORING]
        assert (razored["score"] <= razored["alpha"]).all()
        assert not (visits["ending"] == Ending.STOPPED).any()


def test_operations_are_the_trace_of_the_lab() -> None:
    settings = {"entries": 4096}
    board = game_spec("chess").board(MIDDLEGAME)
    recording = searched("chess", MIDDLEGAME, depth=7, table=settings).recording
    trace = record("chess", board, table=settings, depth=7)
    own = trace_of(recording)
    assert np.array_equal(own.keys, trace.keys)
    assert np.array_equal(own.words, trace.words)
    found = regret(recording)
    assert found.hits == trace.hits == replay(own).hits
    assert 0 < found.hits <= found.best
    assert found.missed == found.best - found.hits


def test_hits_by_depth_add_up(recordings: dict[str, Recording]) -> None:
    for game, recording in recordings.items():
        result = searched(game, MIDDLEGAME if game == "chess" else None, record=None, depth=sized(7, 9))
        probes, hits = result.stats["probes_by_depth"], result.stats["hits_by_depth"]
        for depth, asked, found in recording.hits_by_depth():
            root = depth == 0  # the root is probed once, before the first visit
            assert probes[depth] == asked + root
            assert found <= hits[depth] <= found + root


@pytest.mark.parametrize("capacity", [1000, 3000])
def test_a_full_recording_is_the_complete_one_cut_at_a_ply(capacity: int) -> None:
    whole = searched("chess", MIDDLEGAME, depth=8)
    cut = searched("chess", MIDDLEGAME, depth=8, record=capacity)
    assert cut.nodes == whole.nodes == cut.recording.nodes
    recording, complete = cut.recording, whole.recording
    assert len(recording) <= capacity < len(complete)
    assert recording.dropped == len(complete) - len(recording)
    kept = complete.visits[complete.visits["ply"] <= recording.deepest_ply]
    for name in kept.dtype.names:
        if name not in ("parent", "probe", "store"):
            assert np.array_equal(recording.visits[name], kept[name]), name
    for number in range(0, len(recording), 37):
        path = recording.path(number)
        assert path[0].ply == 0
        assert all(a.ply <= b.ply <= a.ply + 1 for a, b in itertools.pairwise(path))
        visit = recording[number]
        assert visit.probe is None or visit.probe.visit == visit
    assert len(recording.operations) + recording.dropped_operations == len(complete.operations)
    assert "dropped" in repr(recording)
    with pytest.raises(ValueError, match=r"has dropped [\d,]+ probes and stores: record more than"):
        trace_of(recording)


def test_the_history_of_a_key_tells_when_it_was_written_and_lost(recordings: dict[str, Recording]) -> None:
    recording = recordings["chess"]
    over = [
        n for n in range(len(recording.operations)) if recording.operations["outcome"][n] == Outcome.SHALLOWER
    ]
    small = searched("chess", MIDDLEGAME, depth=6, table={"entries": 2**18}).recording
    assert over
    assert recording.operation(over[0]).replaced_key is None
    store = next(visit.store for visit in small if visit.store is not None)
    history = small.history(store.key)
    assert store in history
    assert [o.number for o in history] == sorted(o.number for o in history)
    assert all(store.key in (o.key, o.replaced_key) for o in history)


def test_walking_by_number_and_by_filter(recordings: dict[str, Recording]) -> None:
    recording = recordings["chess"]
    root = recording.roots[-1]
    assert root.purpose is Purpose.ROOT
    assert root.parent is None
    assert root.ply == 0
    child = root.children[0]
    assert isinstance(child, Visit)
    assert child.parent == root
    assert recording.path(child.number) == [root, child]
    assert recording[-1].number == len(recording) - 1
    assert sum(recording.endings().values()) == len(recording)
    found = recording.find(ply=1, min_depth=3, limit=5)
    assert 0 < len(found) <= 5
    assert all(visit.ply == 1 and visit.depth >= 3 for visit in found)
    key = child.probe.key if child.probe else 0
    assert child in recording.find(key=key)
    with pytest.raises(IndexError, match="number must be between"):
        recording[len(recording)]


@pytest.mark.parametrize(
    ("engine", "message"),
    [
        ({"threads": 2, "hash_mb": 1}, "record must be None with 2 threads, not 1000: set threads=1"),
        ({"hash_mb": 0}, "record must be None without a table"),
        ({"table": {"validation": "debug"}}, "record must be None for a table with validation='debug'"),
    ],
)
def test_what_cannot_be_recorded_is_refused(engine: dict[str, Any], message: str) -> None:
    if "table" in engine:
        engine = {"table": TranspositionTable(TableConfig(entries=64, **engine["table"]))}
    with pytest.raises(ValueError, match=message):
        Engine("chess", **engine).search(game_spec("chess").board(), depth=2, record=1000)


def test_the_size_of_a_recording_is_bounded() -> None:
    with pytest.raises(ValueError, match="record must be between 1000 and 100000000, not 10"):
        searched("chess", depth=2, record=10)


def test_a_node_of_many_opens_at_once() -> None:
    """The index is built once; then a node with its children, path and sentence takes milliseconds."""
    recording = searched(
        "chess", MIDDLEGAME, nodes=sized(60_000, 1_000_000), table={"entries": 2**18}
    ).recording
    begin = time.process_time()
    assert recording.roots
    assert time.process_time() - begin < 1
    numbers = np.random.default_rng(1).integers(0, len(recording), 50)
    begin = time.process_time()
    for number in numbers.tolist():
        visit = recording[number]
        assert visit.why
        assert all(child.why for child in visit.children)
        assert recording.path(number)
    assert (time.process_time() - begin) / len(numbers) < 0.1
