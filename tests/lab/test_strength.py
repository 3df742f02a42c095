"""The document about strength, and the command that makes it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_engine_client import FAKE

from tabiya.lab.match.config import MatchConfig
from tabiya.lab.strength import PAIRINGS, Pairing, markdown, pairing_named

MACHINE = {"cpu": "a processor", "cores": 2, "tabiya": "0.1.0"}


def result(**changes: Any) -> dict[str, Any]:
    plain = {
        "name": "gnuchess",
        "game": "chess",
        "opponent": "GNU Chess",
        "opponent_id": "GNU Chess 6",
        "limit": "50 ms per move",
        "games": 60,
        "wins": 40,
        "draws": 10,
        "losses": 10,
        "score": 0.75,
        "elo": 190.8,
        "elo_low": 120.0,
        "elo_high": None,
        "faults": {"GNU Chess": {"crash": 1}},
        "mean_load": 2.5,
    }
    return plain | changes


def test_the_document_says_what_was_measured() -> None:
    text = markdown([result(), result(name="onoff-chess", opponent_id="tabiya 0.1.0")], MACHINE)
    row = (
        "| chess | GNU Chess 6 | 50 ms per move | 60 | 40, 10, 10 | 75.0% "
        "| +191 (+120 to no bound) | GNU Chess: crash 1 |"
    )
    assert row in text
    assert text.index("## With the table vs without") < text.index("## Against other engines")
    assert "other programs were running" in text


def test_a_match_that_was_won_altogether_has_a_bound_at_most() -> None:
    assert "| all won: +120 or more |" in markdown([result(score=1.0, elo=None)], MACHINE)
    assert "| all won |" in markdown([result(score=1.0, elo=None, elo_low=None)], MACHINE)
    assert "| all lost |" in markdown([result(score=0.0, elo=None)], MACHINE)
    assert "| all lost: -80 or less |" in markdown([result(score=0.0, elo=None, elo_high=-80.0)], MACHINE)


def test_all_matches_can_be_made() -> None:
    assert len({pairing.name for pairing in PAIRINGS}) == len(PAIRINGS)
    for pairing in PAIRINGS:
        assert isinstance(pairing.config(), MatchConfig)
    assert pairing_named("toga2").config(4).pairs == 2


def test_missing_engines_are_left_out_and_the_rest_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tabiya.cli.strength import strength

    there = Pairing("there", "chess", f"{FAKE} illegal 9 name=bad", movetime=0.02)
    gone = Pairing("gone", "chess", "no-such-engine name=gone", movetime=0.02)
    monkeypatch.setattr("tabiya.lab.strength.PAIRINGS", (gone, there))
    report, json_file = tmp_path / "strength.md", tmp_path / "strength.json"
    arguments = ("--games", 2, "--folder", tmp_path, "--report", report, "--json-file", json_file)
    strength.main([str(argument) for argument in arguments], standalone_mode=False)
    assert "gone skipped: engine 'gone': there is no program 'no-such-engine'" in capsys.readouterr().err
    (found,) = json.loads(json_file.read_text())["results"]
    assert (found["name"], found["wins"], found["faults"]) == ("there", 2, {"bad": {"illegal move": 2}})
    assert "bad: illegal move 2 |" in report.read_text()


def test_an_unknown_match_is_one_line() -> None:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "strength", "stockfish-1600"]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert run.returncode == 1
    assert "unknown match 'stockfish-1600'; did you mean 'stockfish-" in run.stderr
