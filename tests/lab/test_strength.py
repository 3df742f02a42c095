"""The document about strength, and the command that makes it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_engine_client import FAKE

from tabiya.match.strength import PAIRINGS, Pairing, markdown, merged, pairing_named, read_results

MACHINE = {"cpu": "a processor", "cores": 2, "tabiya": "0.1.0"}


def result(**changes: Any) -> dict[str, Any]:
    plain = {
        "name": "gnuchess",
        "game": "chess",
        "ours_id": "Tabiya 0.1.0",
        "opponent": "GNU Chess",
        "opponent_id": "GNU Chess 6",
        "limit": "3+0.03 s",
        "opponent_nodes": None,
        "games": 60,
        "planned": 60,
        "wins": 40,
        "draws": 10,
        "losses": 10,
        "score": 0.75,
        "elo": 190.8,
        "elo_low": 120.0,
        "elo_high": None,
        "nelo": 210.0,
        "nelo_low": 125.0,
        "nelo_high": 295.0,
        "faults": {"GNU Chess": {"crash": 1}},
        "excused": 0,
        "begun": "2025-01-02T03:04:05+00:00",
        "ended": "2025-01-03T03:04:05+00:00",
        "mean_load": 1.1,
        "highest_load": 1.3,
        "concurrency": 1,
    }
    return plain | changes


def test_the_document_says_what_was_measured() -> None:
    rung = result(name="stockfish-1000", opponent="Stockfish, network", opponent_nodes=1000, games=20)
    itself = result(name="without-table-chess", opponent="tabiya without table")
    text = markdown([result(), itself, rung], MACHINE)
    row = (
        "| chess | GNU Chess 6 | 60 | 40, 10, 10 | 75.0% | +191 (+120 to no bound) | +210 (+125 to +295) "
        "| GNU Chess: crash 1 | 1.1 |"
    )
    assert row in text
    assert "| chess | tabiya without table | 60 |" in text
    assert "| 20 of 60 |" in text
    titles = ("With the table vs without", "Against other engines", "Against Stockfish with its network")
    places = [text.index(f"## {title}") for title in titles]
    assert places == sorted(places)
    assert "tabiya always plays 3+0.03 s" in text
    assert (
        "from 2025-01-02 to 2025-01-03 on a processor, 2 cores, by Tabiya 0.1.0, one game at a time" in text
    )
    assert "reached 1.3: no match ran on a busy machine." in text


def test_a_run_on_a_busy_machine_says_so() -> None:
    quiet = result(name="toga2", excused=3)
    text = markdown([result(mean_load=2.0, highest_load=4.0), quiet], MACHINE)
    assert "| 2.0, busy |" in text
    assert "reached 4.0: the machine was busy during gnuchess. 3 moves came late" in text
    assert "busy all the time" in markdown([result(mean_load=2.0)], MACHINE)
    assert "busy |" not in markdown([result(mean_load=2.0, concurrency=2)], MACHINE)


def test_a_match_that_was_won_altogether_has_a_bound_at_most() -> None:
    assert "| all won: +120 or more |" in markdown([result(score=1.0, elo=None)], MACHINE)
    assert "| all won |" in markdown([result(score=1.0, elo=None, elo_low=None)], MACHINE)
    assert "| not known |" in markdown([result(nelo=None)], MACHINE)
    assert "| all lost |" in markdown([result(score=0.0, elo=None)], MACHINE)
    assert "| all lost: -80 or less |" in markdown([result(score=0.0, elo=None, elo_high=-80.0)], MACHINE)


def test_new_results_replace_old_ones_and_those_of_other_rules() -> None:
    old = [result(limit="50 ms per move"), result(name="toga2"), result(name="no longer there")]
    found = merged(old, [result(name="fairy-stockfish")])
    assert [each["name"] for each in found] == ["toga2", "fairy-stockfish"]
    assert merged([result(games=2)], [result(games=4)])[0]["games"] == 4


def test_all_matches_can_be_made() -> None:
    assert len({pairing.name for pairing in PAIRINGS}) == len(PAIRINGS)
    for pairing in PAIRINGS:
        assert str(pairing.rules) == "3+0.03 s"
        assert pairing.engines[1].nodes == (
            int(pairing.name.partition("-")[2]) if "nodes" in pairing.opponent else None
        )
        assert pairing.package is not None or pairing.name.startswith("without-table-")
    assert pairing_named("toga2").config(4).pairs == 2
    assert pairing_named("toga2").config().games == 100


@pytest.fixture
def two(monkeypatch: pytest.MonkeyPatch) -> None:
    there = Pairing("there", "chess", f"{FAKE} illegal 9 name=bad nodes=1", "there-package")
    gone = Pairing("gone", "chess", "no-such-engine name=gone", "some-package")
    for place in ("tabiya.match.strength.PAIRINGS", "tabiya.match.strength.results.PAIRINGS"):
        monkeypatch.setattr(place, (gone, there))


def call(*arguments: object) -> None:
    from tabiya.cli.strength import strength

    strength.main([str(argument) for argument in arguments], standalone_mode=False)


@pytest.mark.usefixtures("two")
def test_missing_engines_are_named_with_their_package_and_the_rest_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results, document = tmp_path / "some" / "strength.json", tmp_path / "strength.md"
    places = ("--folder", tmp_path, "--results", results)
    call("--games", 2, *places)
    said = capsys.readouterr().err
    assert "gone is left out: engine 'gone': there is no program 'no-such-engine'" in said
    assert "apt install some-package" in said
    record = (tmp_path / "there.jsonl").read_text()
    (found,) = json.loads(results.read_text())["results"]
    assert (found["name"], found["wins"], found["faults"]) == ("there", 2, {"bad": {"illegal move": 2}})
    call("--games", 6, *places)
    assert "left" in capsys.readouterr().err
    assert (tmp_path / "there.jsonl").read_text().startswith(record)  # it went on
    assert json.loads(results.read_text())["results"][0]["wins"] == 6
    call("--report", "--results", results, "--document", document)
    assert "bad: illegal move 6 |" in document.read_text()


def test_mistakes_are_one_line(tmp_path: Path) -> None:
    for arguments, sentence in (
        (
            ["--opponent", "stockfish-1001"],
            "there is no opponent 'stockfish-1001'; did you mean 'stockfish-1000'",
        ),
        (
            ["--report", "--results", f"{tmp_path}/none.json"],
            "none.json: `tabiya strength` plays the matches",
        ),
    ):
        command = [sys.executable, "-c", "from tabiya.cli import main; main()", "strength", *arguments]
        run = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert run.returncode == 1
        assert sentence in run.stderr
        assert run.stderr.count("\n") == 1


def test_the_claim_about_elo_is_judged_by_the_stored_matches(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
    from tabiya.lab.claims import register
    from tabiya.lab.experiment import Row, Scale
    from tabiya.lab.experiments import strength_games
    from tabiya.stats.bootstrap import Interval

    stored = {found["name"]: found for found in read_results(strength_games.STORED)["results"]}
    assert register()[1].experiments == ("strength_games",)
    for game in strength_games.EXPERIMENT.games:
        match = stored[f"without-table-{game}"]
        (cell,) = strength_games.cells(Scale.FULL, game)
        found = strength_games.figures([Row(cell.arguments, strength_games.stored_match(**cell.arguments))])
        pairs = sum(match["pentanomial"])
        assert found["elo"] == Interval(match["elo"], match["elo_low"], match["elo_high"], pairs)
        with pytest.raises(ValueError, match="has another match"):
            strength_games.stored_match(name=match["name"], ended="yesterday")
    assert strength_games.needs() is None
    monkeypatch.setattr(strength_games, "STORED", tmp_path / "none.json")
    assert "without-table-chess" in str(strength_games.needs())
    assert list(strength_games.cells(Scale.FULL, "chess")) == []
