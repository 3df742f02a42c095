"""A process pool that survives the death of its workers."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from multiprocessing import connection, get_context

from .job import Job, JobResult
from .worker import serve

__all__ = ["LocalPool"]

GRACE = 3.0
"""Seconds for a worker to clean up when it must stop."""


class LocalPool:
    """Runs jobs on worker processes of this machine, by default one per core.

    If a worker dies (killed, out of memory, crashed in native code), its job goes to a new one, up to
    `retries` times. After that the result is an error. Workers end with the pool, and when their parent is
    killed.
    """

    def __init__(self, workers: int | None = None, *, retries: int = 2) -> None:
        if workers is not None and workers < 1:
            raise ValueError(f"a pool needs at least 1 worker, not {workers}")
        self.workers = workers or len(os.sched_getaffinity(0))
        self.retries = retries

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        """Gives each worker one job at a time, so that the job of a dead worker is known."""
        crew: list[_Worker] = []
        again: deque[tuple[Job, int]] = deque()
        try:
            while True:
                self._give_work(crew, again, jobs)
                busy = {worker.connection: worker for worker in crew if worker.job is not None}
                if not busy:
                    return
                for ready in connection.wait(list(busy)):
                    worker = busy[ready]  # type: ignore[index]
                    result = worker.receive()
                    if result is None:
                        crew.remove(worker)
                        result = self._died(worker, again)
                    if result is not None:
                        yield result
        finally:
            _dismiss(crew)

    def _give_work(self, crew: list[_Worker], again: deque[tuple[Job, int]], jobs: Iterator[Job]) -> None:
        """Gives a job to every idle worker. Starts workers while there is work."""
        idle = [worker for worker in crew if worker.job is None]
        while idle or len(crew) < self.workers:
            job, deaths = again.popleft() if again else (next(jobs, None), 0)
            if job is None:
                return
            if not idle:
                idle.append(_Worker())
                crew.append(idle[-1])
            idle.pop().give(job, deaths)

    def _died(self, worker: _Worker, again: deque[tuple[Job, int]]) -> JobResult | None:
        """Repeats the job of a dead worker. After too many deaths, returns an error as its result."""
        reason = worker.cause_of_death()
        assert worker.job is not None
        deaths = worker.deaths + 1
        if deaths <= self.retries:
            again.append((worker.job, deaths))
            return None
        times = "once" if deaths == 1 else f"{deaths} times"
        return JobResult(worker.job.id, None, f"the worker died {times} (last time {reason})", 0.0)


class _Worker:
    """A process and its job."""

    def __init__(self) -> None:
        # Spawned: a fork would copy this process's locks and open pipes.
        context = get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()  # so that its death closes the pipe
        self.job: Job | None = None
        self.deaths = 0

    def give(self, job: Job, deaths: int) -> None:
        self.job, self.deaths = job, deaths
        with suppress(OSError):  # it is dead; receive() reports it
            self.connection.send(job)

    def receive(self) -> JobResult | None:
        """Returns its result and leaves it idle; None if it is dead."""
        try:
            result: JobResult = self.connection.recv()
        except (EOFError, OSError):
            return None
        self.job = None
        return result

    def cause_of_death(self) -> str:
        self.connection.close()
        self.process.join(GRACE)
        code = self.process.exitcode
        if code is not None and code < 0:
            return f"by {signal.Signals(-code).name}"
        return f"with exit code {code}"

    def tell_to_stop(self) -> None:
        if self.job is not None:
            self.process.terminate()
        self.connection.close()

    def see_off(self) -> None:
        self.process.join(GRACE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _dismiss(crew: list[_Worker]) -> None:
    for worker in crew:
        worker.tell_to_stop()
    for worker in crew:
        worker.see_off()
