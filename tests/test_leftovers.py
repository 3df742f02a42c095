"""The law of `leftovers.py` can fail, a killed run leaves nothing, and Ctrl-C works in the background."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from processes import PATIENCE, child, is_running, wait_until

TESTS = Path(__file__).parent
HEAD = """
import os, subprocess, sys, tempfile, threading, time
from pathlib import Path
from tabiya import TranspositionTable
SLEEP = [sys.executable, "-c", "import time; time.sleep(1000)"]
"""
LEAKS = {
    "process": "subprocess.Popen(SLEEP)",
    "thread": "threading.Thread(target=time.sleep, args=(1,)).start()",
    "file": "tempfile.mkstemp()",
    "shared table": "TranspositionTable.create_shared(f'leak-{os.getppid()}', hash_mb=1)",
}
ORPHAN = "subprocess.run(['sh', '-c', 'exec \"$@\" & echo $! > orphan', 'sh', *SLEEP])"


def pytest_of(folder: Path, body: str | dict[str, str], *options: str) -> list[str]:
    """The command that runs sample tests with the law: one, or several by name."""
    bodies = {"sample": body} if isinstance(body, str) else body
    tests = [f"def test_{name}(tmp_path):\n    {lines}\n" for name, lines in bodies.items()]
    (folder / "test_sample.py").write_text("\n".join([HEAD, *tests]))
    settings = ("-p", "leftovers", "-p", "no:cacheprovider", "-o", "patience_for_leftovers=0.2")
    return [sys.executable, "-m", "pytest", "-q", *settings, "--basetemp", str(folder / "base"), *options]


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=PATIENCE
    )


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(TESTS)}


@pytest.fixture
def _the_table_is_removed() -> Iterator[None]:
    yield
    Path(f"/dev/shm/tabiya.leak-{os.getpid()}").unlink(missing_ok=True)


@pytest.mark.usefixtures("_the_table_is_removed")
def test_what_a_test_leaves_is_told(tmp_path: Path) -> None:
    bodies = {kind.replace(" ", "_"): body for kind, body in LEAKS.items()}
    bodies["failure"] = f"{LEAKS['process']}; assert False"
    said = run(pytest_of(tmp_path, bodies), tmp_path).stdout
    for name in bodies:
        _, _, report = said.partition(f"ERROR at teardown of test_{name} ")
        kind = "process" if name == "failure" else name.replace("_", " ")
        assert f"the test left behind: {kind} " in report.partition("ERROR at")[0]
    assert "1 failed, 4 passed, 5 errors" in said


def test_nothing_is_told_of_a_test_that_leaves_nothing(tmp_path: Path) -> None:
    body = "subprocess.run(['true']); (tmp_path / 'mine').touch(); tempfile.TemporaryFile().close()"
    done = run(pytest_of(tmp_path, body), tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("workers", ["1", pytest.param("0", marks=pytest.mark.slow)])
def test_a_process_without_a_parent_is_told_and_ended(tmp_path: Path, workers: str) -> None:
    done = run(pytest_of(tmp_path, ORPHAN, "-n", workers), tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED
    assert "is left running" in done.stdout
    assert not is_running(int((tmp_path / "orphan").read_text()))


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_killed_run_leaves_no_process(tmp_path: Path, workers: str) -> None:
    command = pytest_of(tmp_path, f"{ORPHAN}; Path('worker').write_text(str(os.getpid())); time.sleep(1000)")
    with child([*command, "-n", workers], cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL) as run:
        wait_until(lambda: (tmp_path / "worker").exists() and (tmp_path / "worker").read_text())
        started = [int((tmp_path / name).read_text()) for name in ("worker", "orphan")]
        assert all(map(is_running, started))
        run.send_signal(signal.SIGKILL)
        run.wait(PATIENCE)
        wait_until(lambda: not any(map(is_running, started)))


def test_ctrl_c_works_in_tests_that_run_in_the_background(tmp_path: Path) -> None:
    """A shell starts a background job with SIGINT ignored."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", TESTS / "test_interrupt.py"]
    done = run(["sh", "-c", 'trap "" INT; exec "$@"', "sh", *command, "--basetemp", tmp_path / "base"], TESTS)
    assert done.returncode == 0, done.stdout
