"""Ends every process of a test run when the run has ended, even if it was killed.

    python marked.py PID MARK     waits for the end of process PID, then kills all processes with MARK

All processes of a run inherit an environment variable with its mark, so that they can be found whoever their
parent is.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from contextlib import suppress


def marked(mark: str) -> dict[int, str]:
    """Running processes that carry the mark, and their command lines."""
    found = {}
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{entry}/environ", "rb") as environment:
            if mark.encode() in environment.read() and int(entry) != os.getpid():
                found[int(entry)] = command_of(int(entry))
    return found


def command_of(pid: int) -> str:
    """The command line; empty for a process that has ended."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def end(mark: str) -> None:
    """Kills until none is left: a process may start another one meanwhile."""
    while found := marked(mark):
        for pid in found:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def main() -> None:
    pid, mark = int(sys.argv[1]), sys.argv[2]
    with suppress(ProcessLookupError):
        select.select([os.pidfd_open(pid)], [], [])
    end(mark)


if __name__ == "__main__":
    main()
