"""Other processes: always ended, waited for patiently, and timed by processor time.

The machine may be busy. So a test waits `PATIENCE` seconds for what must happen, and measures in processor
seconds what must not take long.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds: far more than anything takes here, also on a busy machine."""


@contextmanager
def child(command: Sequence[str | Path], **options: Any) -> Iterator[subprocess.Popen[Any]]:
    """A process that is killed at the end of the block, with all processes of its group."""
    process = subprocess.Popen(command, start_new_session=True, **options)
    try:
        yield process
    finally:
        if process.returncode is None:  # else the number may belong to another process by now
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream is not None:
                with suppress(OSError):
                    stream.close()


def wait_until(condition: Callable[[], T], what: str = "it") -> T:
    """The first true value of the condition."""
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, f"{what} did not happen within {PATIENCE:.0f} s"
        time.sleep(0.005)
    return found


def is_running(pid: int) -> bool:
    """Whether a process is running and not a zombie."""
    try:
        return _stat(pid)[0] != "Z"
    except FileNotFoundError:
        return False


def cpu_seconds(pid: int) -> float:
    """Processor seconds of a process and all its threads."""
    user, system = _stat(pid)[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


INTERRUPTED = """
import os, signal, threading, time
{setup}
sent = []
def send():
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, send).start()
try:
    {call}
except KeyboardInterrupt:
    print(time.process_time() - sent[0], {after})
"""


def interrupted(setup: str, call: str, after: str) -> tuple[float, str]:
    """Runs a long call in another process and sends it Ctrl-C.

    Returns the processor seconds until it ended, and the value of the expression `after` as text.
    """
    code = INTERRUPTED.format(setup=setup, call=call, after=after)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE)
    assert done.stderr == ""
    took, value = done.stdout.split()
    return float(took), value
