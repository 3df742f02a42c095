"""Runs experiments: cells are independent jobs, results are written one by one, runs can be resumed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..jobs import Inline, Job, JobResult, LocalPool, Runner, run_jobs
from .experiment import Experiment, Scale
from .machine import line_nanoseconds
from .results import ResultsFile, commit

__all__ = ["Plan", "Progress", "plan", "run"]

Progress = Callable[[Job, JobResult], object]


@dataclass
class Plan:
    """The work of a run."""

    scale: Scale
    together: list[Job] = field(default_factory=list)
    """Cells that count things. They may run in parallel."""
    alone: list[Job] = field(default_factory=list)
    """Cells that measure times. They run one at a time."""
    threaded: set[str] = field(default_factory=set)
    """Cells of these that measure times of several threads, by their identity."""
    known: int = 0
    """Cells that an earlier run measured."""
    missing: dict[str, str] = field(default_factory=dict)
    """Experiments that cannot run here, and why."""

    @property
    def cells(self) -> int:
        return len(self.together) + len(self.alone)


def plan(
    experiments: Sequence[Experiment],
    scale: Scale,
    results: ResultsFile,
    games: Sequence[str] | None = None,
    keep: bool = False,
) -> Plan:
    """Plans the cells missing in the results file. `keep` accepts results of other commits."""
    made = Plan(scale)
    done = results.latest(None if keep else commit())
    seen: set[str] = set()
    for experiment in experiments:
        reason = experiment.needs()
        if reason:
            made.missing[experiment.name] = reason
            continue
        for game in experiment.games:
            if games and game and game not in games:
                continue
            for cell in experiment.cells(scale, game):
                if cell.id in seen:
                    continue
                seen.add(cell.id)
                row = done.get(cell.id)
                if row is not None and row["error"] is None:
                    made.known += 1
                else:
                    (made.alone if experiment.alone else made.together).append(cell)
                    if experiment.threads:
                        made.threaded.add(cell.id)
    return made


def run(
    planned: Plan,
    results: ResultsFile,
    machine: dict[str, Any],
    runner: Runner | None = None,
    progress: Progress | None = None,
    in_process: bool = False,
) -> int:
    """Runs a plan and returns the number of failed cells. A failure is recorded and does not stop the run.

    Cells that count things go to `runner`, by default a pool on all cores. Cells that measure times run one
    at a time, each in a new process, so that none inherits memory and a crash affects only itself. With
    `in_process` they run in this process.
    """
    failed = 0
    one_at_a_time: Runner = Inline() if in_process else LocalPool(1, retries=1)
    for cells, place in ((planned.together, runner or LocalPool()), (planned.alone, one_at_a_time)):
        by_id = {cell.id: cell for cell in cells}
        before = line_nanoseconds() if by_id.keys() & planned.threaded else None
        for result in run_jobs(cells, place) if cells else ():
            cell = by_id[result.id]
            measured_on = dict(machine)
            if cell.id in planned.threaded:
                after = line_nanoseconds()
                measured_on["line_ns"] = [each for each in (before, after) if each is not None]
                before = after
            failed += result.error is not None
            results.append(
                cell,
                value=result.value,
                error=result.error,
                seconds=result.seconds,
                machine=measured_on,
                scale=planned.scale,
            )
            if progress is not None:
                progress(cell, result)
    return failed
