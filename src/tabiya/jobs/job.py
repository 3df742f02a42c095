"""Jobs, their results, and `run_jobs`."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Container, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

__all__ = ["Inline", "Job", "JobResult", "Runner", "call", "load_module", "run_jobs"]


@dataclass(frozen=True)
class Job:
    """A function call that any process can make.

    >>> Job("half", "operator:truediv", [1, 2])
    Job(id='half', function='operator:truediv', arguments=[1, 2])
    >>> Job("half", "operator.truediv")
    Traceback (most recent call last):
    ValueError: a job's function must be written 'package.module:function', not 'operator.truediv'
    """

    id: str
    """Its name within a run. A resumed run recognizes the job by it."""
    function: str
    """``"package.module:function"``, or ``"/path/to/file.py:function"``."""
    arguments: dict[str, Any] | list[Any] = field(default_factory=dict)
    """Keywords or a list of positional arguments, of JSON types."""

    @classmethod
    def of(cls, function: str, arguments: dict[str, Any]) -> Job:
        """Returns a job with an id derived from function and keywords, the same in any run.

        >>> Job.of("math:factorial", {"n": 5}).id == Job.of("math:factorial", {"n": 5}).id
        True
        """
        text = json.dumps([function, arguments], sort_keys=True)
        return cls(hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16], function, arguments)

    def __post_init__(self) -> None:
        module, _, name = self.function.partition(":")
        if not module or not name:
            raise ValueError(
                f"a job's function must be written 'package.module:function', not {self.function!r}"
            )
        try:
            json.dumps(self.arguments)
        except (TypeError, ValueError) as error:
            raise TypeError(f"the arguments of job {self.id!r} must be JSON types: {error}") from None


@dataclass(frozen=True)
class JobResult:
    """The result of a job: the function's value or an error message."""

    id: str
    value: Any
    error: str | None
    seconds: float
    """How long the function ran, on its worker."""


class Runner(Protocol):
    """Runs jobs. Results come in order of completion, one per job."""

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        """Takes jobs as it has room. Closing the iterator stops the running ones."""
        ...


def call(job: Job) -> JobResult:
    """Runs a job in this process. An exception becomes the error of the result.

    >>> call(Job("broken", "operator:truediv", [1, 0])).error
    'ZeroDivisionError: division by zero'
    """
    begin = time.perf_counter()
    value, error = None, None
    try:
        module, _, name = job.function.partition(":")
        function = getattr(load_module(module), name)
        keywords = job.arguments
        value = function(**keywords) if isinstance(keywords, dict) else function(*keywords)
    except Exception as reason:
        error = f"{type(reason).__name__}: {reason}"
    return JobResult(job.id, value, error, time.perf_counter() - begin)


def load_module(name: str) -> ModuleType:
    """Returns a module of an installed package, or of a file; then `name` is the full path of the file."""
    if not name.endswith(".py"):
        return import_module(name)
    if name not in sys.modules:
        spec = spec_from_file_location(name, name)
        if spec is None or spec.loader is None or not Path(name).is_file():
            raise ValueError(f"there is no file {name}")
        sys.modules[name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(sys.modules[name])
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


class Inline:
    """Runs jobs in this process, one by one."""

    def run(self, jobs: Iterator[Job]) -> Generator[JobResult, None, None]:
        """Runs a job each time a result is requested."""
        for job in jobs:
            yield call(job)


def run_jobs(
    jobs: Iterable[Job], runner: Runner, *, done: Container[str] = ()
) -> Generator[JobResult, None, None]:
    """Yields the result of each job once, in order of completion. Skips jobs whose ids are in `done`.

    Jobs are taken from the iterable only as the runner has room. Closing the generator stops the running
    jobs, so that a decided match or Ctrl-C need not wait for the rest.

    >>> jobs = [Job("a", "operator:neg", [1]), Job("b", "operator:neg", [2])]
    >>> list(run_jobs(jobs, Inline(), done={"a"}))[0].value
    -2
    """
    with closing(runner.run(_wanted(jobs, done))) as results:
        yield from results


def _wanted(jobs: Iterable[Job], done: Container[str]) -> Iterator[Job]:
    seen = set()
    for job in jobs:
        if job.id in seen:
            raise ValueError(f"two jobs have the id {job.id!r}")
        seen.add(job.id)
        if job.id not in done:
            yield job
