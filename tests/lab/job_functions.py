"""Jobs of the tests: small functions that any worker process can load."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from tabiya.jobs import job_table


def square(number: int, folder: str = "", deaths: int = 0, seconds: float = 0.0) -> int:
    """Returns the square after its worker was killed `kills` times. `folder` counts the attempts."""
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
    """Records when it began and when it was stopped."""
    try:
        (Path(folder) / f"began.{os.getpid()}").touch()  # inside: the stop may arrive before the next line
        time.sleep(60)
    finally:
        (Path(folder) / "cleaned").touch()


def store(table: str, key: int) -> int:
    """Stores the key in the shared table and returns its process ID."""
    with job_table(table, hash_mb=1) as shared:
        shared.store(key, depth=key % 100)
    return os.getpid()
