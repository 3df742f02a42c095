"""The core's law programs and races under valgrind: no invalid access, no use of unset memory, no leak."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from core_programs import program
from tabiya.games import GAMES

DATA = str(Path(__file__).parent / "data")
RUNS = [
    "tabiya_race table --operations 2e5 --threads 4",
    "tabiya_race swaps --operations 2e4 --threads 4",
    "tier_laws 1 5",
    "tier_race --operations 4e4 --threads 4",
    "value_race --operations 1e5 --threads 4",
    "search_chaos 60",
    "search_laws 0.3",
    *(f"{game}_laws {DATA} --nodes 300" for game in GAMES),
    *(f"evaluation_{game} {DATA} --positions 100" for game in GAMES),
    *(f"{game}_perft 3 --verify --threads 2" for game in GAMES),
]
VALGRIND = [
    "valgrind",
    "--quiet",
    "--fair-sched=yes",
    "--error-exitcode=3",
    "--leak-check=full",
    "--errors-for-leak-kinds=definite,indirect,possible",  # singletons that outlive main stay reachable
]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("valgrind") is None, reason="valgrind is not installed")
@pytest.mark.parametrize("run", RUNS, ids=lambda run: "-".join(run.split()[:2]).removesuffix("-" + DATA))
def test_valgrind_finds_nothing_in(run: str) -> None:
    name, *arguments = run.split()
    command = [*VALGRIND, str(program(name, "valgrind")), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    assert "==" not in done.stderr
