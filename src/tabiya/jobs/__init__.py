"""Lists of independent jobs, run here, on a pool of processes or on a Dask cluster.

A job names a function and has JSON arguments, so that it means the same in any process on any machine. Jobs
are idempotent: if a worker dies, its job is run again, and its result still comes once.

>>> jobs = [Job(f"square {n}", "operator:mul", [n, n]) for n in range(3)]
>>> [result.value for result in run_jobs(jobs, Inline())]
[0, 1, 4]
"""

from .dask_runner import DaskRunner
from .job import Inline, Job, JobResult, Runner, run_jobs
from .options import runner_from
from .pool import LocalPool
from .tables import job_table, shared_table

__all__ = [
    "DaskRunner",
    "Inline",
    "Job",
    "JobResult",
    "LocalPool",
    "Runner",
    "job_table",
    "run_jobs",
    "runner_from",
    "shared_table",
]
