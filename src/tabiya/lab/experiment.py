"""Experiments: cells that are measured one by one, and figures computed from them.

A cell is one measurement and a `Job`: a function's name and plain arguments, so that it can be written to a
file, run in another process or on another machine, and recognised when a run is resumed. Experiments that
need the same cell share its result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from ..jobs import Job
from ..plots.plot import Plot
from ..stats.bootstrap import Figure
from .claims.claim import Claim
from .games import depths_of, games

__all__ = [
    "NO_GAME",
    "Cells",
    "Experiment",
    "Figures",
    "Plots",
    "Row",
    "Rows",
    "Scale",
    "cell",
    "depth_of",
    "halves",
    "measured_games",
    "nothing",
    "unit_of",
]

NO_GAME = ("",)
"""The games of an experiment that only concerns the table."""


class Scale(StrEnum):
    """The amount of work."""

    SMOKE = "smoke"
    """The minimum to show that an experiment works. Its figures mean nothing."""
    QUICK = "quick"
    """All experiments together in two minutes."""
    FULL = "full"
    """All experiments together in half an hour."""

    def pick(self, smoke: Any, quick: Any, full: Any) -> Any:
        """Returns one of three values.

        >>> Scale.QUICK.pick(1, 2, 3)
        2
        """
        return {Scale.SMOKE: smoke, Scale.QUICK: quick, Scale.FULL: full}[self]


def cell(function: Callable[..., Any], **arguments: Any) -> Job:
    """Returns a measurement as a job: a module-level function with keyword arguments.

    >>> from tabiya.lab.bench.search_runs import some
    >>> cell(some, quick=True).function
    'tabiya.lab.bench.search_runs:some'
    """
    return Job.of(f"{function.__module__}:{function.__qualname__}", arguments)


def measured_games() -> tuple[str, ...]:
    """Returns the games that benchmarks and experiments measure."""
    return tuple(games())


def depth_of(experiment: str, game: str, scale: Scale) -> int:
    """Returns the search depth of an experiment for a game.

    >>> depth_of("hit_rates", "chess", Scale.QUICK)
    10
    """
    return int(scale.pick(*depths_of(game).lab[experiment]))


@dataclass(frozen=True)
class Row:
    """A completed measurement."""

    arguments: Mapping[str, Any]
    value: Any
    line_ns: tuple[float, ...] = ()
    """Of a measurement with several threads: how long a line took between the cores, before and after."""


Cells: TypeAlias = Iterator[Job]
Rows: TypeAlias = Sequence[Row]
Figures: TypeAlias = dict[str, Figure]
Plots: TypeAlias = list[Plot]


UNITS = ("positions_of", "position", "seed", "number")
"""The arguments of a cell that name its unit."""


def unit_of(arguments: Mapping[str, Any]) -> tuple[Any, ...]:
    """Returns the unit that a cell belongs to, by its arguments alone. Empty if it has none.

    >>> unit_of({"game": "chess", "position": 7, "depth": 5})
    (7,)
    """
    return tuple(arguments[name] for name in UNITS if name in arguments)


def halves(rows: Rows) -> tuple[list[Row], list[Row]]:
    """Splits rows by unit, every other one: one half to choose on, the other to judge the choice.

    Only the order of the cells decides, so that no measurement can influence it.

    >>> [[row.value for row in half] for half in halves([Row({"position": n // 2}, n) for n in range(6)])]
    [[0, 1, 4, 5], [2, 3]]
    """
    units = list(dict.fromkeys(unit_of(row.arguments) for row in rows))
    first = set(units[::2])
    chosen_on = [row for row in rows if unit_of(row.arguments) in first]
    return chosen_on, [row for row in rows if unit_of(row.arguments) not in first]


def nothing(*_: Any) -> Plots:
    """Returns no plots."""
    return []


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A question about the table or the search, and how to answer it.

    `cells` lists the measurements for a game. `figures` computes named numbers from the rows. Claims refer to
    an experiment and one of its figures.
    """

    name: str
    title: str
    """The question, in one line."""
    varies: str
    measures: str
    unit: str
    """The sampled unit. Units are independent of each other, and variants are paired on them."""
    sample: str
    """The number of units in a full run, and their source."""
    power: str
    """The smallest difference that this sample detects. Smaller ones stay inconclusive."""
    cells: Callable[[Scale, str], Iterable[Job]]
    figures: Callable[[Rows], Mapping[str, Figure]]
    plots: Callable[[str, Rows], Sequence[Plot]] = nothing
    games: tuple[str, ...] = field(default_factory=measured_games)
    alone: bool = False
    """Whether it measures times, so that nothing else may run at the same time."""
    threads: bool = False
    """Whether it measures times of several threads. They depend on how near the cores are to each other, so
    that is measured with each cell."""
    needs: Callable[[], str | None] = lambda: None
    """Returns what is missing to run it here, if anything."""
    on_half: tuple[str, ...] = ()
    """Figures about a choice, judged on the second of `halves`. All others use every unit, whatever was
    measured on it: a sample chosen by its outcome shows the choice, not an effect."""
    simulated: str = ""
    """The part that is simulated instead of measured. Shown with its figures."""
    ranked: tuple[str, ...] = ()
    """Figures that take an order of outcomes: medians, extremes. All others use every unit of the sample, or
    units chosen by their arguments, before anything is measured."""
    command: str = ""
    """The command that measures it, if not `tabiya lab run`, which then only reads what is stored."""
    claims: tuple[Claim, ...] = ()
    """Additional claims that are not in the register."""
