"""The time that an engine leaves on its clock for delays: seconds, or milliseconds under its old name."""

from __future__ import annotations

from typing import Any

from .._utils.deprecation import warn_of_old_name

__all__ = ["DEFAULT_OVERHEAD", "check_milliseconds", "check_overhead", "warn_of_move_overhead"]

DEFAULT_OVERHEAD = 0.02
MAX_OVERHEAD = 60


def check_overhead(seconds: Any) -> float:
    """Checks `Engine.overhead`.

    >>> check_overhead(-1)
    Traceback (most recent call last):
    ValueError: overhead must be between 0 and 60 seconds, not -1
    """
    return _checked("overhead", seconds, MAX_OVERHEAD, "seconds")


def check_milliseconds(milliseconds: Any) -> float:
    """Checks `Engine.move_overhead`, the old name, and returns seconds."""
    warn_of_move_overhead()
    return _checked("move_overhead", milliseconds, 1000 * MAX_OVERHEAD, "milliseconds") / 1000


def warn_of_move_overhead() -> None:
    warn_of_old_name("move_overhead (milliseconds)", "overhead (seconds)")


def _checked(name: str, value: Any, most: int, unit: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise TypeError(f"{name} must be a number of {unit}, not {value!r}")
    if not 0 <= value <= most:
        raise ValueError(f"{name} must be between 0 and {most} {unit}, not {value!r}")
    return float(value)
