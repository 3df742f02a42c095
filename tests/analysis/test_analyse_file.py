"""Files of positions, analysed by jobs: the same here, on a pool and on Dask."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tabiya.analysis.position_files import analysis_jobs
from tabiya.cli import main
from tabiya.jobs import DaskRunner, Inline, LocalPool, run_jobs, shared_table

CHESS = """\
# two positions
6k1/5ppp/8/8/8/8/8/3R2K1 w - - bm Rd8#; id "back rank";
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
startpos moves d2d4
"""
OPTIONS = {"game": "chess", "depth": 4, "hash_mb": 1}


@pytest.fixture
def positions(tmp_path: Path) -> Path:
    path = tmp_path / "positions.epd"
    path.write_text(CHESS)
    return path


def found(path: Path, runner: Any, table: str | None = None) -> dict[str, Any]:
    jobs = analysis_jobs(path.read_text().splitlines(), str(path), OPTIONS, table)
    results = list(run_jobs(jobs, runner))
    assert all(result.error is None for result in results)
    return {
        result.id: {name: value for name, value in result.value.items() if name != "seconds"}
        for result in results
    }


def test_a_pool_finds_what_one_process_finds(positions: Path) -> None:
    alone = found(positions, Inline())
    assert list(alone) == ["line 2", "line 3", "line 4"]
    assert alone["line 2"]["solved"] is True
    assert found(positions, LocalPool(2)) == alone


@pytest.mark.filterwarnings("default")
def test_dask_finds_what_one_process_finds(positions: Path) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    assert found(positions, DaskRunner(workers=2)) == found(positions, Inline())


def test_workers_may_share_a_table(positions: Path) -> None:
    with shared_table(hash_mb=1) as name:
        first = found(positions, LocalPool(2), name)
        again = found(positions, LocalPool(1), name)
    assert first["line 2"]["best_move"] == "d1d8"
    assert again["line 4"]["nodes"] < first["line 4"]["nodes"]  # what others stored was found


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code and what is printed, in this process: starting Python takes longer than most commands."""
    with patch.object(sys, "argv", ["tabiya", "analyse", *arguments]), pytest.raises(SystemExit) as ended:
        main()
    said = capsys.readouterr()
    return int(ended.value.code or 0), said.out, said.err


def test_the_command_prints_a_table_or_json(positions: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "1 of 1 solved" in run(capsys, str(positions), "--depth", "4", "--workers", "0")[1]
    options = ("--depth", "4", "--workers", "2", "--json", "--shared-table")
    lines = run(capsys, str(positions), *options)[1]
    assert {json.loads(line)["id"] for line in lines.splitlines()} == {"line 2", "line 3", "line 4"}


def test_a_game_that_is_over_is_an_error_and_the_rest_goes_on() -> None:
    jobs = analysis_jobs(["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "startpos"], "mates.epd", OPTIONS)
    results = {result.id: result.error for result in run_jobs(jobs, Inline())}
    assert results["line 1"] is not None
    assert results["line 2"] is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("not a position\n", "line 1: "), ("# nothing\n", "has no positions"), (None, "No such file")],
)
def test_mistakes_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, sentence: str
) -> None:
    path = tmp_path / "bad.epd"
    if text is not None:
        path.write_text(text)
    code, _, errors = run(capsys, str(path), "--depth", "2")
    assert code == 1
    assert sentence in errors
    assert errors.count("\n") == 1
