"""How deep the search gets in the same time, with and without the table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...plots.plotting import lines
from ...stats.bootstrap import Interval, mean_interval
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..searching import COMPARABLE, middlegame_numbers, search

TIMES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)


def times_within(movetime: int) -> list[float]:
    """Returns the times that a search of this many milliseconds reaches."""
    return [time for time in TIMES if time <= movetime / 1000]


def depth_after(time: float, ends: Iterable[tuple[float, int]]) -> int:
    """Returns the last depth completed by then. `ends` are the seconds and depths of iterations."""
    return max((depth for seconds, depth in ends if seconds <= time), default=0)


def timed_search(game: str, position: int, movetime: int, table: dict[str, Any] | None) -> dict[str, Any]:
    """Searches a middlegame for a time with the comparable search."""
    return search(
        game=game,
        position=position,
        table=table,
        options=COMPARABLE,
        movetime=movetime,
        positions_of=f"{game}_middlegames",
    )


def in_turns(*, game: str, position: int, movetime: int) -> dict[str, Any]:
    """Returns the depth reached after several times, without and with a table, one search after the other."""
    reached = {}
    for name, table in (("no table", None), ("table", {"hash_mb": 64})):
        measured = timed_search(game, position, movetime, table)
        ends = [(it["seconds"], it["depth"]) for it in measured["iterations"]]
        reached[name] = [depth_after(time, ends) for time in times_within(movetime)]
    return reached


def cells(scale: Scale, game: str) -> Cells:
    for position in middlegame_numbers(scale.pick(2, 6, 60)):
        yield cell(in_turns, game=game, position=position, movetime=scale.pick(20, 100, 500))


def means(rows: Rows) -> dict[str, dict[float, Interval]]:
    """Returns the mean depth at each time, one line per subject."""
    found = {}
    for name in ("no table", "table"):
        columns = zip(*(row.value[name] for row in rows), strict=True)
        found[name] = {time: mean_interval(column) for time, column in zip(TIMES, columns, strict=False)}
    return found


def figures(rows: Rows) -> Figures:
    off, on = (list(line.items())[-1] for line in means(rows).values())
    more = mean_interval([row.value["table"][-1] - row.value["no table"][-1] for row in rows])
    return {"plies_more": more, "depth_without": off[1], "depth_with": on[1], "seconds": on[0]}


def plots(game: str, rows: Rows) -> Plots:
    return [lines(f"Depth by time, {game}", "seconds", "depth", means(rows), log_x=True)]


EXPERIMENT = Experiment(
    name="depth_at_time",
    title="How much deeper does the search get in the same time?",
    varies="the table: none, or 64 MB",
    measures="the last completed iteration after 10 ms to 0.5 s",
    unit="a middlegame, searched for the same time by the comparable search",
    sample="60 positions from 60 self-played games",
    power="detects differences of half a ply",
    cells=cells,
    figures=figures,
    plots=plots,
    alone=True,
)
