"""What a process may forget to give back: descriptors, threads, files, segments of shared memory."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["Claims", "claims", "settled"]

Claims = dict[str, Any]


def claims(folder: Path, name: str) -> Claims:
    """All that this process holds, with the files in a folder and the segments that have `name` in theirs."""
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "segments": sorted(found for found in os.listdir("/dev/shm") if name in found),
        "files": sorted(os.listdir(folder)),
        "threads": len(os.listdir("/proc/self/task")),
    }


def settled(look: Callable[[], Claims], before: Claims, patience: float = 2.0) -> Claims:
    """What `look` gives, as soon as it is as before: a thread that has ended is there a little longer."""
    deadline = time.monotonic() + patience
    while (now := look()) != before and time.monotonic() < deadline:
        time.sleep(0.001)
    return now
