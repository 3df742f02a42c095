"""Runs the units of a comparison, games or positions, and keeps them in a file so that a run can go on."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...jobs import Job, Runner, run_jobs
from ..experiment import Scale
from ..results import ResultsFile, commit

__all__ = ["KEPT", "Kept", "keep", "kept_units", "run_units"]

KEPT = Path("lab-compare.jsonl")
"""Where an interrupted run without a file keeps its units."""


@dataclass(frozen=True)
class Kept:
    """The units in a file that this run needs no more."""

    values: dict[str, Any]
    """By the id of the job."""
    outdated: int
    """Units of this run that another commit measured. They are measured again."""


def kept_units(jobs: Sequence[Job], results: Path | None) -> Kept:
    """Returns the values of jobs from a file: same function and arguments, and measured by this commit."""
    if results is None:
        return Kept({}, 0)
    wanted = {job.id: job for job in jobs}
    file, now = ResultsFile(results), commit()
    values = {
        name: row["value"]
        for name, row in file.latest(now).items()
        if name in wanted and row.get("error") is None and row["arguments"] == wanted[name].arguments
    }
    other = {row["cell"] for row in file.read() if row.get("commit") != now}
    return Kept(values, len(other & wanted.keys() - values.keys()))


def run_units(
    jobs: Sequence[Job],
    runner: Runner,
    *,
    kept: Kept,
    results: Path | None = None,
    beat: str | None = None,
) -> Generator[tuple[Job, Any], None, None]:
    """Yields the job and value of each unit that is not kept, as they end, and appends them to a file.

    RuntimeError if one fails. `beat` is passed on to the jobs; it is no part of their identity.
    """
    wanted = {job.id: job for job in jobs if job.id not in kept.values}
    for result in run_jobs((_with_beat(job, beat) for job in wanted.values()), runner):
        if result.error is not None:
            raise RuntimeError(f"a unit of the comparison failed: {result.error}")
        if results is not None:
            keep(results, wanted[result.id], result.value, result.seconds)
        yield wanted[result.id], result.value


def keep(results: Path, job: Job, value: Any, seconds: float = 0.0) -> None:
    """Appends a unit to a file."""
    ResultsFile(results).append(job, value=value, seconds=seconds, machine={}, scale=Scale.FULL)


def _with_beat(job: Job, beat: str | None) -> Job:
    if beat is None or not isinstance(job.arguments, dict):
        return job
    return Job(job.id, job.function, {**job.arguments, "beat": beat})
