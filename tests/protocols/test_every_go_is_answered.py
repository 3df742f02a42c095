"""Every ``go`` is answered with a searched move, and an endless one not before ``stop`` or ``ponderhit``."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from conversation import Conversation
from spoken import Spoken

from tabiya import Engine, chess
from tabiya.engine.run import Run
from tabiya.protocols import Uci, Usi
from tabiya.protocols.go import Go

HANGING_QUEEN = "position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"
"""White's best move is the last that a generator gives, and the first legal one loses."""


@pytest.fixture
def uci() -> Iterator[Spoken]:
    spoken = Spoken(Uci)
    yield spoken
    spoken.close()


@pytest.fixture
def usi() -> Iterator[Spoken]:
    spoken = Spoken(Usi)
    yield spoken
    spoken.close()


@pytest.mark.parametrize(
    "go",
    [
        "wtime 60000 btime 60000 movetime 50",
        "wtime 60000 btime 60000 winc 100 binc 100 movetime 50",
        "winc 50 binc 50",
        "movestogo 0 wtime 500 btime 500",
        "depth 0 movetime 20",
        "movetime 50.5",
        "wtime 1000.7 btime 900.2",
        "depth 4 sideways",
        "rtime 100 depth 4",
        "depth depth 4",
        "nodes 1e3",
    ],
)
def test_an_odd_argument_costs_no_game(uci: Spoken, go: str) -> None:
    uci.do(HANGING_QUEEN)
    said = uci.search(f"{go}")
    assert not [line for line in said if "failed" in line]
    assert said[-1].split()[:2] == ["bestmove", "e4d5"]


@pytest.mark.parametrize(
    ("go", "note"),
    [
        ("movestogo 0 wtime 100 btime 100", "go movestogo must be at least 1, not 0: ignored"),
        ("movetime 50.5", "go movetime '50.5' is no whole number: taken as 50"),
        (
            "depth 2 nodes 99999999999999999999999",
            f"go nodes '99999999999999999999999' cannot be counted: taken as {2**53}",
        ),
        ("depth 2 sideways", "go has no argument 'sideways': ignored"),
        ("nodes 0", "out of range: searching with nodes 1"),
        ("depth 0", "out of range: searching with depth 1"),
        ("mate 0", "go mate must be at least 1, not 0: searching with 1"),
        ("depth 1 hash 5", "go takes hash only with perft (go perft DEPTH hash MB): ignored"),
    ],
)
def test_the_interface_hears_what_was_changed(uci: Spoken, go: str, note: str) -> None:
    uci.do(HANGING_QUEEN)
    said = uci.search(f"{go}")
    assert f"info string {note}" in said
    assert said[-1].startswith("bestmove ")


@pytest.mark.parametrize("go", ["movetime soon", "sideways", "depth", "nodes x y z"])
def test_without_a_readable_limit_the_search_ends_by_itself(go: str) -> None:
    read = Go.parsed(go)
    assert read.numbers == {"movetime": 1000}
    assert read.notes[-1] == "go has no limit left: searching for 1000 ms"


def test_go_alone_still_means_infinite() -> None:
    assert not Go.parsed("").notes
    assert not Go.parsed("").has_limit


@pytest.mark.parametrize("go", ["byoyomi 0", "btime 0 wtime 0 byoyomi 0", "rtime 100 byoyomi 50", "binc 20"])
def test_shogi_clocks_of_nothing_are_searched(usi: Spoken, go: str) -> None:
    usi.do("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    said = usi.search(f"{go}")
    assert not [line for line in said if "failed" in line]
    assert [line for line in said if line.startswith("info depth 1 ")]
    assert said[-1].split()[:2] == ["bestmove", "G*5b"]


def test_the_stricter_of_two_times_wins() -> None:
    engine, board = Engine(hash_mb=1), chess.Board()
    begin = time.process_time()
    engine.search(board, time=0.05, white_clock=600.0, black_clock=600.0)
    engine.search(board, time=60.0, white_clock=1.0, black_clock=1.0)
    assert time.process_time() - begin < 5


def test_a_failing_search_still_answers_with_a_searched_move(
    uci: Spoken, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched, tries = Run.search, []

    def fail(*arguments: Any) -> Any:
        tries.append(arguments)
        if len(tries) == 1:
            raise MemoryError("no memory for a search")
        return searched(*arguments)

    monkeypatch.setattr(Run, "search", fail)
    uci.do(HANGING_QUEEN)
    said = uci.search("depth 3")
    assert "info string the search failed: no memory for a search" in said
    assert said[-1] == "bestmove e4d5"


def test_a_table_that_cannot_be_made_costs_no_game(uci: Spoken, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise OSError("no such table")

    monkeypatch.setattr(uci.engine.table_manager, "prepare", fail)
    uci.do(HANGING_QUEEN)
    said = uci.search("depth 3")
    assert "info string no such table" in said
    assert said[-1].startswith("bestmove e4d5")


MATED = "position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
STALEMATE = "position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"
RESIGNED = "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"


@pytest.mark.parametrize("go", ["go infinite", "go ponder wtime 1000 btime 1000", "go ponder"])
@pytest.mark.parametrize(
    ("dialect", "position", "answer"),
    [
        ("uci", MATED, "bestmove (none)"),
        ("uci", STALEMATE, "bestmove (none)"),
        ("usi", RESIGNED, "bestmove resign"),
    ],
)
def test_nothing_to_search_is_not_answered_early(dialect: str, position: str, answer: str, go: str) -> None:
    with Conversation(dialect) as engine:
        engine.send(position, go)
        assert not [line for line in engine.ready() if line.startswith("bestmove")]
        assert engine.ask("ponderhit" if "ponder" in go else "stop", "bestmove*") == answer
        assert not engine.ready()
        engine.quit()


@pytest.mark.parametrize("limit", ["depth 2", "nodes 100", "mate 1"])
def test_a_ponder_hit_is_answered_whatever_limits_the_search(limit: str) -> None:
    with Conversation("uci") as engine:
        engine.send("position startpos", f"go ponder {limit}")
        assert not [line for line in engine.ready() if line.startswith("bestmove")]
        assert engine.ask("ponderhit", "bestmove*")
        engine.quit()
