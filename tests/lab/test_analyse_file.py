"""Files of positions, analysed by jobs: the same here, on a pool and on Dask."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tabiya.lab.analysis import analysis_jobs
from tabiya.lab.jobs import DaskRunner, Inline, LocalPool, run_jobs, shared_table

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
    results = list(run_jobs(analysis_jobs(path, OPTIONS, table), runner))
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


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "analyse", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def test_the_command_prints_a_table_or_json(positions: Path) -> None:
    shown = run(str(positions), "--depth", "4", "--workers", "0")
    assert "1 of 1 solved" in shown.stdout
    lines = run(str(positions), "--depth", "4", "--workers", "2", "--json", "--shared-table").stdout
    assert {json.loads(line)["id"] for line in lines.splitlines()} == {"line 2", "line 3", "line 4"}


def test_a_game_that_is_over_is_an_error_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "mates.epd"
    path.write_text("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\nstartpos\n")
    results = {result.id: result.error for result in run_jobs(analysis_jobs(path, OPTIONS), Inline())}
    assert results["line 1"] is not None
    assert results["line 2"] is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("not a position\n", "line 1: "), ("# nothing\n", "has no positions"), (None, "No such file")],
)
def test_mistakes_are_one_line(tmp_path: Path, text: str | None, sentence: str) -> None:
    path = tmp_path / "bad.epd"
    if text is not None:
        path.write_text(text)
    result = run(str(path), "--depth", "2")
    assert result.returncode == 1
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
