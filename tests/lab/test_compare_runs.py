"""Laws of long comparisons: no finished work is lost or done twice, and none is silent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rich.console import Console

from processes import PATIENCE, child, wait_until

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import __version__, jobs
from tabiya.cli import lab_common
from tabiya.cli.app import app
from tabiya.cli.lab_common import Watch
from tabiya.jobs import Inline, Job, JobResult
from tabiya.lab import results as lab_results
from tabiya.lab.compare import Question, nodes_to_depth
from tabiya.lab.compare.positions import middlegames
from tabiya.lab.compare.units import KEPT, kept_units
from tabiya.lab.experiment import Scale
from tabiya.lab.results import ResultsFile

FEW = ("--count", "6", "--nodes", "300", "--moves", "2", "--pressure", "1/16", "--workers", "0")


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["lab", "compare", *arguments])


class Interrupted(Inline):
    """Ctrl-C after some jobs."""

    def __init__(self, after: int, error: BaseException | None = None) -> None:
        self.after = after
        self.error = error or KeyboardInterrupt()

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        for number, result in enumerate(super().run(jobs)):
            if number == self.after:
                raise self.error
            yield result


class Failing(Inline):
    """The third job fails."""

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        for number, result in enumerate(super().run(jobs)):
            yield JobResult(result.id, None, "out of luck", 0.0) if number == 2 else result


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab_results, "commit", lambda: "abc")
    monkeypatch.setattr("tabiya.lab.compare.units.commit", lambda: "abc")


def stop_after(monkeypatch: pytest.MonkeyPatch, runner: Any) -> None:
    monkeypatch.setattr(jobs, "runner_from", lambda **_: runner)


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


# ---- Ctrl-C ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("results", [None, Path("mine.jsonl")])
def test_ctrl_c_shows_and_keeps_what_is_finished(
    results: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeping = () if results is None else ("--results", str(results))
    whole = run(*FEW, "--json")
    with monkeypatch.context() as patch:
        stop_after(patch, Interrupted(4))
        stopped = run(*FEW, *keeping, "--json")
    file = results or KEPT
    assert stopped.exit_code == 130
    assert f"stopped after 4 of 6 games, kept in {file}" in stopped.stderr
    assert [(row["positions"], row["wanted"]) for row in json.loads(stopped.stdout)] == [(4, 6)] * 2
    assert len(lines(file)) == 4
    continued = run(*FEW, "--results", str(file), "--json")
    assert f"4 of 6 games are already in {file}" in continued.stderr
    assert continued.stdout == whole.stdout
    assert len({line["cell"] for line in lines(file)}) == len(lines(file)) == 6


def test_stopping_twice_keeps_no_game_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    for after in (2, 3):
        with monkeypatch.context() as patch:
            stop_after(patch, Interrupted(after))
            assert run(*FEW).exit_code == 130
    assert len({line["cell"] for line in lines(KEPT)}) == len(lines(KEPT)) == 3


def test_ctrl_c_before_the_first_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(monkeypatch, Interrupted(0))
    done = run(*FEW)
    assert done.exit_code == 130
    assert "stopped before the first of 6 games was finished" in done.stderr
    assert not KEPT.exists()


def test_ctrl_c_keeps_pairs_of_games_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = ("--games", "6", "--nodes", "60", "--workers", "0", "--table", "cluster4", "--table", "single")
    with monkeypatch.context() as patch:
        stop_after(patch, Interrupted(2))
        stopped = run(*asked, "--json")
    assert stopped.exit_code == 130
    assert json.loads(stopped.stdout)[0]["games"] == 4
    assert "stopped after 2 of 3 pairs of games" in stopped.stderr
    assert json.loads(run(*asked, "--json", "--results", str(KEPT)).stdout)[0]["games"] == 6


def test_a_game_that_fails_does_not_take_the_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_after(monkeypatch, Failing())
    done = run(*FEW)
    assert "out of luck" in str(done.exception)
    assert "stopped after 2 of 6 games" in done.stderr
    assert len(lines(KEPT)) == 2


def test_a_real_ctrl_c_ends_a_run_with_workers() -> None:
    """At a terminal the signal goes to the workers as well."""
    file = Path("r.jsonl")
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "lab", "compare"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with child([*command, "--nodes", "1500", "--workers", "2", "--results", str(file)], **pipes) as process:
        wait_until(lambda: file.exists() and len(file.read_text().splitlines()) >= 3, "the third game")
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "stopped after " in err
    assert "of 128 games, kept in r.jsonl" in err
    assert "baseline" in out


# ---- the results file ----------------------------------------------------------------------------------


def test_a_finished_game_is_in_the_file_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if the process is killed, which no handler sees."""
    stop_after(monkeypatch, Interrupted(3, SystemExit(9)))
    assert run(*FEW, "--results", "r.jsonl").exit_code == 9
    assert len(lines(Path("r.jsonl"))) == 3


def test_only_games_of_the_same_question_and_commit_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path("r.jsonl")
    run(*FEW, "--results", str(file))
    assert len(lines(file)) == 6
    run(*FEW, "--results", str(file), "--seeds", "2")
    assert len(lines(file)) == 12
    monkeypatch.setattr("tabiya.lab.compare.units.commit", lambda: "def")
    monkeypatch.setattr(lab_results, "commit", lambda: "def")
    done = run(*FEW, "--results", str(file))
    assert "6 games in r.jsonl come from another commit and are measured again" in done.stderr
    assert len(lines(file)) == 18


def test_a_line_that_a_killed_run_left_is_measured_again() -> None:
    file = Path("r.jsonl")
    whole = run(*FEW, "--results", str(file), "--json").stdout
    file.write_text(file.read_text()[:-40])
    again = run(*FEW, "--results", str(file), "--json")
    assert "5 of 6 games are already in" in again.stderr
    assert again.stdout == whole


def test_a_line_whose_arguments_differ_from_its_name_is_not_believed() -> None:
    question = Question(designs=("cluster4", "single"), positions=("startpos",), nodes=200)
    (job,) = question.jobs()
    line = {"cell": job.id, "function": job.function, "arguments": {}, "value": 3, "error": None}
    Path("r.jsonl").write_text(json.dumps({**line, "commit": "abc"}) + "\n")
    assert kept_units([job], Path("r.jsonl")).values == {}
    Path("r.jsonl").write_text(json.dumps({**line, "commit": "abc", "arguments": job.arguments}) + "\n")
    assert kept_units([job], Path("r.jsonl")).values == {job.id: 3}


def test_an_installed_package_is_known_by_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a repository, results of another version must not pass for this one's."""
    monkeypatch.undo()

    def no_git(*_: Any, **__: Any) -> None:
        raise FileNotFoundError("git")

    with monkeypatch.context() as patch:
        patch.setattr(subprocess, "run", no_git)
        assert lab_results.commit.__wrapped__() == f"version {__version__}"


# ---- the bar -------------------------------------------------------------------------------------------


def test_every_search_of_a_game_is_a_beat(tmp_path: Path) -> None:
    question = Question(
        designs=("cluster4", "single", "field"), positions=tuple(middlegames("chess", 1)), nodes=300
    )
    (job,) = question.jobs()
    beat = tmp_path / "beat"
    beat.touch()
    assert isinstance(job.arguments, dict)
    value = nodes_to_depth(**job.arguments, beat=str(beat))
    assert beat.stat().st_size == question.searches == 4 * (2 + 3 * 3)
    assert value == nodes_to_depth(**job.arguments)
    beat.unlink()
    assert nodes_to_depth(**job.arguments, beat=str(beat)) == value
    assert not beat.exists()


def test_a_game_that_ends_early_still_fills_its_share_of_the_bar(tmp_path: Path) -> None:
    mate_in_one = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    beat = tmp_path / "beat"
    beat.touch()
    found = nodes_to_depth(
        game="chess",
        position=mate_in_one,
        designs=["cluster4"],
        nodes=300,
        pressures=[1.0],
        searches=4,
        beat=str(beat),
    )
    assert len(found["depths"]) < 4
    assert beat.stat().st_size == 4 * 3


def test_a_log_gets_lines_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A single long search is not silent either: the first line comes whether a search has ended or not."""
    monkeypatch.setattr(lab_common, "LOOK", 0.01)
    monkeypatch.setattr(lab_common, "FIRST_LINE", 0.02)
    monkeypatch.setattr(lab_common, "NEXT_LINE", 0.02)
    told = StringIO()
    with Watch(Console(file=told), "chess", total=40, done=10, steps="searches") as watch:
        while "10 of 40 searches after 1 s\n" not in told.getvalue():
            time.sleep(0.01)
        Path(watch.beat).write_bytes(b"." * 15)
        while "25 of 40 searches after 1 s, about 1 s left\n" not in told.getvalue():
            time.sleep(0.01)
        file = Path(watch.beat)
    assert not file.exists()


def test_a_terminal_gets_a_bar_that_moves_within_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_common, "LOOK", 0.01)
    told = StringIO()
    console = Console(file=told, force_terminal=True, width=120)
    with Watch(console, "chess", total=40, steps="searches") as watch:
        Path(watch.beat).write_bytes(b"." * 15)
        give_up = time.monotonic() + 20
        while "15/40" not in told.getvalue() and time.monotonic() < give_up:
            time.sleep(0.05)
        assert "15/40" in told.getvalue()


def test_a_comparison_says_beforehand_how_long_it_takes_and_then_how_many_games() -> None:
    done = run(*FEW[2:], "--count", "10")
    assert done.exit_code == 0, done.output
    first, *rest = done.stderr.splitlines()
    assert first.startswith("10 games of chess, 300 nodes per move, 2 tables, 1 size: about ")
    assert first.endswith(" with 1 process")
    assert any(
        line.startswith("after 8 games: intervals of 5% to either side will take about ") for line in rest
    )


@pytest.mark.parametrize("content", [b"my diary\n", bytes(4), b"\x97\xff\x00"])
def test_results_are_not_added_to_a_file_of_others(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    results, cell = ResultsFile(path), Job.of("math:sqrt", {"x": 4.0})
    with pytest.raises(ValueError, match=r"diary.txt is not a file of results"):
        results.append(cell, value=2.0, seconds=0.1, machine={}, scale=Scale.QUICK)
    assert path.read_bytes() == content
