"""How `tabiya lab compare` runs: what it says beforehand, its bar, and what Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape

from .lab_common import Watch

if TYPE_CHECKING:
    from ..jobs import Job
    from ..lab.compare import Question
    from ..lab.compare.plan import SearchPace

__all__ = ["STOPPED", "announce", "run_watched", "tell_needed", "warn_of_room"]

STOPPED = 130
"""The exit code after Ctrl-C."""
FIRST_UNITS = 8
"""Units from which the sample size for the wanted interval can be estimated."""


def announce(console: Console, question: Question, pace: SearchPace, workers: int | None) -> None:
    """Prints how long a comparison will take, and which tables it will not fill."""
    from ..jobs import LocalPool
    from ..lab.compare.measure import ENTRY_BYTES, room_for
    from ..lab.compare.plan import seconds_text

    cores = 1 if workers == 0 else LocalPool(workers).workers
    units = len(question.positions)
    each = room_for(question.nodes * question.moves) * ENTRY_BYTES / 2**30
    console.print(
        f"{units} {question.unit} of {question.game}, {question.nodes:,} nodes per "
        f"{'move' if question.moves > 1 else 'position'}, {len(question.designs)} tables, "
        f"{len(question.memories)} {'size' if len(question.memories) == 1 else 'sizes'}: about "
        f"{seconds_text(pace.seconds(question, units, cores))} with {cores} "
        f"{'process' if cores == 1 else 'processes'}{f' of {each:.1f} GB each' if each > 0.5 else ''}",
        soft_wrap=True,
    )
    warn_of_room(console, question.designs, question.sizes, pace, question.moves, question.nodes)


def warn_of_room(
    console: Console, designs: Sequence[str], sizes: Sequence[float], pace: SearchPace, moves: int, nodes: int
) -> None:
    """Warns of tables with more room than the searches fill."""
    from ..lab.compare.plan import FILLS, LEAST_LOAD, largest_room

    for size in sizes:
        room = largest_room(designs, size)
        load = pace.load(room, moves, nodes)
        if load < LEAST_LOAD:
            console.print(
                f"{size:g} MB has room for more than these searches fill (about {load:.0%} of it), so that "
                f"no table forgets much: --nodes {pace.nodes_to_fill(room, moves)} would fill it {FILLS:g} "
                "times",
                soft_wrap=True,
            )


def run_watched(
    console: Console,
    jobs: Sequence[Job],
    results: Path | None,
    workers: int | None,
    *,
    what: str,
    unit: str,
    steps: tuple[int, str],
    first_units: Callable[[Watch, dict[str, Any]], None] | None = None,
) -> tuple[dict[str, Any], bool]:
    """Returns the values of the finished units by the ids of their jobs, and whether Ctrl-C ended the run.

    `steps` are those of a unit and their name. Exits if no unit was finished. ValueError if one failed.
    """
    from ..jobs import runner_from
    from ..lab.compare.units import kept_units, run_units

    kept = kept_units(jobs, results)
    known, stopped, failure = dict(kept.values), False, ""
    if results is not None:
        _tell_kept(console, len(known), len(jobs), kept.outdated, unit, results)
    count, name = steps
    with Watch(console, what, total=count * len(jobs), done=count * len(known), steps=name) as watch:
        units = run_units(jobs, runner_from(workers=workers), kept=kept, results=results, beat=watch.beat)
        try:
            with closing(units):
                for job, value in units:
                    known[job.id] = value
                    if first_units is not None and len(known) == FIRST_UNITS < len(jobs):
                        first_units(watch, known)
        except KeyboardInterrupt:
            stopped = True
        except RuntimeError as error:
            failure = str(error)
    if failure:
        if known:
            _keep(console, jobs, known, results, unit)
        raise ValueError(failure)
    if stopped:
        if not known:
            console.print(f"stopped before the first of {len(jobs)} {unit} was finished")
            raise click.exceptions.Exit(STOPPED)
        _keep(console, jobs, known, results, unit)
    return known, stopped


def tell_needed(watch: Watch, question: Question, known: dict[str, Any]) -> None:
    """Estimates from the first units how many the wanted interval needs."""
    from ..lab.compare.plan import units_needed

    needed = units_needed(question.answer(list(known.values())).rows, question.margin)
    if needed is not None:
        watch.tell(
            f"after {len(known)} {question.unit}: intervals of {question.margin:.0%} to either side will "
            f"take about {needed[0]:,} {question.unit}; this run has {len(question.positions)}"
        )


def _tell_kept(console: Console, known: int, wanted: int, outdated: int, unit: str, results: Path) -> None:
    if known:
        console.print(f"{known} of {wanted} {unit} are already in {escape(str(results))}", soft_wrap=True)
    if outdated:
        console.print(
            f"{outdated} {unit} in {escape(str(results))} come from another commit and are measured again",
            soft_wrap=True,
        )


def _keep(
    console: Console, jobs: Sequence[Job], known: dict[str, Any], results: Path | None, unit: str
) -> None:
    """Keeps the finished units of a stopped run, and says where."""
    from ..lab.compare.units import KEPT, keep, kept_units

    file = results or KEPT
    if results is None:
        there = kept_units(jobs, KEPT).values
        for job in jobs:
            if job.id in known and job.id not in there:
                keep(KEPT, job, known[job.id])
    console.print(
        f"stopped after {len(known)} of {len(jobs)} {unit}, kept in {escape(str(file))}: the same command "
        f"with --results {escape(str(file))} continues",
        soft_wrap=True,
    )
