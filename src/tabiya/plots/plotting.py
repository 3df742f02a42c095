"""Plots of figures that have intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..stats.bootstrap import Interval
from .plot import Plot

__all__ = ["bars", "lines"]

Named = Mapping[str, Mapping[Any, Interval]]
"""Lines or groups of bars by name, and in each an interval for every place on the axis."""


def bars(title: str, y: str, named: Named, base: float = 0.0) -> Plot:
    """Groups of bars with their intervals. Those of ratios have a base of 1."""
    return Plot(title, "", y, _points(named), base=base, intervals=_ends(named))


def lines(
    title: str, x: str, y: str, named: Named, log_x: bool = False, log_y: bool = False, base: float = 0.0
) -> Plot:
    """Lines with the intervals of their points. Those of ratios have a base of 1."""
    return Plot(title, x, y, _points(named), log_x, log_y, base=base, intervals=_ends(named))


def _points(named: Named) -> dict[str, list[tuple[Any, float]]]:
    return {name: [(x, found.value) for x, found in group.items()] for name, group in named.items()}


def _ends(named: Named) -> dict[str, list[tuple[float, float]]]:
    return {name: [(found.low, found.high) for found in group.values()] for name, group in named.items()}
