"""The process that runs a pool's jobs, one at a time."""

from __future__ import annotations

import os
import signal
import sys
import threading
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from typing import Any

from .job import JobResult, call

__all__ = ["serve"]


def serve(jobs: Connection[Any, Any]) -> None:
    """Runs what comes through the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, which tells us
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            job = jobs.recv()
        except (EOFError, OSError):
            return
        _send(jobs, call(job))


def _send(jobs: Connection[Any, Any], result: JobResult) -> None:
    try:
        jobs.send(result)
    except OSError:
        return  # nobody waits for it any more
    except Exception as error:
        sentence = f"the result cannot be sent to another process: {type(error).__name__}: {error}"
        jobs.send(JobResult(result.id, None, sentence, result.seconds))


def _leave(*_: object) -> None:
    """Raises, so that a job can close what it opened, such as engines."""
    sys.exit(1)


def _end_with_parent() -> None:
    """A killed parent closes nothing in an orderly way: its workers must not go on without it."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
