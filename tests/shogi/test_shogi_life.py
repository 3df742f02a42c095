"""Boards as objects: copies, comparison, pickling, adapters, the command line, the end of the process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from shogi_games import cshogi, play

import tabiya.boards
import tabiya.lab.bench
import tabiya.shogi
from tabiya.shogi import Board, Move, adapters

START = tabiya.shogi.STARTING_SFEN


def python(code: str, *arguments: str, timeout: float = 60) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=timeout, check=False
    )


def test_boards_are_equal_by_position_and_number() -> None:
    board = Board()
    assert board == Board()
    for move in ("2h3h", "8b7b", "3h2h", "7b8b"):
        board.push(move)
    assert board != Board()
    assert board == Board(START[:-1] + "5")
    assert board.key == Board().key
    with pytest.raises(TypeError, match="unhashable"):
        hash(board)


# ---- adapters ------------------------------------------------------------------------------------


def test_history_survives_the_way_to_cshogi_and_back() -> None:
    for number in range(24):
        game = list(play(number))[-1]
        there = adapters.board_to_cshogi(game.ours)
        assert there.sfen() == game.theirs.sfen()
        assert list(there.history) == list(game.theirs.history)
        back = adapters.board_from_cshogi(game.theirs)
        assert back == game.ours
        assert [move.pack() for move in back.move_stack] == [move.pack() for move in game.ours.move_stack]
        for move in list(game.theirs.legal_moves)[:20]:
            ours = adapters.move_from_cshogi(move)
            assert ours.pack() in {legal.pack() for legal in game.ours.legal_moves}
            assert adapters.move_to_cshogi(game.ours, ours) == move


def test_a_past_that_is_not_possible_is_left_behind() -> None:
    theirs = cshogi.Board()
    theirs.push_pass()
    assert adapters.board_from_cshogi(theirs).sfen() == theirs.sfen()
    broken = cshogi.Board("P3k4/9/9/9/9/9/9/9/4K4 b - 1")
    with pytest.raises(tabiya.shogi.SfenError, match="pawn on 9a can never move"):
        adapters.board_from_cshogi(broken)


def test_wrong_arguments_of_the_adapters_are_named() -> None:
    with pytest.raises(TypeError, match=r"board must be a cshogi\.Board, not Board"):
        adapters.board_from_cshogi(Board())
    for call in (adapters.board_to_cshogi, lambda board: adapters.move_to_cshogi(board, Move.null())):
        with pytest.raises(TypeError, match=r"board must be a tabiya\.shogi\.Board, not str"):
            call("board")
    with pytest.raises(TypeError, match=r"move must be a cshogi move \(an int\), not str"):
        adapters.move_from_cshogi("7g7f")  # type: ignore[arg-type]


def test_adapters_say_that_cshogi_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cshogi", None)
    for call in (
        lambda: adapters.board_to_cshogi(Board()),
        lambda: adapters.board_from_cshogi(None),
        lambda: adapters.move_to_cshogi(Board(), Move.null()),
        lambda: adapters.move_from_cshogi(0),
    ):
        with pytest.raises(ImportError, match="needs cshogi, which is not installed: pip"):
            call()


# ---- the process ---------------------------------------------------------------------------------


# ---- the command line ----------------------------------------------------------------------------


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    code = "import sys; sys.argv[0] = 'tabiya'; from tabiya.cli import main; main()"
    return python(code, *arguments, timeout=120)


def test_perft_counts_shogi() -> None:
    done = command("perft", "4", "--game", "shogi", "--hash", "8", "--verify", "--threads", "2")
    assert "719,731 nodes at depth 4" in done.stdout, done.stderr
    assert "all keys match those computed from scratch" in done.stdout


def test_perft_divides_shogi() -> None:
    done = command("perft", "2", "4k4/9/9/9/9/9/9/9/8K b - 1", "--game", "shogi", "--divide", "--json")
    result = json.loads(done.stdout)
    assert result["divide"] == {"1i1h": 5, "1i2h": 5, "1i2i": 5}


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (
            ("9/9 b", "--game", "shogi"),
            "tabiya: invalid SFEN '9/9 b': pieces: 2 instead of 9 ranks",
        ),
        (("--game", "shogi", "--chess960"), "tabiya: --chess960 is not available for shogi"),
    ],
)
def test_a_mistake_is_one_line(arguments: tuple[str, ...], text: str) -> None:
    done = command("perft", "2", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", text + "\n")


def test_the_benchmark_runs() -> None:
    groups = ("perft", "perft in python", "python calls", "with table")
    done = command("bench", "shogi", *groups, "--quick", "--json")
    rows = json.loads(done.stdout)["rows"]
    assert {"cshogi", "tabiya"} <= {row["subject"] for row in rows}
    assert all(row["value"] > 0 for row in rows)


# ---- the modules ---------------------------------------------------------------------------------
