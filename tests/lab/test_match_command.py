"""`tabiya match`: errors, result table, notes and saved games."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from test_engine_client import FAKE

from tabiya.cli import main
from tabiya.cli.match import sample
from tabiya.match import Standing
from tabiya.stats import Pairs, Results


def tabiya(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code and what is printed, in this process: starting Python takes longer than most commands."""
    with patch.object(sys, "argv", ["tabiya", "match", *arguments]), pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["no-such-engine", "tabiya", "--nodes", "9"], "engine 'no-such-engine': there is no program"),
        (["tabiya", "tabiya"], "a match needs exactly one of --tc, --nodes and --time"),
        (["tabiya", "tabiya", "--tc", "fast"], "a time control must be seconds+increment"),
        (["tabiya", "tabiya", "--nodes", "9", "--sprt", "elo0=0", "elo=5"], "--sprt elo0=0 elo1=5, not with"),
        (["tabiya", "tabiya", "--nodes", "9", "--game", "go"], ", not 'go'"),
        (["tabiya", "tabiya", "--nodes", "9", "--save", "x.csa"], "must end in .pgn, not x.csa"),
        (["tabiya", "tabiya", "--nodes", "9", "--games", "3"], "with colours reversed; use 4, not 3"),
        (["tabiya", "tabiya", "--nodes", "9", "--games", "0"], "use 2 or more, not 0"),
        (
            ["tabiya", "tabiya:policy=lru", "--nodes", "9"],
            "TTPolicy cannot be 'lru'; it is one of cascade, al",
        ),
        (
            ["tabiya:hash=abc", "tabiya", "--nodes", "9"],
            "engine 'tabiya:hash=abc': Hash must be a number, not",
        ),
        (["tabiya", "tabiya:skill=99", "--nodes", "9"], "Skill Level must be between 0 and 20, not 99"),
        (["tabiya", "tabiya:lmr=maybe", "--nodes", "9"], "lmr must be on or off, not 'maybe'"),
        (["tabiya", f"{FAKE} Hash=65", "--nodes", "9"], "Hash must be between 1 and 64, not 65"),
    ],
)
def test_mistakes_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: list[str], sentence: str
) -> None:
    code, _, errors = tabiya(capsys, *arguments)
    assert code == 1
    assert errors.startswith("tabiya: ")
    assert sentence in errors
    assert errors.count("\n") == 1


def test_the_table_of_a_match_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = f"{FAKE} crash 9 name=bad"
    arguments = (f"{FAKE} name=good", bad, "--nodes", "9", "--games", "4", "--save", f"{tmp_path}/x.pgn")
    code, out, errors = tabiya(capsys, *arguments)
    assert code == 0, errors
    assert "won, drawn, lost" in out
    assert "crash: 4" in out
    assert "normalised Elo, 95%" in out
    assert "4 games show nothing; 50 Elo take " in out
    assert (tmp_path / "x.pgn").read_text().count("[Event ") == 4


@pytest.mark.parametrize(("limit", "noted"), [(("--tc", "60+1"), True), (("--nodes", "9"), False)])
def test_more_games_than_processors_are_noted(
    capsys: pytest.CaptureFixture[str], limit: tuple[str, str], noted: bool
) -> None:
    count = len(os.sched_getaffinity(0)) + 1
    arguments = (f"{FAKE} name=good", f"{FAKE} crash 9 name=bad", "--games", "2", "--concurrency", f"{count}")
    code, _, errors = tabiya(capsys, *arguments, *limit)
    assert code == 0
    assert (f"note: {count} games at a time share {count - 1} processors" in errors) is noted


def test_a_small_sample_says_what_it_is() -> None:
    points = [(1.0, 1.0), (0.0, 0.5), (0.0, 1.0)] * 5
    text = sample(Standing(15, pairs=Pairs.of(points), results=Results(15, 10, 5)))
    found = re.fullmatch(r"30 games, ±(\d+), show (\d+) Elo or more; 50 Elo take (\d+), 20 .*", text)
    assert found
    assert 80 < int(found[1]) < int(found[2]) < 250 < int(found[3])


def test_saved_games_have_all_tags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, openings = tmp_path / "x.pgn", tmp_path / "openings.txt"
    openings.write_text("startpos moves e2e4 e7e5 # C20 King's Pawn Game\n")
    arguments = (f"{FAKE} name=good", f"{FAKE} crash 9 name=bad nodes=7", "--tc", "60+1", "--games", "2")
    files = ("--openings", str(openings), "--save", str(path), "--event", 'A "test"', "--site", "here")
    code, _, errors = tabiya(capsys, *arguments, *files)
    assert code == 0, errors
    games = path.read_text().split("\n\n[")
    tags = dict(re.findall(r'^\[?(\w+) "(.*)"\]$', games[0].partition("\n\n")[0], re.MULTILINE))
    assert re.fullmatch(r"20\d\d\.\d\d\.\d\d", tags.pop("Date"))
    assert re.fullmatch(r"\d\d:\d\d:\d\d", tags.pop("Time"))
    assert tags == {
        "Event": 'A \\"test\\"',
        "Site": "here",
        "Round": "1.1",
        "White": "good",
        "Black": "bad",
        "Result": "1-0",
        "ECO": "C20",
        "Opening": "King's Pawn Game",
        "PlyCount": "9",
        "TimeControl": "60+1",
        "WhiteLimit": "60+1 s",
        "BlackLimit": "7 nodes per move",
        "Termination": "abandoned",
    }
    assert games[0].endswith("{crash: bad: it died by SIGABRT} 1-0\n") or "{crash: bad:" in games[0]
    assert '[Round "1.2"]' in games[1]
    assert '[White "bad"]' in games[1]
