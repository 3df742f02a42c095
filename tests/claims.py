"""Resources that a process may leak: descriptors, threads, files, shared memory segments."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

__all__ = ["Claims", "claims", "settled"]

Claims = dict[str, Any]


def claims(folder: Path, name: str) -> Claims:
    """All resources of this process, the files in a folder, and the segments with `name` in their name."""
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "segments": sorted(found for found in os.listdir("/dev/shm") if name in found),
        "files": sorted(os.listdir(folder)),
        "threads": len(os.listdir("/proc/self/task")),
    }


def settled(look: Callable[[], Claims], before: Claims, patience: float = 2.0) -> Claims:
    """Returns `look()` once it equals `before`: threads take a moment to disappear."""
    deadline = time.monotonic() + patience
    while (now := look()) != before and time.monotonic() < deadline:
        time.sleep(0.001)
    return now
