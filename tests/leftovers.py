"""A law of every test: it leaves nothing behind, whether it passes or fails.

Processes, threads, temporary files and shared tables are compared before and after each test. A killed run
leaves no process either: `marked.py` waits for its end.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from marked import command_of, end, marked

ROOT = Path(__file__).parent.parent
SHARED_MEMORY = Path("/dev/shm")
VARIABLE = "TABIYA_TEST_RUN"
STAYING = ("resource_tracker", "forkserver", "marked.py")
"""Processes that live as long as the process that started them."""
DASK = ("thread Dask-Offload", "thread IO loop", "dask-scratch-space")
"""What Dask keeps for its next client."""

guard = pytest.StashKey[subprocess.Popen[bytes]]()
mark = pytest.StashKey[str]()


# ---- the run ---------------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    what = "seconds for what is ending already: a killed process, a thread that has been told to stop"
    parser.addini("patience_for_leftovers", what, default="10")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return  # a worker of pytest-xdist carries the mark of its controller
    config.stash[mark] = uuid.uuid4().hex
    config.stash[guard] = subprocess.Popen(
        [sys.executable, "-IS", ROOT / "tests" / "marked.py", str(os.getpid()), config.stash[mark]],
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    os.environ[VARIABLE] = f"{os.environ.get(VARIABLE, '')} {config.stash[mark]}"


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Frees the lock of `logging`, which an exception of a signal handler inside of it leaves taken.

    The thread that has it does not notice, but any other thread that logs would wait for ever.
    """
    lock: Any = logging._lock  # type: ignore[attr-defined]
    while lock._is_owned():
        lock.release()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if mark not in session.config.stash:
        return
    deadline = time.monotonic() + patience(session.config)
    while _of_the_run(session.config):
        if time.monotonic() > deadline:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
            break
        time.sleep(0.01)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for pid, command in _of_the_run(config).items():
        terminalreporter.write_line(f"FAILED: process {pid} is left running: {command}", red=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    if guard in config.stash:
        end(config.stash[mark])
        config.stash[guard].kill()
        config.stash[guard].wait()


def patience(config: pytest.Config) -> float:
    return float(config.getini("patience_for_leftovers"))


def _of_the_run(config: pytest.Config) -> dict[int, str]:
    found = marked(config.stash[mark]) if mark in config.stash else {}
    return {pid: command for pid, command in found.items() if not stays(command)}


# ---- a test ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session", autouse=True)
def temporary_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder for temporary files outside of a test's `tmp_path`."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("temporary")
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", None)
        yield folder


@pytest.fixture(autouse=True)
def _nothing_is_left(temporary_folder: Path, pytestconfig: pytest.Config) -> Iterator[None]:
    before, had = belongings(temporary_folder), children()
    # Also those of others: their makers may end while the test runs.
    before |= {f"shared table {name.removeprefix('tabiya.')}" for name in os.listdir(SHARED_MEMORY)}
    yield
    left = belongings(temporary_folder) - before
    deadline = time.monotonic() + patience(pytestconfig)
    while left and time.monotonic() < deadline:
        gc.collect()
        time.sleep(0.01)
        left = belongings(temporary_folder) - before
    if left:
        for pid in children().keys() - had.keys():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        pytest.fail(f"the test left behind: {', '.join(sorted(left))}", pytrace=False)


def belongings(folder: Path) -> set[str]:
    """The resources of this process, each with a description."""
    found = {
        *(f"process {pid}, {command}" for pid, command in children().items()),
        *(f"thread {thread.name}" for thread in threading.enumerate()),
        *(f"file {path}" for path in folder.iterdir() if not path.name.startswith("pymp-")),
        *(f"file {name} in {ROOT}" for name in os.listdir(ROOT) if not name.startswith(".")),
        *(f"shared table {name}" for name in shared_tables()),
    }
    return {what for what in found if not any(word in what for word in DASK)}


def children() -> dict[int, str]:
    """Running processes that this one started, and their command lines."""
    found = {}
    for task in os.listdir("/proc/self/task"):
        with suppress(OSError):
            for pid in Path(f"/proc/self/task/{task}/children").read_text().split():
                # A process that is starting has no command line yet, one that has ended has none any more.
                found[int(pid)] = command_of(int(pid)) or ("" if has_ended(int(pid)) else "starting")
    return {pid: command for pid, command in found.items() if command and not stays(command)}


def has_ended(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] in "ZX"


def stays(command: str) -> bool:
    return any(word in command for word in STAYING)


def shared_tables() -> Iterator[str]:
    """Shared tables made by this process or by one that has ended. Others belong to another run."""
    if not any(name.startswith("tabiya.") for name in os.listdir(SHARED_MEMORY)):
        return
    from tabiya.storage.shared import segments

    for segment in segments():
        creator = segment.header.creator if segment.header else 0
        if creator == os.getpid() or not Path(f"/proc/{creator}").exists():
            yield segment.name
