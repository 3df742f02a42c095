"""The runner for command line options."""

from __future__ import annotations

from .dask_runner import DaskRunner
from .job import Inline, Runner
from .pool import LocalPool

__all__ = ["runner_from"]


def runner_from(*, workers: int | None = None, dask: bool = False, scheduler: str | None = None) -> Runner:
    """Returns the runner for ``--workers N`` (0: this process), ``--dask`` and ``--scheduler tcp://…``.

    >>> type(runner_from(workers=0)).__name__, runner_from(workers=3).workers
    ('Inline', 3)
    """
    if scheduler is not None:
        return DaskRunner(scheduler, workers=workers)
    if dask:
        return DaskRunner(workers=workers)
    return Inline() if workers == 0 else LocalPool(workers)
