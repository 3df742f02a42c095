"""`tabiya analyse` on games: the same with any number of workers and after an interruption."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from games_to_analyse import ENDGAME, KIF, OPENING, SCHOLARS_MATE

from forms import sized
from processes import child
from tabiya import TranspositionTable
from tabiya.analysis.games import parse_games
from tabiya.analysis.run import Here, analyse_games
from tabiya.analysis.settings import AnalysisSettings
from tabiya.cli import main
from tabiya.jobs import DaskRunner, Job, JobResult

GAMES = SCHOLARS_MATE + OPENING + ENDGAME
QUICK = ("--nodes", "1000", "--hash", "1")


def tabiya(capsys: pytest.CaptureFixture[str], *arguments: object, stdin: str = "") -> tuple[int, str, str]:
    """Exit code and output, in this process: starting Python takes longer than most commands."""
    words = ["tabiya", "analyse", *map(str, arguments)]
    read = io.TextIOWrapper(io.BytesIO(stdin.encode()))
    with (
        patch.object(sys, "argv", words),
        patch.object(sys, "stdin", read),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def without_times(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


def test_moves_scores_and_a_summary_per_side(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, shown, errors = tabiya(capsys, games, *QUICK, "--workers", "0")
    assert (code, errors) == (0, "")
    assert "game 1: Anna – Ben, 1-0" in shown
    row = next(line for line in shown.splitlines() if line.startswith("3..."))
    assert row.split()[:3] == ["3...", "Nf6??", "#1"]
    assert shown.count("win probability of white") == 3
    assert shown.count("black: accuracy") == 3


def test_workers_do_not_change_the_result(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(workers: int) -> tuple[list[Any], str]:
        out = tmp_path / f"{workers}.pgn"
        options = (*QUICK, "--json", "--workers", workers, "--annotate", out)
        return without_times(tabiya(capsys, games, *options)[1]), out.read_text()

    alone = run(0)
    assert [len(game["moves"]) for game in alone[0]] == [7, 7, 5]
    assert run(2) == alone


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_dask_does_not_change_the_result() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    settings = AnalysisSettings(nodes=500, hash_mb=1)

    def found(runner: Any) -> list[Any]:
        analysed = analyse_games(parse_games(GAMES), settings, runner)
        return [game.analysis.as_dict() for game in analysed if game.analysis]

    assert found(DaskRunner(workers=2)) == found(Here(lambda _: None))


def test_what_differs_from_run_to_run_is_said(games: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for options, reason in [
        (("--threads", "2", "--workers", "0"), "several threads"),
        (("--shared-table", "--workers", "1"), "games share a table"),
        (("--time", "0.01", "--workers", "0"), "a time limit"),
    ]:
        code, _, errors = tabiya(capsys, games, "--hash", "1", "--depth", "2", *options)
        assert code == 0
        assert errors == f"note: results may differ from run to run: {reason}\n"


@pytest.mark.parametrize("text", [SCHOLARS_MATE, KIF, "V2.2\nPI\n+\n+7776FU\n-3334FU\n", "1. e4 e5"])
def test_standard_input_and_pasted_texts_are_recognized(
    text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, piped, _ = tabiya(capsys, "-", *QUICK, "--json", stdin=text)
    assert code == 0
    assert tabiya(capsys, text, *QUICK, "--json")[1] == piped


@pytest.mark.parametrize(
    ("text", "game"), [("startpos moves 7g7f 3c3d", "shogi"), ("startpos moves e2e4 e7e5 g1f3", "chess")]
)
def test_lines_of_protocols_are_games_in_a_file_and_positions_in_a_command(
    text: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{text}\n{text}\n")
    first, second = without_times(tabiya(capsys, path, *QUICK, "--json")[1])
    assert first["game"] == second["game"] == game
    assert [move["move"] for move in first["moves"]] == text.split()[2:]
    position = without_times(tabiya(capsys, text, "--depth", "2", "--json")[1])
    assert "best_move" in position[-1]


# ---- interruptions -----------------------------------------------------------------------------------


def test_resumed_equals_uninterrupted(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(name: str) -> tuple[int, str, str]:
        options = ("--workers", "0", "--resume", tmp_path / "journal", "--annotate", tmp_path / name)
        code, out, _ = tabiya(capsys, games, *QUICK, "--json", *options)
        return code, out, (tmp_path / name).read_text()

    straight = tabiya(capsys, games, *QUICK, "--json", "--annotate", tmp_path / "straight.pgn")[1]
    searched = Here.run

    def interrupted(self: Here, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        """Ctrl-C in the second game."""
        for number, result in enumerate(searched(self, jobs)):
            if number == 1:
                self.unfinished = []
                raise KeyboardInterrupt
            yield result

    with patch.object(Here, "run", interrupted):
        code, out, annotated = run("first.pgn")
    assert code == 130
    assert out == straight.splitlines(keepends=True)[0]
    assert (tmp_path / "straight.pgn").read_text().startswith(annotated)
    assert annotated.count("[Event ") == 1
    code, out, annotated = run("second.pgn")
    assert (code, out) == (0, straight)
    assert annotated == (tmp_path / "straight.pgn").read_text()
    assert len((tmp_path / "journal").read_text().splitlines()) == 4
    with (tmp_path / "journal").open("a") as journal:
        journal.write('{"digest": "half a li')
    assert run("third.pgn") == (0, straight, annotated)


def test_a_killed_analysis_has_every_complete_game_in_its_journal(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, signal\n"
        "from tabiya.analysis import parse_games\n"
        "from tabiya.analysis.journal import Journal\n"
        "from tabiya.analysis.settings import AnalysisSettings\n"
        f"with Journal(pathlib.Path({str(tmp_path / 'journal')!r}), AnalysisSettings(nodes=1)) as journal:\n"
        "    for record in parse_games('1. e4 * 1. d4 *'):\n"
        "        journal.add(record, 7)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == -signal.SIGKILL
    assert len((tmp_path / "journal").read_text().splitlines()) == 3


def test_a_journal_of_something_else_is_refused(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = tmp_path / "journal"
    assert tabiya(capsys, games, *QUICK, "--resume", journal)[0] == 0
    code, _, errors = tabiya(capsys, games, "--nodes", "999", "--hash", "1", "--resume", journal)
    assert code == 1
    assert "is the journal of another analysis: nodes was 1000, now it is 999" in errors
    games.write_text(OPENING + GAMES)
    assert (
        "journal of other games: the game at line 1 is not in it"
        in tabiya(capsys, games, *QUICK, "--resume", journal)[2]
    )
    assert "is not the journal of an analysis" in tabiya(capsys, games, *QUICK, "--resume", games)[2]


def test_ctrl_c_keeps_the_moves_that_are_done(tmp_path: Path) -> None:
    path, out = tmp_path / "game.pgn", tmp_path / "out.pgn"
    path.write_text(SCHOLARS_MATE + OPENING)
    code = (
        "import sys; from tabiya.cli import main\n"
        "from tabiya.analysis import run\n"
        "plain = run.search_backwards\n"
        "def slow(board, engine, **limits):\n"
        "    for position in plain(board, engine, nodes=500):\n"
        "        if position.ply == 3 and board.move_stack[0].uci() == 'd2d4':\n"
        "            print('searching', file=sys.stderr, flush=True)\n"
        "            engine.search(board, infinite=True)\n"
        "        yield position\n"
        "run.search_backwards = slow\n"
        f"sys.argv = ['tabiya', 'analyse', {str(path)!r}, '--annotate', {str(out)!r}, '--workers', '0']\n"
        "main()"
    )
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with child([sys.executable, "-c", code], **pipes) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "searching\n"
        os.kill(process.pid, signal.SIGINT)
        shown, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped after 1 complete game" in errors
    assert "game 2: white – black, 1/2-1/2" in shown
    whole, part = (read_text.count("%eval") for read_text in out.read_text().split("[Event ")[1:])
    assert (whole > 7, part) == (True, 3)


# ---- tables, pictures, mistakes ------------------------------------------------------------------------


def test_a_table_in_a_file_serves_the_next_analysis(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "tomorrow.table"

    def nodes(*options: object) -> int:
        out = tabiya(capsys, games, "--depth", "6", "--hash-file", kept, "--json", "--workers", "0", *options)
        return sum(game["nodes"] for game in without_times(out[1]))

    first = nodes("--hash", "4")
    with TranspositionTable.open(kept) as table:
        assert len(table) > 1_000
    assert nodes() < 0.7 * first
    position = ("--depth", "6", "--json", "--hash-file", kept)
    assert tabiya(capsys, "startpos", *position)[0] == 0


def test_the_graph_is_a_picture_per_game(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tabiya(capsys, games, *QUICK, "--plot", tmp_path / "graph.svg")[0] == 0
    pictures = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert pictures == ["graph-2.svg", "graph-3.svg", "graph.svg"]
    picture = (tmp_path / "graph.svg").read_text()
    assert picture.count("<circle") == 7
    assert "Anna – Ben, 1-0" in picture


def test_broken_games_are_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    broken = '[Event "Broken"]\n\n1. e4 e5 2. Ke3 Nf6 *\n\n'
    path.write_text(OPENING + broken + ENDGAME + "1. e4 {never closed")
    code, shown, errors = tabiya(capsys, path, *QUICK, "--json", "--annotate", out)
    assert code == 1
    assert errors.splitlines() == [
        f"tabiya: game 2: {path}, line 8: 2. Ke3 is not a legal move",
        f"tabiya: game 4: {path}, line 17: the comment that begins here is never closed",
    ]
    assert [len(game["moves"]) for game in without_times(shown)] == [7, 2, 5, 1]
    assert out.read_text().count("[Event ") == 3
    assert out.read_text().endswith("\n\n1. e4 {never closed")


def test_a_file_that_becomes_unreadable_keeps_the_games_before(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = tmp_path / "games.pgn", tmp_path / "out.pgn"
    path.write_text(OPENING + "\0\n" + ENDGAME)
    code, shown, errors = tabiya(capsys, path, *QUICK, "--json", "--annotate", out)
    assert code == 1
    assert errors == f"tabiya: {path}, line 6: the line contains a zero byte: this is not a text file\n"
    assert [len(game["moves"]) for game in without_times(shown)] == [7]
    assert out.read_text() == path.read_text()  # where the last game ends is not known: it stays as it is


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["GAMES", "--infinite"], "--infinite needs one position, not games"),
        (["GAMES", "--multipv", "2"], "--multipv needs positions, not games"),
        (["GAMES", "--annotate", "x.kif"], "--annotate writes games of chess as .pgn, not as 'x.kif'"),
        (["GAMES", "--plot", "x.gif"], "--plot writes .svg or .png, not 'x.gif'"),
        (["GAMES", "--notation", "usi"], "notation must be 'san' or 'uci', not 'usi'"),
        (["GAMES", "--game", "shogi"], ".pgn files have games of chess, not of shogi"),
        (["GAMES", "--processes", "2"], "--processes needs one position, not games: use --workers"),
        (["startpos", "--annotate", "x.pgn"], "--annotate needs a game, not a position"),
        (["startpos", "--no-table", "--hash-file", "x"], "--no-table cannot be combined with --hash-file"),
        (["GAMES", "--nodes", "0"], "tabiya: nodes must be between 1 and "),
        (["startpos", "--time", "nan"], "tabiya: time must be above 0 "),
        (["EMPTY"], "the file is empty"),
        (["TEXT"], "line 1: the file contains no PGN game"),
        (["./nowhere"], "No such file or directory"),
        (["-"], "standard input is empty"),
    ],
)
def test_mistakes_are_one_line(
    games: Path, tmp_path: Path, arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"GAMES": games, "EMPTY": tmp_path / "empty.pgn", "TEXT": tmp_path / "text.pgn"}
    files["EMPTY"].write_text("")
    files["TEXT"].write_text("% nothing\n\n")
    code, shown, errors = tabiya(capsys, *(files.get(each, each) for each in arguments))
    assert (code, shown) == (1, "")
    assert sentence in errors
    assert errors.count("\n") == 1


class Instantly:
    """Finds nothing, at once."""

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        for job in jobs:
            yield JobResult(job.id, [], None, 0.0)


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    (record,) = parse_games(OPENING)

    def peak(count: int) -> int:
        records = (replace(record, tags=dict(record.tags)) for _ in range(count))
        tracemalloc.start()
        for _ in analyse_games(records, AnalysisSettings(), Instantly()):
            pass
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    many = sized(500, 10_000)
    peak(10)
    assert peak(many) < peak(50) + many * 300
