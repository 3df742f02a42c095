"""Processes race on one table and are killed in the middle of it: no wrong field, no hang."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from forms import sized

ARENA = Path(__file__).parent / "arena.py"
KILLS = sized(10, 250)  # a run; there are two kinds of memory and two of synchronisation
BATCHES = sized(40, 2000)


def arena(*arguments: str) -> dict[str, Any]:
    """Hangs are faults: nothing here takes minutes."""
    done = subprocess.run(
        [sys.executable, str(ARENA), *arguments],
        capture_output=True,
        text=True,
        timeout=sized(120, 1200),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    assert (result["wrong"], result["failed"]) == (0, 0), done.stderr
    assert result["hits"] > 0
    return result


@pytest.mark.parametrize(
    ("sync", "layout"),
    [
        ("lock_free", "single"),
        ("lock_free", "cluster3"),
        ("lock_free", "cluster4"),
        ("bucket_locks", "cluster4"),
    ],
)
def test_no_field_is_wrong_in_a_race_of_processes(sync: str, layout: str) -> None:
    result = arena("race", "--sync", sync, "--layout", layout, "--processes", "4", "--batches", str(BATCHES))
    assert result["operations"] == 4 * BATCHES * 2 * 4096
    assert result["generation"] == BATCHES % 64


@pytest.mark.parametrize("sync", ["lock_free", "bucket_locks"])
@pytest.mark.parametrize("memory", ["shared", "mapped"])
def test_killed_writers_leave_nothing_wrong_and_nobody_waiting(
    sync: str, memory: str, tmp_path: Path
) -> None:
    where = ["--file", str(tmp_path / "table")] if memory == "mapped" else []
    arena("kill", "--sync", sync, "--kills", str(KILLS), "--seed", str(len(memory)), *where)


def test_the_lock_of_a_killed_process_is_recovered_and_counted() -> None:
    """With one writer at a time the survivor must eventually find its lock held."""
    for seed in range(1, 6):
        result = arena(
            "kill", "--sync", "bucket_locks", "--processes", "2", "--kills", "10", "--seed", str(seed)
        )
        if result["recoveries"] > 0:
            return
    pytest.fail("fifty killed writers, and none of them held a lock")
