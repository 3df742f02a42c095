"""The laws that each game's core checks in C++, also under sanitizers and in a portable build."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from every_game import Subject, every_game

from core_programs import program
from forms import sized

DATA = Path(__file__).parents[1] / "data"


@every_game
@pytest.mark.parametrize("build", ["race", pytest.param("portable-core", marks=pytest.mark.slow)])
def test_the_core_holds_its_laws(subject: Subject, build: str) -> None:
    path = program(f"{subject.name}_laws", build)
    nodes = sized("30000", "1000000")
    assert f"all laws of {subject.name} hold" in run(path, str(DATA), "--nodes", nodes)


@every_game
def test_perft_is_clean_under_the_sanitizers(subject: Subject) -> None:
    """With threads and in shadow mode, which visits every part of a board at every node."""
    path = program(f"{subject.name}_perft", "asan")
    lines = (DATA / f"{subject.name}.perft").read_text().splitlines()
    for line in [line for line in lines if line and not line.startswith("#")][::8]:
        text, *counts = line.split(";")
        small = [depth for depth, count in enumerate(counts, 1) if int(count.split()[1]) <= 3_000]
        run(path, text.strip(), str(small[-1]), "--verify")
    nodes = f"{subject.counts[None][3]} nodes"
    assert run(path, subject.start, "3", "--verify", "--threads", "2").startswith(nodes)
    assert run(path, subject.start, "3", "--no-bulk").startswith(nodes)


def run(path: Path, *arguments: str) -> str:
    done = subprocess.run([str(path), *arguments], capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout
