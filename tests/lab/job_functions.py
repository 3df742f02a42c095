"""What the jobs of the tests do: small functions that any worker process can load."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from tabiya.lab.jobs import job_table


def square(number: int, folder: str = "", deaths: int = 0, seconds: float = 0.0) -> int:
    """The square, after its worker was killed so many times; `folder` remembers how often it was tried."""
    if folder:
        tries = len(list(Path(folder).glob(f"{number}.*")))
        (Path(folder) / f"{number}.{tries}.{os.getpid()}").touch()
        if tries < deaths:
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(seconds)
    return number * number


def fails(sentence: str) -> None:
    raise ValueError(sentence)


def unsendable() -> Any:
    return lambda: 0


def exits() -> None:
    os._exit(3)


def slow(folder: str) -> None:
    """Says when it began, and when it was told to stop."""
    (Path(folder) / f"began.{os.getpid()}").touch()
    try:
        time.sleep(60)
    finally:
        (Path(folder) / "cleaned").touch()


def store(table: str, key: int) -> int:
    """Stores the key in the shared table; which process it was."""
    with job_table(table, hash_mb=1) as shared:
        shared.store(key, depth=key % 100)
    return os.getpid()
