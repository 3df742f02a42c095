"""Figures in words."""

from __future__ import annotations

import math

from ..stats.bootstrap import Figure, Interval

__all__ = ["figure_text", "number_text"]


def number_text(value: Figure, unit: str = "") -> str:
    """Formats a figure with three significant digits, and its interval if it has one.

    >>> number_text(1234.5), number_text(0.01234, "%"), number_text(12.34, "times"), number_text(2.5e9)
    ('1,234', '0.0123%', '12.3 times', '2.5e+09')
    >>> number_text(Interval(72.22, 64.1, 79.0, 64), "%")
    '72.2% (64.1 to 79)'
    >>> number_text(Interval(math.inf, 120, math.inf, 30), "Elo")
    '120 Elo or more'
    >>> number_text(Interval(7, -math.inf, math.inf, 1))
    '7 (no interval from 1)'
    """
    if isinstance(value, Interval):
        return _interval_text(value, unit)
    if not math.isfinite(value):
        text = "infinitely many" if value > 0 else "infinitely few"
    elif value == int(value) and abs(value) < 1e6:
        text = f"{int(value):,}"
    elif abs(value) >= 1000:
        text = f"{value:,.0f}" if abs(value) < 1e7 else f"{value:.3g}"
    else:
        text = f"{value:.3g}"
    return text + (unit if unit == "" or unit.startswith("%") else f" {unit}")


def _interval_text(figure: Interval, unit: str) -> str:
    low = number_text(figure.low, "") if math.isfinite(figure.low) else "no bound"
    high = number_text(figure.high, "") if math.isfinite(figure.high) else "no bound"
    bounded = math.isfinite(figure.low) or math.isfinite(figure.high)
    if math.isfinite(figure.value):
        interval = f"{low} to {high}" if bounded else f"no interval from {figure.count}"
        return f"{number_text(figure.value, unit)} ({interval})"
    if not bounded:
        return f"not determined from {figure.count}"
    if figure.value > 0:
        return f"{number_text(figure.low, unit)} or more"
    return f"{number_text(figure.high, unit)} or less"


def figure_text(name: str) -> str:
    """Formats the name of a figure. Names of tests stay unchanged.

    >>> figure_text("saved_plain"), figure_text("tests/test_life.py::test_it")
    ('saved plain', 'tests/test_life.py::test_it')
    """
    return name if "/" in name else name.replace("_", " ")
