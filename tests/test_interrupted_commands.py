"""Ctrl-C in a command: exit code 130, results so far are shown, and no file is replaced by less."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)
pytest.importorskip("numpy")

from click.testing import CliRunner

from processes import PATIENCE, child, wait_until
from tabiya.cli import main
from tabiya.cli.app import app
from tabiya.storage.whole import check_target
from tabiya.tune import Samples

MAIN = "from tabiya.cli import main; main()"


def interrupted(when: str, *arguments: object) -> tuple[int, str, str]:
    """Runs a command and interrupts it once its output contains a text. Returns exit code and output."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with child([sys.executable, "-c", MAIN, *map(str, arguments)], **pipes) as process:
        assert process.stdout is not None
        seen = ""
        while when not in seen:
            line = process.stdout.readline()
            assert line, process.stderr.read() if process.stderr else ""
            seen += line
        os.kill(process.pid, signal.SIGINT)
        out, errors = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors
    return process.returncode, seen + out, errors


def test_a_command_without_a_word_for_it_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabiya.chess.Board.perft", interrupt)
    assert CliRunner().invoke(app, ["perft", "3"]).exit_code == 130


def test_ctrl_c_while_a_command_is_loaded_ends_with_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tabiya.cli.app.app", interrupt)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_interrupted_search_shows_its_best_move(options: tuple[str, ...]) -> None:
    when = '"depth": 3' if options else " 3/"
    code, shown, _ = interrupted(when, "analyse", "startpos", "--time", "600", *options)
    assert code == 130
    assert options or "best move" in shown


def test_ctrl_c_is_the_end_of_an_infinite_search() -> None:
    code, shown, _ = interrupted(" 3/", "analyse", "startpos", "--infinite")
    assert code == 0
    assert "best move" in shown


def test_positions_that_are_complete_are_shown(tmp_path: Path) -> None:
    positions = tmp_path / "positions.fen"
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
    positions.write_text(start * 3)
    marker = tmp_path / "done"
    script = (
        "import pathlib, tabiya.jobs as jobs\n"
        "plain = jobs.run_jobs\n"
        "def slow(tasks, runner):\n"
        "    for number, result in enumerate(plain(tasks, runner)):\n"
        "        if number == 2:\n"
        f"            pathlib.Path({str(marker)!r}).touch()\n"
        "            import time; time.sleep(600)\n"
        "        yield result\n"
        "jobs.run_jobs = slow\n"
    )
    command = [sys.executable, "-c", script + MAIN, "analyse", positions, "--nodes", "500", "--workers", "0"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with child(command, **pipes) as process:
        wait_until(marker.exists)
        os.kill(process.pid, signal.SIGINT)
        shown, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert len(re.findall(r"^ +[12] ", shown, re.MULTILINE)) == 2
    assert "stopped after 2 of 3 positions" in errors


def test_an_interrupted_match_keeps_the_games_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tabiya.match as match

    plain = match.play_match

    def stopped(*arguments: object) -> object:
        for number, standing in enumerate(plain(*arguments)):  # type: ignore[arg-type]
            if number == 2:
                raise KeyboardInterrupt
            yield standing

    monkeypatch.setattr(match, "play_match", stopped)
    saved = tmp_path / "games.pgn"
    saved.write_text("the games of last year")
    arguments = ["match", "tabiya", "tabiya:null_move=off", "--nodes", "50", "--games", "20", "--save", saved]
    result = CliRunner().invoke(app, [*map(str, arguments), "--max-moves", "5"])
    assert result.exit_code == 130, result.output
    assert saved.read_text() == "the games of last year"
    assert "[White " in (tmp_path / "games.partial.pgn").read_text()


def test_an_interrupted_tuning_replaces_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import tabiya.tune.selfplay as selfplay

    plain, played = selfplay.play_game, []

    def stopped(*arguments: Any) -> Any:
        played.append(arguments)
        if len(played) > 12:
            raise KeyboardInterrupt
        return plain(*arguments)

    monkeypatch.setattr(selfplay, "play_game", stopped)
    saved, weights = tmp_path / "positions.bin", tmp_path / "weights.hpp"
    for path in (saved, weights):
        path.write_text("what took an hour")
    command = ["tune", "--games", "50", "--nodes", "100", "--save", saved, "--output", weights]
    result = CliRunner().invoke(app, list(map(str, command)))
    assert result.exit_code == 130, result.output
    assert {path.read_text() for path in (saved, weights)} == {"what took an hour"}
    assert len(Samples.load(tmp_path / "positions.partial.bin")) > 0
    assert (tmp_path / "weights.partial.hpp").exists()


def test_a_file_that_is_no_sample_is_named(tmp_path: Path) -> None:
    for content in (b"", b"[Event]", b"PK\3\4 and no more"):
        (tmp_path / "games.pgn").write_bytes(content)
        with pytest.raises(ValueError, match=r"games.pgn is not a file of `tabiya tune --save`$"):
            Samples.load(tmp_path / "games.pgn")


def test_samples_are_saved_under_the_name_that_was_given(tmp_path: Path) -> None:
    path = tmp_path / "positions.bin"
    Samples().save(path)
    assert [each.name for each in tmp_path.iterdir()] == ["positions.bin"]
    assert len(Samples.load(path)) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("analyse", "startpos", "--depth", "1", "--trace"),
        ("analyse", "1. e4 e5 *", "--nodes", "100", "--annotate"),
        ("tune", "--games", "1", "--save"),
        ("match", "tabiya", "tabiya:iir=off", "--nodes", "10", "--save"),
    ],
)
def test_a_file_that_cannot_be_written_is_named_before_the_work(
    arguments: tuple[str, ...], tmp_path: Path
) -> None:
    result = CliRunner().invoke(app, [*arguments, str(tmp_path / "missing" / "out.pgn")])
    assert isinstance(result.exception, FileNotFoundError)
    assert "there is no such folder" in str(result.exception)
    assert "missing" in str(result.exception)
    assert not result.output


@pytest.mark.parametrize("option", ["--plot", "--annotate"])
def test_a_full_disk_leaves_the_old_file(option: str, tmp_path: Path) -> None:
    """A limit on the size of files stands for a full disk."""
    game, old = tmp_path / "game.pgn", tmp_path / ("old.svg" if option == "--plot" else "old.pgn")
    game.write_text("1. e4 e5 *\n")
    old.write_text("the file of last year")
    limited = (
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))\n"
    )
    command = [sys.executable, "-c", limited + MAIN, "analyse", game, "--nodes", "100", option, old]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 1, done.stdout
    assert b"Traceback" not in done.stderr
    assert old.read_text() == "the file of last year"
    assert {each.name for each in tmp_path.iterdir()} == {"game.pgn", old.name}


def test_a_folder_is_no_target(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="a directory"):
        check_target(tmp_path)


@pytest.mark.parametrize(
    "option", ["--scheduler tcp://127.0.0.1:1", "--dask", "--workers 2", "--shared-table"]
)
def test_options_for_files_are_refused_for_one_position(option: str) -> None:
    result = CliRunner().invoke(app, ["analyse", "startpos", "--depth", "1", *option.split()])
    assert (
        str(result.exception) == f"{option.split()[0]} needs a file of positions or games, not one position"
    )


def test_a_terminal_without_a_character_still_shows_the_table(tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text('[White "Čapek"]\n[Black "佐藤"]\n\n1. e4 e5 *\n')
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-c", MAIN, "analyse", str(game), "--nodes", "200", "--workers", "0"]
    done = subprocess.run(command, env=environment, capture_output=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert b"apek" in done.stdout


def test_a_name_that_does_not_exist_is_no_host() -> None:
    result = CliRunner().invoke(app, ["web", "--host", "nosuch.invalid", "--no-browser"])
    assert "cannot listen on nosuch.invalid port 8123: " in str(result.exception)
