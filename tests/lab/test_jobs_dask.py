"""Jobs on Dask: a run whose workers are killed equals a local one."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from test_jobs import python_path, share_a_table, squares, values, wait_for

from forms import sized
from processes import PATIENCE, child, wait_until
from tabiya.jobs import DaskRunner, Inline, Job, run_jobs, shared_table

pytest.importorskip("distributed", reason="Dask is not installed")

# Dask's own, at the end of its clusters: sockets and loops that it closes a little later.
pytestmark = [
    pytest.mark.filterwarnings("default::ResourceWarning"),
    pytest.mark.filterwarnings("default::pytest.PytestUnraisableExceptionWarning"),
    pytest.mark.filterwarnings("default::DeprecationWarning"),
]


def test_a_run_with_killed_workers_equals_a_local_one(tmp_path: Path) -> None:
    count = sized(3, 8)
    jobs = squares(count, tmp_path, deaths=1)
    assert values(jobs, DaskRunner(workers=2, retries=3)) == values(squares(count), Inline())
    assert len(list(tmp_path.iterdir())) >= 2 * count


def test_a_job_that_kills_every_worker_is_an_error_in_the_end(tmp_path: Path) -> None:
    jobs = [Job("deadly", "job_functions:square", {"number": 9, "folder": str(tmp_path), "deaths": 99})]
    runner = DaskRunner(workers=2, retries=1)
    results = {result.id: result for result in run_jobs([*jobs, *squares(6)], runner)}
    assert [results[f"job {n}"].value for n in range(6)] == [n * n for n in range(6)]
    assert results["deadly"].error == "the worker died too often while it ran this job"


def test_errors_are_results_and_done_jobs_are_left_out() -> None:
    jobs = [Job("bad", "job_functions:fails", {"sentence": "no such luck"}), *squares(3)]
    results = {
        result.id: (result.value, result.error)
        for result in run_jobs(jobs, DaskRunner(workers=1), done={"job 1"})
    }
    assert results == {"bad": (None, "ValueError: no such luck"), "job 0": (0, None), "job 2": (4, None)}


def test_workers_of_a_cluster_share_a_table() -> None:
    with shared_table(hash_mb=1) as name:
        share_a_table(DaskRunner(workers=2), name)


# ---- a scheduler of others ------------------------------------------------------------------------


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]]]:
    """The address of a scheduler, its process, and the first of its two workers, which have no nanny."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{probe.getsockname()[1]}"
    environment = {**os.environ, "PYTHONPATH": python_path()}

    def dask(program: str, *arguments: str) -> AbstractContextManager[subprocess.Popen[bytes]]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{program}", "--no-dashboard", *arguments]
        nowhere = subprocess.DEVNULL
        return child(command, stdout=nowhere, stderr=nowhere, cwd=tmp_path, env=environment)

    worker = ("worker", "--no-nanny", "--nthreads", "1", address)
    with dask("scheduler", "--host", address, "--scheduler-file", str(tmp_path / "ready")) as scheduler:
        wait_for(tmp_path, "ready")
        with dask(*worker) as first, dask(*worker):
            yield address, scheduler, first


@pytest.mark.slow
def test_a_worker_of_another_scheduler_may_be_killed(
    cluster: tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    address, _, worker = cluster
    tries = tmp_path / "tries"
    tries.mkdir()
    found = {}
    for result in run_jobs(squares(12, tries, seconds=0.2), DaskRunner(address)):
        assert result.id not in found
        found[result.id] = result.value
        if len(found) == 3:
            worker.send_signal(signal.SIGKILL)
    assert found == values(squares(12), Inline())


@pytest.mark.slow
def test_a_scheduler_that_dies_ends_the_command_in_a_sentence(
    cluster: tuple[str, subprocess.Popen[bytes], subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    address, scheduler, _ = cluster
    games, journal = tmp_path / "games.pgn", tmp_path / "journal"
    games.write_text('[Event "?"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n' * 40)
    main = [sys.executable, "-c", "from tabiya.cli import main; main()"]
    command = [*main, "analyse", str(games), "--nodes", "20000", "--resume", str(journal)]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE, "text": True}
    with child([*command, "--scheduler", address], **pipes) as process:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 2, "a first game")
        scheduler.send_signal(signal.SIGKILL)
        errors = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 1
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].startswith("tabiya: the Dask scheduler has gone")
    done = journal.read_bytes().count(b"\n")
    assert done < 41
    subprocess.run([*command, "--workers", "2"], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
    assert journal.read_bytes().count(b"\n") == 41


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tabiya.jobs.dask_runner.SECONDS_TO_CONNECT", 1.0)
    with pytest.raises(ValueError, match=r"no Dask scheduler at tcp://127\.0\.0\.1:9"):
        list(run_jobs(squares(1), DaskRunner("tcp://127.0.0.1:9")))


@pytest.mark.slow
def test_a_match_on_dask_equals_a_local_one() -> None:
    from test_match_play import config, moves_of, played

    match = config("tabiya:hash=1,name=a,nodes=300", "tabiya:hash=1,name=b,nodes=100", games=sized(2, 4))
    standing, pairs = played(match, DaskRunner(workers=2))
    again, locally = played(match, Inline())
    assert standing == again
    assert moves_of(pairs) == moves_of(locally)
