"""Figures from rows of `nodes_to_depth`: designs compared on the same positions, with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...jobs import Job
from ...stats.bootstrap import Interval, ratio_interval, share_interval
from ..experiment import Row, Scale, cell
from .measure import nodes_to_depth
from .positions import middlegames

__all__ = ["POSITIONS", "Paired", "gain", "paired_cells", "pressure_text"]

POSITIONS = (2, 8, 64)
"""Positions by scale."""


def paired_cells(
    scale: Scale,
    game: str,
    designs: Sequence[str],
    pressures: Sequence[float],
    nodes: tuple[int, int, int],
    searches: int = 1,
) -> Iterator[Job]:
    """Yields a cell per position, in which all designs search it. `nodes` is by scale."""
    for position in middlegames(game, scale.pick(*POSITIONS)):
        yield cell(
            nodes_to_depth,
            game=game,
            position=position,
            designs=list(designs),
            pressures=list(pressures),
            nodes=scale.pick(*nodes),
            searches=searches,
        )


@dataclass(frozen=True)
class Paired:
    """The measurements of several positions, one row each."""

    rows: Sequence[Row]

    def runs(self, design: str, pressure: float) -> list[Any]:
        """Returns the counts of a design at a pressure, by position."""
        arguments = self.rows[0].arguments
        place, number = arguments["pressures"].index(pressure), arguments["designs"].index(design)
        return [row.value["runs"][place][number] for row in self.rows]

    def nodes(self, design: str, pressure: float) -> list[float]:
        return [run["nodes"] for run in self.runs(design, pressure)]

    def ratio(self, design: str, base: str, pressure: float, base_pressure: float | None = None) -> Interval:
        """Returns the nodes of a design relative to another's."""
        below = self.nodes(base, pressure if base_pressure is None else base_pressure)
        return ratio_interval(self.nodes(design, pressure), below)

    def unlimited(self, design: str, pressure: float) -> Interval:
        """Returns nodes relative to an unlimited table."""
        return ratio_interval(self.nodes(design, pressure), [row.value["nodes"] for row in self.rows])

    def rates(self, design: str, pressure: float, part: str, whole: str) -> list[float]:
        """Returns one count relative to another by position. At least one counts, so that ratios exist."""
        return [max(run[part], 1) / max(run[whole], 1) for run in self.runs(design, pressure)]

    def percent(self, design: str, pressure: float, part: str, *whole: str) -> Interval:
        """Returns one count as a percentage of the sum of others, over all positions."""
        runs = self.runs(design, pressure)
        wholes = [sum(run[name] for name in whole) for run in runs]
        return share_interval([run[part] for run in runs], wholes).scaled(100)


def gain(ratio: Interval) -> Interval:
    """Converts a ratio of nodes to the percentage of nodes that the other design needs more.

    >>> gain(Interval(0.8, 0.5, 1.0, 64)).value
    25.0
    """
    return ratio.inverse().scaled(100, -100)


def pressure_text(pressure: float) -> str:
    """Returns a pressure as text for the name of a figure.

    >>> pressure_text(1 / 16), pressure_text(2)
    ('1_16', '2')
    """
    return f"{pressure:g}" if pressure >= 1 else f"1_{1 / pressure:g}"
