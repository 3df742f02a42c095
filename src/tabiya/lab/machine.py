"""What the machine has that some measurements need."""

from __future__ import annotations

import os
from collections.abc import Sequence

__all__ = ["cores", "line_nanoseconds", "line_text"]

APART = 150
"""Nanoseconds. Cores that share a cache take tens to hand a line over and back, others hundreds."""
BUSY = 1_500
"""Nanoseconds that no line takes: something else ran on a core meanwhile."""
BATCHES, ROUNDS = 40, 500


def cores() -> int:
    """Returns the cores that this process may use.

    >>> cores() >= 1
    True
    """
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def line_nanoseconds() -> float | None:
    """Returns how long a cache line takes to another core and back; None with a single core.

    The cores of a virtual machine sometimes share a cache and sometimes not. Every figure of several threads
    depends on it, so it is measured beside them.
    """
    from .. import _lab  # not where there is no core: the command line is imported there too

    return round(_lab.time_line(BATCHES, ROUNDS), 1) if cores() > 1 else None


def line_text(nanoseconds: Sequence[float]) -> str:
    """Says what the times of a line mean; empty without any.

    >>> line_text([48.0, 61.5])
    'cores share a cache: a line goes there and back in 48 to 62 ns'
    >>> line_text([312.0])
    'cores are apart: a line goes there and back in 312 ns'
    >>> line_text([50.0, 300.0])
    'cores share a cache at times: a line goes there and back in 50 to 300 ns'
    """
    if not nanoseconds:
        return ""
    low, high = min(nanoseconds), max(nanoseconds)
    if high >= BUSY:
        which = "were busy, so that nothing is known of their distance"
    elif low < APART <= high:
        which = "share a cache at times"
    else:
        which = "share a cache" if high < APART else "are apart"
    span = f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"
    return f"cores {which}: a line goes there and back in {span} ns"
