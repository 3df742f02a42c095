"""What `tabiya analyse POSITION` prints when its output is redirected."""

from __future__ import annotations

import sys
from unittest.mock import patch

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import chess, shogi
from tabiya.cli import main


def lines_of(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    words = ["tabiya", "analyse", *arguments, "--hash", "1"]
    with patch.object(sys, "argv", words), pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    return capsys.readouterr().out.splitlines()


def test_the_last_line_has_the_best_move_and_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    *rows, last = lines_of(capsys, "startpos", "--depth", "7", "--multipv", "3")
    first_line, second_line, third_line = (row.split() for row in rows[-3:])
    assert [row[0] for row in (first_line, second_line, third_line)] == ["1", "2", "3"]
    best, score = first_line[8], first_line[2]
    assert last.startswith(f"best move {best}, score {score} (depth 7, ")
    assert float(score) >= float(second_line[2]) >= float(third_line[2])


def test_lines_are_complete_and_legal_in_the_notation_of_players(capsys: pytest.CaptureFixture[str]) -> None:
    row = lines_of(capsys, "startpos", "--depth", "12")[-2]
    moves = row.split()[7:]
    assert len(moves) >= 8
    assert "…" not in row
    board = chess.Board()
    for move in moves:
        board.push_san(move)


def test_shogi_is_japanese_or_usi(capsys: pytest.CaptureFixture[str]) -> None:
    start = shogi.STARTING_SFEN
    assert "best move ▲" in lines_of(capsys, start, "--depth", "4")[-1]
    row = lines_of(capsys, start, "--depth", "4", "--notation", "usi")[-2]
    board = shogi.Board()
    for move in row.split()[7:]:
        board.push(move)
