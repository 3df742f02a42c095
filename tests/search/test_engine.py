"""`tabiya.Engine`: its options, its scores, and the table that it shares."""

from __future__ import annotations

import subprocess
import sys
import threading
from dataclasses import fields, replace
from typing import Any

import pytest
from engine_searches import KIWIPETE

from tabiya import Engine, SearchOptions, TranspositionTable, _core, chess
from tabiya.games.positions import positions
from tabiya.games.score import MATE, Score


def test_engines_share_a_table() -> None:
    table = TranspositionTable(hash_mb=4)
    first, second = Engine(table=table), Engine(table=table)
    boards = [position.board("chess") for position in positions("chess")[::4]]  # a single one may be unlucky
    cold = sum(first.search(board, depth=8).nodes for board in boards)
    warm = sum(second.search(board, depth=8).nodes for board in boards)
    assert warm < 0.7 * cold
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda e=e: results.append(e.search(chess.Board(), time=0.2)))
        for e in (first, second)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert len(results) == 2
    first.new_game()
    assert len(table) > 0


def test_one_engine_in_many_threads_refuses_or_searches(engine: Engine) -> None:
    outcomes: list[str] = []

    def work() -> None:
        for _ in range(20):
            try:
                outcomes.append("found" if engine.search(chess.Board(), depth=3).best_move else "nothing")
            except RuntimeError as error:
                outcomes.append("refused" if "is searching" in str(error) else str(error))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(outcomes) == 160
    assert set(outcomes) <= {"found", "refused"}
    assert "found" in outcomes


@pytest.mark.parametrize("daemon", [True, False])
@pytest.mark.parametrize("front", ["search", "analyse"])
def test_python_ends_in_the_middle_of_a_search(daemon: bool, front: str) -> None:
    script = f"""
import threading, time
from tabiya import Engine, chess
engine = Engine(hash_mb=1, threads=2)
def work():
    if {front == "search"}:
        engine.search(chess.Board(), infinite=True, on_info=lambda info: None)
    else:
        for info in engine.analyse(chess.Board()): pass
threading.Thread(target=work, daemon={daemon}).start()
time.sleep(0.2)
print("leaving")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")


def test_a_table_that_is_switched_off_is_no_table() -> None:
    table = TranspositionTable(hash_mb=1)
    table.enabled = False
    without = Engine(hash_mb=0).search(chess.Board(), depth=6)
    assert Engine(table=table).search(chess.Board(), depth=6).nodes == without.nodes
    assert len(table) == 0


def test_table_modes() -> None:
    """Unused probes do not change a single node, and a read-only search leaves the table as it is."""
    board = chess.Board(KIWIPETE)
    without = Engine(hash_mb=0).search(board, depth=7)
    probing = Engine(hash_mb=2, table_mode="probe_only")
    assert probing.search(board, depth=7).nodes == without.nodes
    assert probing.table is not None
    assert probing.table.fill_rate() > 0
    reading = Engine(hash_mb=2, table_mode="read_only")
    reading.search(board, depth=7)
    assert reading.table is not None
    assert reading.table.fill_rate() == 0


def test_options_are_those_of_the_core() -> None:
    names = [name for name in dir(_core.SearchConfig) if not name.startswith("_") and name != "plain"]
    for ours, core in (
        (SearchOptions()._config(1), _core.SearchConfig()),
        (SearchOptions.plain()._config(1), _core.SearchConfig.plain()),
    ):
        assert {name: getattr(ours, name) for name in names} == {name: getattr(core, name) for name in names}
    assert {field.name for field in fields(SearchOptions)} == set(names) - {"threads"}


def test_settings_change_between_searches(engine: Engine) -> None:
    engine.threads = 2
    engine.set_options(null_move=False, rule50_keys="bucketed")
    assert engine.options == SearchOptions(null_move=False, rule50_keys="bucketed")
    engine.table = None
    result = engine.search(chess.Board(), depth=4)
    assert result.stats["probes"] == 0
    assert "2 threads, no table" in repr(engine)


def test_scores_are_counted_as_players_count() -> None:
    assert (Score(MATE - 1).mate, Score(MATE - 3).mate, Score(-MATE + 2).mate) == (1, 2, -1)
    assert (Score(MATE - 3, "plies").mate, Score(-MATE + 2, "plies").mate) == (3, -2)
    assert (Score(MATE - 246).is_mate, Score(MATE - 247).is_mate) == (True, False)
    assert Score(MATE - 247).cp == MATE - 247
    assert [str(-Score(MATE - 3)), str(Score(0)), str(Score(-35))] == ["#-2", "+0.00", "-0.35"]
    assert replace(Score(5), value=7) == Score(7, "plies")
