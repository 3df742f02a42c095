"""Runs jobs on a Dask cluster: a running one, or a new one on this machine."""

from __future__ import annotations

import logging
import os
import time
from asyncio import CancelledError
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from typing import Any
from uuid import uuid4

from .._utils.extras import require
from .job import Job, JobResult, call

__all__ = ["DaskRunner"]

AHEAD = 2
"""Jobs queued per cluster thread, so that none is idle while results are processed."""
DIED = "the worker died too often while it ran this job"
SECONDS_TO_CONNECT = 10.0
SECONDS_FOR_WORKERS = 60.0
SECONDS_BETWEEN_LOOKS = 0.02


class DaskRunner:
    """Runs jobs on the cluster of a scheduler, ``"tcp://host:8786"``; None starts a cluster on this machine.

    The workers need the same version of tabiya. If a worker dies, Dask gives its job to another one, on a
    local cluster up to `retries` times. After that the job's result is an error.
    """

    def __init__(self, scheduler: str | None = None, *, workers: int | None = None, retries: int = 2) -> None:
        if scheduler is not None and workers is not None:
            raise ValueError("workers only applies to a local cluster; a scheduler has its own workers")
        self.scheduler = scheduler
        self.workers = workers or len(os.sched_getaffinity(0))
        self.retries = retries
        _library()

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        """Keeps slightly more jobs than threads on the cluster; the rest waits here.

        Errors of a job are results, so exceptions from Dask concern its workers. Dask blames a death on all
        jobs of the worker, whether they ran or not. Jobs blamed too often are tried once more, each alone on
        the cluster, where no other job can be at fault.
        """
        library = _library()
        with ExitStack() as stack:
            if self.scheduler is not None:
                stack.enter_context(_quiet_log())
            client = self._client(library, stack)
            room = AHEAD * max(sum(client.nthreads().values()), 1)
            suspects: list[Job] = []
            for job, result in _finished(library, client, jobs, room):
                if isinstance(result, JobResult):
                    yield result
                else:
                    suspects.append(job)
            for job, result in _finished(library, client, iter(suspects), 1):
                yield result if isinstance(result, JobResult) else _failure(job, result)

    def _client(self, library: Any, stack: ExitStack) -> Any:
        if self.scheduler is None:
            return self._local_cluster(library, stack)
        try:
            client = library.Client(self.scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ValueError(f"no Dask scheduler at {self.scheduler}: {error}") from None
        stack.enter_context(client)
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise ValueError(f"the Dask scheduler at {self.scheduler} has no workers") from None
        return client

    def _local_cluster(self, library: Any, stack: ExitStack) -> Any:
        import dask.config

        settings = {
            "distributed.scheduler.allowed-failures": self.retries,
            # By default Dask gives up on a worker that is still restarting 15 s after its death.
            "distributed.deploy.lost-worker-timeout": "1 day",
        }
        stack.enter_context(dask.config.set(settings))
        cluster = library.LocalCluster(
            n_workers=self.workers,
            threads_per_worker=1,
            processes=True,
            dashboard_address="127.0.0.1:0",
            memory_limit=0,  # tables are large, and shared memory would count for each worker
        )
        stack.enter_context(cluster)
        return stack.enter_context(library.Client(cluster, set_as_default=False))


def _finished(
    library: Any, client: Any, jobs: Iterator[Job], room: int
) -> Generator[tuple[Job, JobResult | BaseException], None, None]:
    """Yields jobs as they end, with at most `room` on the cluster. Yields an error if the cluster failed."""
    run = uuid4().hex
    under_way: dict[Any, Job] = {}
    finished = library.as_completed(loop=client.loop)

    def submit(count: int) -> None:
        for job in islice(jobs, count):
            future = client.submit(call, job, key=f"{job.id} {run}", pure=False)
            under_way[future] = job
            finished.add(future)

    try:
        submit(room)
        while under_way:
            while not finished.has_ready():
                _check_connected(client)
                time.sleep(SECONDS_BETWEEN_LOOKS)
            future = next(finished)
            job = under_way.pop(future)
            result = _result(future)
            submit(1)
            yield job, result
    finally:
        if _is_connected(client):
            client.cancel(list(under_way), force=True)


@contextmanager
def _quiet_log() -> Iterator[None]:
    """Silences Dask's log: a lost scheduler is reported here, in a sentence instead of tracebacks."""
    found = [
        logger
        for name in list(logging.root.manager.loggerDict)
        if name.startswith("distributed")
        if isinstance(logger := logging.root.manager.loggerDict[name], logging.Logger)
    ]
    levels = [logger.level for logger in found]
    for logger in found:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(found, levels, strict=True):
            logger.setLevel(level)


def _is_connected(client: Any) -> bool:
    return bool(client.status == "running" and client.scheduler is not None)


def _check_connected(client: Any) -> None:
    """Raises ConnectionError if the scheduler is gone: Dask itself would wait for it forever."""
    if not _is_connected(client):
        raise ConnectionError("the Dask scheduler is gone; run the same command again to continue")


def _result(future: Any) -> JobResult | BaseException:
    try:
        result: JobResult = future.result()
    except (Exception, CancelledError) as error:
        return error
    return result


def _failure(job: Job, error: BaseException) -> JobResult:
    died = type(error).__name__ == "KilledWorker"
    return JobResult(job.id, None, DIED if died else f"{type(error).__name__}: {error}", 0.0)


def _library() -> Any:
    require("dask", "Dask")
    import distributed

    return distributed
