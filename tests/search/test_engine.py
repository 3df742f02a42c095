"""`tabiya.Engine`: limits, callbacks, threads, the table it shares, and the sentences for mistakes."""

from __future__ import annotations

import asyncio
import doctest
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import fields, replace
from importlib import import_module
from typing import Any

import pytest

from tabiya import Engine, ReferenceTable, SearchOptions, TranspositionTable, _core, chess
from tabiya.engine.result import CurrentMove, Info
from tabiya.engine.score import MATE, Score

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_2 = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


@pytest.fixture
def engine() -> Engine:
    return Engine("chess", hash_mb=2)


@pytest.mark.parametrize("name", ["engine", "clock", "limits", "options", "score", "result"])
def test_the_examples_of_the_docstrings_run(name: str) -> None:
    assert doctest.testmod(import_module(f"tabiya.engine.{name}")).failed == 0


def later(seconds: float, call: Callable[[], object]) -> threading.Timer:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    timer.start()
    return timer


# ---- limits ------------------------------------------------------------------------------------------------


def test_a_result_tells_what_was_found(engine: Engine) -> None:
    board = chess.Board()
    result = engine.search(board, depth=6)
    assert result.depth == 6 <= result.seldepth
    assert result.best_move == result.pv[0]
    assert result.ponder == result.pv[1]
    assert result.best_move in board.legal_moves
    assert result.lines[0].pv == result.pv
    assert abs(result.score.cp or 999) < 200
    assert result.nodes > 100
    assert result.nps > 0
    assert 0 <= result.hashfull <= 1000
    assert result.stats["probes"] >= result.stats["hits"] > 0
    assert board == chess.Board()


def test_one_thread_searches_the_same_nodes_every_time() -> None:
    results = [Engine(hash_mb=2).search(chess.Board(KIWIPETE), depth=8) for _ in range(2)]
    assert results[0].nodes == results[1].nodes
    assert results[0].pv == results[1].pv


def test_new_game_is_as_good_as_a_new_engine(engine: Engine) -> None:
    first = engine.search(chess.Board(), depth=8)
    engine.search(chess.Board(KIWIPETE), depth=7)
    engine.new_game()
    again = engine.search(chess.Board(), depth=8)
    assert (again.nodes, again.pv) == (first.nodes, first.pv)


def test_nodes_end_a_search(engine: Engine) -> None:
    for nodes in (1, 100, 5000):
        result = engine.search(chess.Board(KIWIPETE), nodes=nodes)
        assert result.nodes <= nodes + 1
        assert result.best_move in chess.Board(KIWIPETE).legal_moves


def test_time_ends_a_search(engine: Engine) -> None:
    begin = time.perf_counter()
    engine.search(chess.Board(KIWIPETE), movetime=100)
    assert 0.09 < time.perf_counter() - begin < 1.0


def test_a_clock_ends_a_search_within_what_it_shows(engine: Engine) -> None:
    for clock in (
        {"wtime": 500},
        {"wtime": 500, "movestogo": 1},
        {"wtime": 0, "byoyomi": 200},
        {"wtime": -5},
    ):
        begin = time.perf_counter()
        engine.search(chess.Board(KIWIPETE), **clock)  # type: ignore[arg-type]
        assert time.perf_counter() - begin < 1.0


def test_a_single_move_is_played_at_once(engine: Engine) -> None:
    board = chess.Board("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    assert board.legal_moves.count() == 1
    begin = time.perf_counter()
    engine.search(board, btime=600_000)
    assert time.perf_counter() - begin < 2


def test_a_mate_ends_a_search(engine: Engine) -> None:
    result = engine.search(chess.Board(MATE_IN_2), mate=2, movetime=20_000)
    assert result.score.mate == 2
    assert result.score.plies == 3
    assert result.time < 10


def test_several_lines_come_best_first(engine: Engine) -> None:
    result = engine.search(chess.Board(), depth=5, multipv=4)
    assert len(result.lines) == 4
    assert len({line.pv[0] for line in result.lines}) == 4
    assert [line.score for line in result.lines] == sorted(
        (line.score for line in result.lines), reverse=True
    )
    assert len(engine.search(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"), depth=2, multipv=50).lines) == 3


def test_search_moves_are_the_only_ones(engine: Engine) -> None:
    board = chess.Board()
    for moves in (["a2a3"], [chess.Move.from_uci("a2a3"), "h2h3"], ("g1h3",)):
        result = engine.search(board, depth=4, search_moves=moves)
        assert str(result.best_move) in map(str, moves)


def test_search_moves_know_castling_and_promotions(engine: Engine) -> None:
    assert str(engine.search(chess.Board(KIWIPETE), depth=2, search_moves=["e1c1"]).best_move) == "e1c1"
    board = chess.Board("8/2P5/8/8/8/8/8/k6K w - - 0 1")
    assert str(engine.search(board, depth=2, search_moves=["c7c8n"]).best_move) == "c7c8n"


# ---- infos -------------------------------------------------------------------------------------------------


def test_infos_come_with_every_iteration(engine: Engine) -> None:
    infos: list[Info[Any]] = []
    result = engine.search(chess.Board(), depth=7, on_info=infos.append)
    assert [info.depth for info in infos] == [1, 2, 3, 4, 5, 6, 7]
    assert [info.nodes for info in infos] == sorted(info.nodes for info in infos)
    assert infos[-1].score == result.score
    assert infos[-1].pv == result.pv


def test_long_searches_tell_their_current_move(engine: Engine) -> None:
    seen: list[CurrentMove[Any]] = []

    def enough(current: CurrentMove[Any]) -> None:
        seen.append(current)
        if len(seen) == 3:
            engine.stop()

    engine.search(chess.Board(KIWIPETE), movetime=15_000, on_current_move=enough)
    assert seen[0].number >= 1
    assert seen[0].move in chess.Board(KIWIPETE).legal_moves
    assert seen[0].time > 2.9


@pytest.mark.parametrize("error", [KeyError("mine"), KeyboardInterrupt(), SystemExit(3)])
def test_what_a_callback_raises_ends_the_search_and_is_raised(engine: Engine, error: BaseException) -> None:
    def raising(info: Info[Any]) -> None:
        if info.depth == 3:
            raise error

    begin = time.perf_counter()
    with pytest.raises(type(error)):
        engine.search(chess.Board(), infinite=True, on_info=raising)
    assert time.perf_counter() - begin < 2
    assert not engine.is_searching
    assert engine.search(chess.Board(), depth=3).depth == 3


def test_a_callback_may_use_engine_and_table(engine: Engine) -> None:
    refused: list[str] = []

    def meddling(info: Info[Any]) -> None:
        for call in (lambda: engine.search(chess.Board(), depth=1), engine.new_game):
            with pytest.raises(RuntimeError, match="this engine is searching") as caught:
                call()
            refused.append(str(caught.value))
        assert engine.table is not None
        with pytest.raises(BufferError):
            engine.table.resize(4)
        engine.stop()

    engine.search(chess.Board(), infinite=True, on_info=meddling)
    assert len(refused) >= 2


# ---- stopping ----------------------------------------------------------------------------------------------


def test_stop_from_another_thread(engine: Engine) -> None:
    stopped: list[float] = []

    def stop() -> None:
        stopped.append(time.perf_counter())
        engine.stop()

    later(0.15, stop)
    result = engine.search(chess.Board(), infinite=True)
    assert time.perf_counter() - stopped[0] < 0.5
    assert result.best_move in chess.Board().legal_moves


def test_a_stop_that_comes_at_once_is_not_lost() -> None:
    engine = Engine(hash_mb=1)
    for delay in (0, 0, 0, 0.0001, 0.0002, 0.0005, 0.001, 0.002):
        thread = threading.Thread(target=engine.search, args=(chess.Board(),), kwargs={"infinite": True})
        thread.start()
        while not engine.is_searching:
            time.sleep(0)
        time.sleep(delay)
        engine.stop()
        thread.join(5)
        assert not thread.is_alive()


def test_a_stop_without_a_search_does_nothing(engine: Engine) -> None:
    engine.stop()
    engine.ponderhit()
    assert engine.search(chess.Board(), depth=4).depth == 4


def test_an_infinite_search_waits_even_when_nothing_is_left_to_search(engine: Engine) -> None:
    later(0.3, engine.stop)
    begin = time.perf_counter()
    result = engine.search(chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1"), infinite=True)
    assert time.perf_counter() - begin >= 0.29
    assert result.score.cp == 0


def test_ctrl_c_ends_a_search_promptly() -> None:
    script = """
import os, signal, threading, time
from tabiya import Engine, chess
engine = Engine(hash_mb=2, threads=2)
sent = []
def send():
    time.sleep(0.3)
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=send).start()
try:
    engine.search(chess.Board(), infinite=True)
except KeyboardInterrupt:
    took = time.perf_counter() - sent[0]
    assert engine.search(chess.Board(), depth=3).depth == 3
    print(took)
"""
    times = []
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
        assert done.stderr == ""
        times.append(float(done.stdout))
    assert min(times) < 0.1


def test_ponderhit_starts_the_clock(engine: Engine) -> None:
    begin = time.perf_counter()
    later(0.4, engine.ponderhit)
    engine.search(chess.Board(KIWIPETE), ponder=True, wtime=1000, btime=1000)
    assert 0.39 < time.perf_counter() - begin < 2.0
    begin = time.perf_counter()
    later(0.2, engine.ponderhit)
    engine.search(chess.Board(KIWIPETE), ponder=True, movetime=200)
    assert 0.35 < time.perf_counter() - begin < 2.0
    later(0.2, engine.stop)
    engine.search(chess.Board(KIWIPETE), ponder=True, wtime=1_000_000)


# ---- iterating and awaiting --------------------------------------------------------------------------------


def test_analysis_ends_with_its_loop(engine: Engine) -> None:
    for info in engine.analyse(chess.Board()):
        if info.depth == 6:
            break
    assert info.depth == 6
    deadline = time.perf_counter() + 5
    while engine.is_searching and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert engine.search(chess.Board(), depth=2).depth == 2
    infos = engine.analyse(chess.Board())
    next(infos)
    infos.close()  # type: ignore[attr-defined]
    assert not engine.is_searching


def test_analysis_with_a_limit_ends_by_itself(engine: Engine) -> None:
    assert [info.depth for info in engine.analyse(chess.Board(), depth=4)] == [1, 2, 3, 4]
    heard: list[Any] = []
    lines = list(engine.analyse(chess.Board(), depth=2, multipv=3, on_info=heard.append))
    assert [info.multipv for info in lines] == [1, 2, 3] * 2
    assert heard == lines


@pytest.mark.parametrize("threads", [1, 2])
def test_infos_tell_how_often_the_table_was_asked_and_knew(threads: int) -> None:
    infos: list[Any] = []
    engine = Engine(hash_mb=4, threads=threads)
    result = engine.search(chess.Board(), depth=9, on_info=infos.append)
    assert 0 < infos[-1].hits < infos[-1].probes <= result.stats["probes"]
    assert infos[-1].hit_rate == infos[-1].hits / infos[-1].probes
    assert [info.probes for info in infos] == sorted(info.probes for info in infos)
    if threads == 1:
        assert infos[-1].probes == result.stats["probes"]
        assert infos[-1].hits == result.stats["hits"]
    Engine(hash_mb=0).search(chess.Board(), depth=4, on_info=infos.append)
    assert (infos[-1].probes, infos[-1].hit_rate) == (0, 0.0)


def test_analysis_raises_where_it_is_called(engine: Engine) -> None:
    with pytest.raises(ValueError, match="depth must be between"):
        engine.analyse(chess.Board(), depth=-1)
    assert not engine.is_searching


def test_await_a_search() -> None:
    engine = Engine(hash_mb=1)
    heard: list[Any] = []

    async def main() -> Any:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0.005)

        ticking = asyncio.create_task(tick())
        result = await engine.search_async(chess.Board(KIWIPETE), movetime=200, on_info=heard.append)
        ticking.cancel()
        return ticks, result

    ticks, result = asyncio.run(main())
    assert ticks > 5
    assert heard
    assert result.best_move in chess.Board(KIWIPETE).legal_moves


def test_cancelling_stops_the_search() -> None:
    engine = Engine(hash_mb=1)

    async def main() -> None:
        task = asyncio.create_task(engine.search_async(chess.Board(), infinite=True))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not engine.is_searching
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(engine.search_async(chess.Board(), infinite=True), 0.1)
        assert not engine.is_searching

    asyncio.run(main())


def test_what_an_async_callback_raises_is_raised_by_the_await() -> None:
    engine = Engine(hash_mb=1)

    def raising(info: Info[Any]) -> None:
        raise KeyError("mine")

    async def main() -> None:
        with pytest.raises(KeyError, match="mine"):
            await engine.search_async(chess.Board(), infinite=True, on_info=raising)
        with pytest.raises(TypeError, match="a search needs a limit"):
            await engine.search_async(chess.Board())

    asyncio.run(main())
    assert engine.search(chess.Board(), depth=2).depth == 2


# ---- many --------------------------------------------------------------------------------------------------


def test_engines_share_a_table() -> None:
    table = TranspositionTable(hash_mb=4)
    first, second = Engine(table=table), Engine(table=table)
    cold = first.search(chess.Board(KIWIPETE), depth=8)
    warm = second.search(chess.Board(KIWIPETE), depth=8)
    assert warm.nodes < cold.nodes
    results: list[Any] = []
    threads = [
        threading.Thread(target=lambda e=e: results.append(e.search(chess.Board(), movetime=200)))
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
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert (done.returncode, done.stdout, done.stderr) == (0, "leaving\n", "")


def test_a_table_that_is_switched_off_is_no_table() -> None:
    table = TranspositionTable(hash_mb=1)
    table.enabled = False
    without = Engine(hash_mb=0).search(chess.Board(), depth=6)
    assert Engine(table=table).search(chess.Board(), depth=6).nodes == without.nodes
    assert len(table) == 0


def test_table_modes() -> None:
    """Probing without use is, node for node, the search without a table; reading only leaves it untouched."""
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


def test_a_stop_ends_searches_without_callbacks_too() -> None:
    engine = Engine(hash_mb=1)
    for delay in (0, 0, 0, 0.0005, 0.002):
        thread = threading.Thread(target=engine.search, args=(chess.Board(),), kwargs={"movetime": 60_000})
        thread.start()
        while not engine.is_searching:
            time.sleep(0)
        time.sleep(delay)
        engine.stop()
        thread.join(10)
        assert not thread.is_alive()


def test_settings_change_between_searches(engine: Engine) -> None:
    engine.threads = 2
    engine.set_options(null_move=False, rule50_keys="bucketed")
    assert engine.options == SearchOptions(null_move=False, rule50_keys="bucketed")
    engine.table = None
    result = engine.search(chess.Board(), depth=4)
    assert result.stats["probes"] == 0
    assert "2 threads, no table" in repr(engine)


# ---- mistakes ----------------------------------------------------------------------------------------------

FINISHED = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")


@pytest.mark.parametrize(
    ("limits", "error", "sentence"),
    [
        ({}, TypeError, "a search needs a limit: depth, nodes, mate, movetime, a clock"),
        ({"dept": 3}, TypeError, "search takes no argument 'dept'; did you mean 'depth'?"),
        ({"depth": 0}, ValueError, "depth must be between 1 and 245, not 0"),
        ({"depth": "3"}, TypeError, "depth must be an integer, not str"),
        ({"nodes": -1}, ValueError, "nodes must be between 1 and"),
        ({"movetime": 0}, ValueError, "movetime must be above 0"),
        ({"movetime": float("nan")}, ValueError, "movetime must be above 0"),
        ({"movetime": "1"}, TypeError, "movetime must be a number of milliseconds, not str"),
        ({"infinite": True, "depth": 3}, ValueError, "infinite=True and depth= exclude each other"),
        ({"infinite": True, "wtime": 3}, ValueError, "infinite=True and wtime= exclude each other"),
        ({"movetime": 3, "btime": 3}, ValueError, "movetime= and btime= exclude each other"),
        ({"ponder": True, "depth": 3}, ValueError, "ponder=True and depth= exclude each other"),
        ({"ponder": True}, TypeError, "a search needs a limit"),
        ({"btime": 1000}, ValueError, "the side to move has no time: wtime is missing"),
        ({"infinite": 1}, TypeError, "infinite must be a bool, not int"),
        ({"depth": 1, "multipv": 0}, ValueError, "multipv must be between 1 and 1000, not 0"),
        ({"depth": 1, "on_info": 1}, TypeError, "on_info must be callable, not int"),
        ({"depth": 1, "search_moves": []}, ValueError, "search_moves must name a move or be None"),
        ({"depth": 1, "search_moves": "e2e4"}, TypeError, "search_moves must be moves in a list, not str"),
        ({"depth": 1, "search_moves": ["e2e5"]}, ValueError, "illegal move: 'e2e5'"),
        ({"depth": 1, "search_moves": [chess.Move(0, 1)]}, ValueError, "illegal move: 'a1b1'"),
        ({"depth": 1, "search_moves": [5]}, TypeError, "a move must be a Move or its text, not int"),
    ],
)
def test_a_wrong_limit_is_a_sentence(
    engine: Engine, limits: dict[str, Any], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        engine.search(chess.Board(), **limits)
    assert sentence in str(caught.value)
    assert not engine.is_searching


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: Engine("go"), ValueError, "game must be 'chess'"),
        (lambda: Engine(5), TypeError, "game must be the name of a game, not int (5)"),  # type: ignore[arg-type]
        (lambda: Engine(threads=0), ValueError, "threads must be between 1 and 1024, not 0"),
        (lambda: Engine(nul_move=False), TypeError, "no search option is called 'nul_move'; did you mean"),
        (lambda: Engine(null_move=0), TypeError, "null_move must be a bool, not int (0)"),
        (lambda: Engine(table={}), TypeError, "table must be a tabiya.TranspositionTable or None"),  # type: ignore[arg-type]
        (lambda: Engine(table=ReferenceTable(entries=4)), TypeError, "table must be a tabiya.Trans"),  # type: ignore[arg-type]
        (lambda: Engine(table=TranspositionTable(hash_mb=1), hash_mb=1), TypeError, "table= or hash_mb="),
        (lambda: Engine(move_overhead=-1), ValueError, "move_overhead must be between 0 and 60000"),
        (lambda: Engine(hash_mb=1).search(FINISHED, depth=1), ValueError, "the game is over"),
        (
            lambda: Engine(hash_mb=1).search("8/8/8/8/8/8/8/8", depth=1),
            TypeError,
            "board must be a tabiya.chess.Board for this engine, not a builtins.str",
        ),
    ],
)
def test_a_wrong_engine_is_a_sentence(call: Callable[[], Any], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert sentence in str(caught.value)


def test_a_closed_table_is_refused(engine: Engine) -> None:
    assert engine.table is not None
    engine.table.close()
    with pytest.raises(ValueError, match="closed"):
        engine.search(chess.Board(), depth=1)
    assert not engine.is_searching


def test_scores_are_counted_as_players_count() -> None:
    assert (Score(MATE - 1).mate, Score(MATE - 3).mate, Score(-MATE + 2).mate) == (1, 2, -1)
    assert (Score(MATE - 3, "plies").mate, Score(-MATE + 2, "plies").mate) == (3, -2)
    assert (Score(MATE - 246).is_mate, Score(MATE - 247).is_mate) == (True, False)
    assert Score(MATE - 247).cp == MATE - 247
    assert [str(-Score(MATE - 3)), str(Score(0)), str(Score(-35))] == ["#-2", "+0.00", "-0.35"]
    assert replace(Score(5), value=7) == Score(7, "plies")


def test_the_interrupt_signal_is_what_python_has(engine: Engine) -> None:
    """A search does not take Ctrl-C away from the program."""
    before = signal.getsignal(signal.SIGINT)
    engine.search(chess.Board(), depth=3)
    assert signal.getsignal(signal.SIGINT) is before
