"""`tabiya book`: info, probe and build, for people and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from book_samples import DATA, random_book

from tabiya.books import BookBuilder, write_book


def tabiya(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    plain = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1"}
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "book", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **plain}, timeout=120, check=False
    )


def result_of(*arguments: str | Path) -> Any:
    done = tabiya(*arguments, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_info_counts_what_is_in_a_book(tmp_path: Path) -> None:
    facts = result_of("info", DATA / "positions.epd")
    assert (facts["game"], facts["positions"], facts["moves"]) == ("chess", 3, 4)
    assert (facts["with_score"], facts["illegal"], facts["never_played"]) == (3, 1, 0)
    book = random_book(5)
    write_book(tmp_path / "x.bin", book)
    assert result_of("info", tmp_path / "x.bin")["positions"] == len(book)
    assert "positions" in tabiya("info", tmp_path / "x.bin").stdout


def test_probe_shows_moves_that_are_never_played(tmp_path: Path) -> None:
    builder = BookBuilder("chess")
    builder.add_line(["e2e4"])
    book = builder.book()
    write_book(tmp_path / "book.bin", book)
    content = (tmp_path / "book.bin").read_bytes()
    (tmp_path / "book.bin").write_bytes(content[:10] + bytes(2) + content[12:])  # the weight
    assert [move["weight"] for move in result_of("probe", tmp_path / "book.bin")["moves"]] == [0]


def test_probe_shows_the_moves_of_a_position() -> None:
    found = result_of("probe", DATA / "games.pgn", "--moves", "e2e4")
    assert found["moves"] == [
        {"move": "e7e5", "weight": 2, "share": 2 / 3, "score": None, "depth": None},
        {"move": "c7c5", "weight": 1, "share": 1 / 3, "score": None, "depth": None},
    ]
    assert "66.7%" in tabiya("probe", DATA / "games.pgn", "--moves", "e2e4").stdout
    nothing = tabiya("probe", DATA / "games.pgn", "4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert nothing.stdout == "the book has no move in this position\n"


def test_build_makes_a_book_that_probe_reads(tmp_path: Path) -> None:
    path = tmp_path / "made.bin"
    facts = result_of("build", path, DATA / "games.pgn", DATA / "games.pgn", "--max-ply", "2")
    assert facts == {"file": str(path), "games": 8, "positions": 2, "illegal": 4}
    assert result_of("probe", path)["moves"][0]["move"] == "e2e4"
    seldom = result_of("build", tmp_path / "seldom.epd", DATA / "games.pgn", "--min-games", "3")
    assert seldom["positions"] == 1


def test_build_makes_a_book_of_shogi(tmp_path: Path) -> None:
    pytest.importorskip("tabiya.shogi", exc_type=ImportError)
    path = tmp_path / "made.db"
    facts = result_of("build", path, DATA / "games.kif", DATA / "games.csa", DATA / "lines.sfen")
    assert (facts["games"], facts["illegal"]) == (10, 3)
    assert result_of("probe", path)["moves"][0]["move"] == "7g7f"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["info", "nowhere.bin"], "No such file"),
        (["info", __file__], "unknown book suffix '.py'"),
        (["build", "x.pgn", str(DATA / "games.pgn")], "x.pgn: books can only be written as .bin and .epd"),
        (["build", "x.bin"], "build needs either game files or --self-play"),
        (["build", "x.bin", str(DATA / "positions.epd")], "games can only be read from .pgn, .uci, .kif"),
        (["probe", str(DATA / "positions.epd"), "8/8 w"], "invalid FEN"),
        (["probe", str(DATA / "positions.epd"), "--moves", "e2e5"], "illegal move: 'e2e5'"),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], sentence: str) -> None:
    done = tabiya(*arguments)
    assert (done.returncode, done.stdout) == (1, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1
