"""The worker process of a pool, which runs one job at a time."""

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
    """Runs jobs from the pipe until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C and stops its workers
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
        return  # the parent no longer waits for it
    except Exception as error:
        sentence = f"the result cannot be sent to another process: {type(error).__name__}: {error}"
        jobs.send(JobResult(result.id, None, sentence, result.seconds))


def _leave(*_: object) -> None:
    """Raises an exception, so that a job can close its resources, such as engines."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # another one would interrupt the closing
    sys.exit(1)


def _end_with_parent() -> None:
    """Ends this process if its parent is killed."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
