"""The second tier alone: its codec, its lines, and threads that race on them. The laws are in C++."""

from __future__ import annotations

import json
import subprocess

import pytest

from core_programs import CROWD, program, race
from forms import SANITIZED, sized

OPERATIONS = sized("1e5", "1e7")


def _laws(build: str, *arguments: str) -> set[str]:
    path = program("tier_laws", build)
    done = subprocess.run([str(path), *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {json.loads(line)["law"] for line in done.stdout.splitlines()}


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_laws_of_the_second_tier_hold(seed: str) -> None:
    assert _laws("race", seed, sized("30", "300")) == {
        "every class comes back",
        "any entry comes back",
        "any bits are read safely",
        "all that is found was stored",
        "the rules name the victim",
        "a flipped bit is a miss",
        "rubbish is a miss",
        "a missing key meets one entry in twenty",
    }


@pytest.mark.parametrize(
    ("build", "threads", "operations"),
    [
        ("race", "2", sized("2e6", "1e8")),
        ("race", CROWD, sized("2e6", "1e8")),
        ("yields", CROWD, sized("2e6", "2e7")),  # without a mixed address: wrong reads in 5 of 5 runs
    ],
)
def test_no_torn_line_is_believed(build: str, threads: str, operations: str) -> None:
    lines = race(program("tier_race", build), "--operations", operations, "--threads", threads)
    assert len(lines) == 32
    assert sum(line["subject"].startswith("both/") for line in lines) == 16
    for line in lines:
        assert line["wrong"] == 0, line
        assert line["hits"] > 1000, line


@pytest.mark.parametrize("build", SANITIZED)
def test_the_second_tier_is_clean_under(build: str) -> None:
    path = program("tier_race", build)
    for seed in sized(["1"], ["1", "2"]):
        lines = race(path, "--operations", OPERATIONS, "--threads", "4", "--seed", seed)
        assert sum(line["hits"] for line in lines) > 0
    assert _laws(build, "3", "5")
