"""Plots as SVG, drawn without a library."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from typing import Any

from ..experiment import Plot
from .scales import Axis, axis_for, tick_text

__all__ = ["draw"]

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 74, 18, 62, 58
COLOURS = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4d7c0f")
STYLE = (
    "text{font:12px system-ui,'DejaVu Sans',sans-serif;fill:#334155}"
    ".title{font-size:15px;font-weight:600;fill:#0f172a}"
    ".grid{stroke:#e2e8f0}.axis{stroke:#64748b}.line{fill:none;stroke-width:2.2;stroke-linejoin:round}"
)


def draw(plot: Plot) -> str:
    """Returns the plot as an SVG document.

    >>> draw(Plot("Nodes", "depth", "nodes", {"table": [(1, 20), (2, 400)]})).count("<circle")
    2
    """
    points = [point for series in plot.series.values() for point in series]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="plot" role="img" '
        f'aria-label="{escape(plot.title)}"><style>{STYLE}</style>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text class="title" x="{LEFT}" y="22">{escape(plot.title)}</text>',
    ]
    if not points:
        parts.append(f'<text x="{LEFT}" y="{HEIGHT / 2}">nothing was measured</text></svg>')
        return "".join(parts)
    bars = isinstance(points[0][0], str)
    # Bars start at zero, because their length is compared.
    values = [y for _, y in points] + ([0.0] if bars and not plot.log_y else [])
    ends = [end for series in plot.intervals.values() for interval in series for end in interval]
    values += [end for end in ends if math.isfinite(end) and (end > 0 or not plot.log_y)]
    y_axis = axis_for(values, HEIGHT - BOTTOM, TOP, plot.log_y)
    parts += _horizontal_grid(y_axis)
    parts += _bars(plot, y_axis) if bars else _lines(plot, y_axis)
    parts += _names(plot)
    return "".join(parts) + "</svg>"


def _horizontal_grid(axis: Axis) -> list[str]:
    parts = []
    for tick in axis.ticks():
        y = axis.place(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick_text(tick)}</text>')
    return parts


def _lines(plot: Plot, y_axis: Axis) -> list[str]:
    xs = [x for series in plot.series.values() for x, _ in series]
    x_axis = axis_for(xs, LEFT, WIDTH - RIGHT, plot.log_x, from_zero=False)
    parts = []
    for tick in x_axis.ticks():
        x = x_axis.place(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 17}" text-anchor="middle">{tick_text(tick)}</text>'
        )
    for number, (name, series) in enumerate(plot.series.items()):
        places = [(x_axis.place(x), y_axis.place(y)) for x, y in series]
        colour = COLOURS[number % len(COLOURS)]
        for (x, _), interval in zip(places, plot.intervals.get(name, ()), strict=False):
            parts.append(_whisker(x, interval, y_axis, colour))
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline class="line" stroke="{colour}" points="{path}"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}"/>' for x, y in places]
    return parts


def _bars(plot: Plot, y_axis: Axis) -> list[str]:
    categories = list(dict.fromkeys(x for series in plot.series.values() for x, _ in series))
    room = (WIDTH - LEFT - RIGHT) / len(categories)
    thickness = room * 0.8 / len(plot.series)
    ground = y_axis.place(max(y_axis.low, 0.0) if not y_axis.logarithmic else y_axis.low)
    parts = []
    for number, (name, series) in enumerate(plot.series.items()):
        colour = COLOURS[number % len(COLOURS)]
        intervals = plot.intervals.get(name, ())
        for place, (x, value) in enumerate(series):
            left = LEFT + categories.index(x) * room + room * 0.1 + number * thickness
            top, bottom = sorted((y_axis.place(value), ground))
            parts.append(
                f'<rect x="{left:.1f}" y="{top:.1f}" width="{thickness * 0.94:.1f}" '
                f'height="{max(bottom - top, 1):.1f}" fill="{colour}"/>'
            )
            if place < len(intervals):
                parts.append(_whisker(left + thickness * 0.47, intervals[place], y_axis, "#0f172a"))
    parts += [_category(str(name), LEFT + (i + 0.5) * room, room) for i, name in enumerate(categories)]
    return parts


def _whisker(x: float, interval: tuple[float, float], y_axis: Axis, colour: str) -> str:
    """Draws an interval as a line with two ends. An open interval ends at the edge of the plot."""
    low, high = (min(max(end, y_axis.low), y_axis.high) for end in interval)
    top, bottom = y_axis.place(high), y_axis.place(low)
    path = f"M{x - 4:.1f},{top:.1f}h8M{x:.1f},{top:.1f}V{bottom:.1f}M{x - 4:.1f},{bottom:.1f}h8"
    return f'<path class="interval" stroke="{colour}" fill="none" stroke-width="1.4" d="{path}"/>'


def _category(name: str, x: float, room: float) -> str:
    """A name below its bars, one word per line if it is too long."""
    name = name.replace("_", " ")
    words = [name] if len(name) * 6.4 <= room else name.split()
    lines = "".join(
        f'<tspan x="{x:.1f}" y="{HEIGHT - BOTTOM + 15 + 12 * number}">{escape(word)}</tspan>'
        for number, word in enumerate(words[:3])
    )
    return f'<text text-anchor="middle" style="font-size:11px">{lines}</text>'


def _names(plot: Plot) -> list[str]:
    """The labels of the axes and colours."""
    across, middle, ground = (LEFT + WIDTH - RIGHT) / 2, (TOP + HEIGHT - BOTTOM) / 2, HEIGHT - BOTTOM
    turn = f'transform="rotate(-90 14 {middle})"'
    parts = [
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{ground}" y2="{ground}"/>',
        f'<text x="{across}" y="{HEIGHT - 12}" text-anchor="middle">{escape(plot.x)}</text>',
        f'<text x="14" y="{middle}" text-anchor="middle" {turn}>{escape(plot.y)}</text>',
    ]
    if len(plot.series) > 1:
        parts += _legend(list(plot.series))
    return parts


def _legend(names: Sequence[Any]) -> list[str]:
    parts, x = [], float(LEFT)
    for number, name in enumerate(str(name).replace("_", " ") for name in names):
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<rect x="{x:.1f}" y="37" width="11" height="11" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 16:.1f}" y="47">{escape(name)}</text>')
        x += 30 + 6.8 * len(name)
    return parts
