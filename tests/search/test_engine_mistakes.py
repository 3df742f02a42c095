"""Every misuse of an engine gives a one-line error."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest

from tabiya import Engine, ReferenceTable, TranspositionTable, chess

FINISHED = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")


@pytest.mark.parametrize(
    ("limits", "error", "sentence"),
    [
        ({}, TypeError, "a search needs a limit: depth, nodes, mate, time, a clock"),
        ({"dept": 3}, TypeError, "search takes no argument 'dept'; did you mean 'depth'?"),
        ({"depth": 0}, ValueError, "depth must be between 1 and 245, not 0"),
        ({"depth": "3"}, TypeError, "depth must be an integer, not str"),
        ({"nodes": -1}, ValueError, "nodes must be between 1 and"),
        ({"time": 0}, ValueError, "time must be above 0 and at most 1,000,000,000 seconds"),
        ({"time": float("nan")}, ValueError, "time must be above 0"),
        ({"time": "1"}, TypeError, "time must be a number of seconds, not str"),
        ({"infinite": True, "depth": 3}, ValueError, "infinite=True and depth= exclude each other"),
        ({"infinite": True, "white_clock": 3}, ValueError, "infinite=True and white_clock= exclude each"),
        ({"ponder": True, "depth": 3}, ValueError, "ponder=True and depth= exclude each other"),
        ({"ponder": True}, TypeError, "a search needs a limit"),
        ({"black_clock": 1}, ValueError, "the side to move has no clock: white_clock is missing"),
        ({"infinite": 1}, TypeError, "infinite must be a bool, not int"),
        ({"depth": 1, "multipv": 0}, ValueError, "multipv must be between 1 and 1000, not 0"),
        ({"depth": 1, "on_info": 1}, TypeError, "on_info must be callable, not int"),
        ({"depth": 1, "search_moves": []}, ValueError, "search_moves must contain a move or be None"),
        ({"depth": 1, "search_moves": "e2e4"}, TypeError, "search_moves must be a list of moves, not str"),
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
        (lambda: Engine(threads=0), ValueError, "threads must be between 1 and 256, not 0"),
        (lambda: Engine(nul_move=False), TypeError, "no search option is called 'nul_move'; did you mean"),
        (lambda: Engine(null_move=0), TypeError, "null_move must be a bool, not int (0)"),
        (lambda: Engine(table={}), TypeError, "table must be a tabiya.TranspositionTable or None"),  # type: ignore[arg-type]
        (lambda: Engine(table=ReferenceTable(entries=4)), TypeError, "table must be a tabiya.Trans"),  # type: ignore[arg-type]
        (lambda: Engine(table=TranspositionTable(hash_mb=1), hash_mb=1), TypeError, "table= or hash_mb="),
        (lambda: Engine(overhead=-1), ValueError, "overhead must be between 0 and 60 seconds, not -1"),
        (lambda: Engine(overhead="1"), TypeError, "overhead must be a number of seconds, not '1'"),
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


def test_the_interrupt_signal_is_what_python_has(engine: Engine) -> None:
    """A search does not take Ctrl-C away from the program."""
    before = signal.getsignal(signal.SIGINT)
    engine.search(chess.Board(), depth=3)
    assert signal.getsignal(signal.SIGINT) is before
