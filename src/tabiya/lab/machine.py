"""What the machine has that some measurements need."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """Returns the cores that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
