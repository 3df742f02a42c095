"""`Plot`: what a picture shows, before it is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Plot"]


@dataclass(frozen=True)
class Plot:
    """Lines or bars, for the report."""

    title: str
    x: str
    y: str
    series: Mapping[str, Sequence[tuple[Any, float]]]
    """Points of each line. If the first coordinates are texts, bars are drawn."""
    log_x: bool = False
    log_y: bool = False
    note: str = ""
    base: float = 0.0
    """The value that means nothing: 0, or 1 for ratios. Bars grow from it, and the axis includes it."""
    intervals: Mapping[str, Sequence[tuple[float, float]]] = field(default_factory=dict)
    """The intervals of the points of each line: low and high ends."""
