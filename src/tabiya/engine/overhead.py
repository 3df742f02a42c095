"""The time that an engine leaves on its clock for delays, in seconds."""

from __future__ import annotations

from typing import Any

__all__ = ["DEFAULT_OVERHEAD", "check_overhead"]

DEFAULT_OVERHEAD = 0.02
MAX_OVERHEAD = 60


def check_overhead(seconds: Any) -> float:
    """Checks `Engine.overhead`.

    >>> check_overhead(-1)
    Traceback (most recent call last):
    ValueError: overhead must be between 0 and 60 seconds, not -1
    """
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)):
        raise TypeError(f"overhead must be a number of seconds, not {seconds!r}")
    if not 0 <= seconds <= MAX_OVERHEAD:
        raise ValueError(f"overhead must be between 0 and {MAX_OVERHEAD} seconds, not {seconds!r}")
    return float(seconds)
