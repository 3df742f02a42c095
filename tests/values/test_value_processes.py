"""Processes share one value table: `add` loses nothing, and a killed writer costs at most its slot."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from forms import sized
from processes import child, wait_until
from tabiya import ValueTable

ARENA = Path(__file__).parent / "value_arena.py"
ADDS = sized(100_000, 1_000_000)
KILLS = sized(15, 400)


def arena(*arguments: str) -> dict[str, Any]:
    """A hang is a fault: nothing here takes minutes."""
    command = [sys.executable, str(ARENA), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=sized(120, 1200), check=False)
    assert done.returncode == 0, done.stderr
    result: dict[str, Any] = json.loads(done.stdout)
    assert (result["failed"], result["wrong"]) == (0, 0), done.stderr
    return result


@pytest.mark.parametrize("keys", ["1", "37"])
def test_two_processes_lose_no_amount(keys: str) -> None:
    result = arena("add", "--processes", "2", "--adds", str(ADDS), "--keys", keys)
    assert result["sum"] == 2 * ADDS


@pytest.mark.parametrize("memory", ["shared", "mapped"])
def test_killed_adders_leave_nothing_wrong_and_nobody_waiting(memory: str, tmp_path: Path) -> None:
    where = ["--file", str(tmp_path / "table")] if memory == "mapped" else []
    result = arena("kill", "--kills", str(KILLS), "--keys", "3", *where)
    assert result["left"] == 0


def test_the_lock_of_a_killed_writer_is_recovered() -> None:
    """With a single key, a killed process will sooner or later hold the lock."""
    for seed in range(1, 21):
        if arena("kill", "--kills", "20", "--keys", "1", "--seed", str(seed))["recoveries"] > 0:
            return
    pytest.fail("four hundred killed writers, and none of them held a lock")


STOPPED = """
import os, sys
from tabiya import ValueTable
table = ValueTable.attach(sys.argv[1])
print("ready", flush=True)
while True:
    table.add(7, 1)
"""


def check_that_writers_can_be_interrupted(table: ValueTable) -> None:
    """Ctrl-C ends a wait for the lock of key 7 long before its patience does."""
    table._set_lock_patience(600_000)
    keys = np.array([8, 8, 7], np.uint64)
    for write, done in (
        (lambda: table.add(7, 1), None),
        (lambda: table.store(7, 1), None),
        (table.clear, None),
        (lambda: table.add_many(keys, 1), 2),
        (lambda: table.store_many(keys, 1), 2),
    ):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt) as raised:
            write()
        assert getattr(raised.value, "done", None) == done
    table._set_lock_patience(20)


@pytest.fixture
def alarm() -> Iterator[None]:
    """Turns SIGALRM into Ctrl-C."""
    before = signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("alarm")
def test_a_stopped_writer_makes_others_wait_and_then_raise() -> None:
    """Few stops fall into the nanoseconds under the lock, so the test tries until one does."""
    name = f"values-stopped-{os.getpid()}"
    with (
        ValueTable.create_shared(name, "i8", 1) as table,
        child([sys.executable, "-c", STOPPED, name], stdout=subprocess.PIPE, text=True) as other,
    ):
        assert other.stdout is not None
        assert other.stdout.readline() == "ready\n"
        table._set_lock_patience(20)

        def stopped_under_the_lock() -> bool:
            os.kill(other.pid, signal.SIGSTOP)
            try:
                table.add(7, 0)
            except TimeoutError:
                return True
            os.kill(other.pid, signal.SIGCONT)
            return False

        wait_until(stopped_under_the_lock, "a stop under the lock")
        with pytest.raises(TimeoutError, match="its holder is stopped"):
            table.add(7, 0)
        check_that_writers_can_be_interrupted(table)
        before = table.probe(7)  # readers do not wait
        assert before is None or before >= 0
        os.kill(other.pid, signal.SIGCONT)
        table._set_lock_patience(10_000)
        assert table.add(7, 0) >= 0
