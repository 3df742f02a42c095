"""Plots as SVG, drawn without a library."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

from .plot import Plot
from .scales import Axis, axis_for, tick_text

__all__ = ["draw"]

WIDTH, HEIGHT = 640, 380
LEFT, RIGHT, TOP, BOTTOM = 74, 18, 62, 58
TITLE_LEFT, TITLE_WIDTH = 20, 70
"""In pixels, and in letters: about 8.5 pixels each."""
KEY_HEIGHT = 16
LETTER = 6.4
"""Pixels of a letter below bars."""
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
    title = wrap(plot.title, TITLE_WIDTH) or [""]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" class="plot" role="img" '
        f'aria-label="{escape(plot.title)}"><style>{STYLE}</style>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        *(
            f'<text class="title" x="{TITLE_LEFT}" y="{22 + 17 * number}">{escape(line)}</text>'
            for number, line in enumerate(title)
        ),
    ]
    if not points:
        parts.append(f'<text x="{LEFT}" y="{HEIGHT / 2}">nothing was measured</text></svg>')
        return "".join(parts)
    bars = isinstance(points[0][0], str)
    # Bars grow from the base, because their length is compared.
    values = [y for _, y in points] + ([plot.base] if (bars or plot.base) and not plot.log_y else [])
    ends = [end for series in plot.intervals.values() for interval in series for end in interval]
    values += [end for end in ends if math.isfinite(end) and (end > 0 or not plot.log_y)]
    keys = _legend(list(plot.series), 20 + 17 * len(title)) if len(plot.series) > 1 else []
    frame = PlotArea(
        TOP + 17 * (len(title) - 1) + KEY_HEIGHT * max(_rows(list(plot.series)) - 1, 0),
        HEIGHT - BOTTOM - (12 * (_deepest(plot) - 2) if bars and _deepest(plot) > 2 else 0),
    )
    y_axis = axis_for(values, frame.ground, frame.top, plot.log_y, from_zero=not plot.base)
    parts += _horizontal_grid(y_axis)
    parts += _bars(plot, y_axis, frame) if bars else _lines(plot, y_axis, frame)
    parts += [*keys, *_names(plot, frame)]
    return "".join(parts) + "</svg>"


class PlotArea(NamedTuple):
    """The room between title, keys and names of the axis."""

    top: float
    ground: float


def _rooms(plot: Plot) -> tuple[list[str], float]:
    """Returns the names below the bars, and the width that each has."""
    categories = list(dict.fromkeys(x for series in plot.series.values() for x, _ in series))
    return categories, (WIDTH - LEFT - RIGHT) / len(categories)


def _deepest(plot: Plot) -> int:
    """Returns the most lines of a name below the bars."""
    categories, room = _rooms(plot)
    return max(len(_lines_of(name, room)) for name in categories)


def _horizontal_grid(axis: Axis) -> list[str]:
    parts = []
    for tick in axis.ticks():
        y = axis.place(tick)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{tick_text(tick)}</text>')
    return parts


def _lines(plot: Plot, y_axis: Axis, frame: PlotArea) -> list[str]:
    xs = [x for series in plot.series.values() for x, _ in series]
    x_axis = axis_for(xs, LEFT, WIDTH - RIGHT, plot.log_x, from_zero=False)
    parts = []
    for tick in x_axis.ticks():
        x = x_axis.place(tick)
        parts.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{frame.top}" y2="{frame.ground}"/>')
        parts.append(
            f'<text x="{x:.1f}" y="{frame.ground + 17}" text-anchor="middle">{tick_text(tick)}</text>'
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


def _bars(plot: Plot, y_axis: Axis, frame: PlotArea) -> list[str]:
    categories, room = _rooms(plot)
    thickness = room * 0.8 / len(plot.series)
    ground = y_axis.place(y_axis.low if y_axis.logarithmic else max(y_axis.low, plot.base))
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
    for place, name in enumerate(categories):
        parts.append(_category(_lines_of(name, room), LEFT + (place + 0.5) * room, room, frame))
    return parts


def _whisker(x: float, interval: tuple[float, float], y_axis: Axis, colour: str) -> str:
    """Draws an interval as a line with two ends. An open interval ends at the edge of the plot."""
    low, high = (min(max(end, y_axis.low), y_axis.high) for end in interval)
    top, bottom = y_axis.place(high), y_axis.place(low)
    path = f"M{x - 4:.1f},{top:.1f}h8M{x:.1f},{top:.1f}V{bottom:.1f}M{x - 4:.1f},{bottom:.1f}h8"
    return f'<path class="interval" stroke="{colour}" fill="none" stroke-width="1.4" d="{path}"/>'


def _shown(name: object) -> str:
    """Returns the name of a figure as words. The name of a table stays as it is written on a command line."""
    text = str(name)
    return text if "=" in text else text.replace("_", " ")


def _lines_of(name: object, room: float) -> list[str]:
    """Returns a whole name in lines that fit, broken after words, colons and commas."""
    lines = [""]
    for piece in re.findall(r"[^ :,=]+[:,=]? ?|.", _shown(name)):
        if lines[-1] and len((lines[-1] + piece).rstrip()) * LETTER > room:
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


def _category(lines: list[str], x: float, room: float, frame: PlotArea) -> str:
    """A name below its bars. A line that is still too long is narrowed, never cut."""
    spans = []
    fit = f' textLength="{room - 2:.1f}" lengthAdjust="spacingAndGlyphs"'
    for number, line in enumerate(lines):
        y, narrow = frame.ground + 15 + 12 * number, fit if len(line) * LETTER > room else ""
        spans.append(f'<tspan x="{x:.1f}" y="{y}"{narrow}>{escape(line)}</tspan>')
    return f'<text text-anchor="middle" style="font-size:11px">{"".join(spans)}</text>'


def _names(plot: Plot, frame: PlotArea) -> list[str]:
    """The labels of the axes."""
    across, middle, ground = (LEFT + WIDTH - RIGHT) / 2, (frame.top + frame.ground) / 2, frame.ground
    turn = f'transform="rotate(-90 14 {middle})"'
    return [
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{ground}" y2="{ground}"/>',
        f'<text x="{across}" y="{HEIGHT - 12}" text-anchor="middle">{escape(plot.x)}</text>',
        f'<text x="14" y="{middle}" text-anchor="middle" {turn}>{escape(plot.y)}</text>',
    ]


def _places(names: Sequence[Any]) -> list[tuple[float, int]]:
    """Returns the place of each name in the legend: its left end, and its row."""
    found, x, row = [], float(LEFT), 0
    for name in map(str, names):
        width = 30 + 6.8 * len(name)
        if x > LEFT and x + width > WIDTH:
            x, row = float(LEFT), row + 1
        found.append((x, row))
        x += width
    return found


def _rows(names: Sequence[Any]) -> int:
    """Returns the number of rows of the legend."""
    return _places(names)[-1][1] + 1 if len(names) > 1 else 0


def _legend(names: Sequence[Any], top: float) -> list[str]:
    """The legend, with full names, in as many rows as they need."""
    parts = []
    for number, (name, (x, row)) in enumerate(zip(names, _places(names), strict=True)):
        colour, y = COLOURS[number % len(COLOURS)], top + KEY_HEIGHT * row
        parts.append(f'<rect x="{x:.1f}" y="{y}" width="11" height="11" rx="2" fill="{colour}"/>')
        parts.append(f'<text x="{x + 16:.1f}" y="{y + 10}">{escape(_shown(name))}</text>')
    return parts
