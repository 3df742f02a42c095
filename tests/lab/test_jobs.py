"""Jobs: each result comes once, even if workers die, and is the same wherever it runs."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from processes import PATIENCE, child, is_running, wait_until
from tabiya import TranspositionTable
from tabiya.jobs import DaskRunner, Inline, Job, LocalPool, run_jobs, runner_from, shared_table

HERE = Path(__file__).parent


def squares(jobs: int, folder: Path | None = None, **more: Any) -> list[Job]:
    arguments = {"folder": str(folder)} if folder else {}
    return [Job(f"job {n}", "job_functions:square", {"number": n, **arguments, **more}) for n in range(jobs)]


def values(jobs: list[Job], runner: Any, **options: Any) -> dict[str, Any]:
    """Values by id; a result that comes twice is an error here."""
    found: dict[str, Any] = {}
    for result in run_jobs(jobs, runner, **options):
        assert result.id not in found
        assert result.error is None
        found[result.id] = result.value
    return found


@pytest.fixture(params=["inline", "pool"])
def runner(request: pytest.FixtureRequest) -> Any:
    return Inline() if request.param == "inline" else LocalPool(2)


def test_each_result_comes_once(runner: Any) -> None:
    assert values(squares(7), runner) == {f"job {n}": n * n for n in range(7)}


def test_jobs_that_are_done_are_left_out(runner: Any) -> None:
    assert values(squares(4), runner, done={"job 0", "job 2"}) == {"job 1": 1, "job 3": 9}


def test_an_error_is_a_result_and_the_rest_goes_on(runner: Any) -> None:
    jobs = [
        Job("bad", "job_functions:fails", {"sentence": "no such luck"}),
        Job("unknown module", "job_funktions:square"),
        Job("unknown function", "job_functions:cube"),
        *squares(2),
    ]
    errors = {result.id: result.error for result in run_jobs(jobs, runner)}
    assert errors["bad"] == "ValueError: no such luck"
    assert errors["unknown module"] == "ModuleNotFoundError: No module named 'job_funktions'"
    assert "cube" in str(errors["unknown function"])
    assert errors["job 0"] is None
    assert errors["job 1"] is None


def test_jobs_are_taken_only_as_there_is_room() -> None:
    taken = []

    def endless() -> Iterator[Job]:
        for number in count():
            taken.append(number)
            yield Job(f"job {number}", "job_functions:square", {"number": number})

    results = run_jobs(endless(), LocalPool(2))
    for _ in range(3):
        next(results)
    results.close()
    assert len(taken) <= 5


def test_two_jobs_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two jobs have the id 'job 0'"):
        list(run_jobs(squares(1) + squares(1), Inline()))


def test_arguments_that_json_cannot_hold_are_refused() -> None:
    with pytest.raises(TypeError, match="the arguments of job 'a' must be JSON types"):
        Job("a", "job_functions:square", {"number": {1, 2}})


# ---- workers that die -----------------------------------------------------------------------------


def test_jobs_of_killed_workers_are_done_again(tmp_path: Path) -> None:
    jobs = squares(3, tmp_path, deaths=2)
    assert values(jobs, LocalPool(2, retries=2)) == values(squares(3), Inline())
    assert len(list(tmp_path.iterdir())) == 9


def test_a_job_that_kills_every_worker_is_an_error_in_the_end(tmp_path: Path) -> None:
    jobs = [Job("deadly", "job_functions:square", {"number": 9, "folder": str(tmp_path), "deaths": 99})]
    results = {result.id: result for result in run_jobs([*jobs, *squares(4)], LocalPool(2, retries=1))}
    assert results["deadly"].error == "the worker died 2 times (last time by SIGKILL)"
    assert [results[f"job {n}"].value for n in range(4)] == [0, 1, 4, 9]


def test_a_worker_that_ends_itself_is_an_error_in_the_end() -> None:
    (result,) = run_jobs([Job("exit", "job_functions:exits")], LocalPool(1, retries=0))
    assert result.error == "the worker died once (last time with exit code 3)"


def test_idle_workers_that_are_killed_are_replaced(tmp_path: Path) -> None:
    results = run_jobs(squares(40, tmp_path), LocalPool(2))
    found = [next(results).value]
    for pid in {int(path.name.split(".")[-1]) for path in tmp_path.iterdir()}:
        os.kill(pid, signal.SIGKILL)
    found += [result.value for result in results]
    assert sorted(found) == [n * n for n in range(40)]


def test_a_value_that_cannot_be_sent_is_an_error() -> None:
    (result,) = run_jobs([Job("lambda", "job_functions:unsendable")], LocalPool(1))
    assert "the result cannot be sent to another process" in str(result.error)


# ---- stopping -------------------------------------------------------------------------------------


def test_closing_stops_jobs_under_way_and_lets_them_clean_up(tmp_path: Path) -> None:
    jobs = [*squares(1), Job("slow", "job_functions:slow", {"folder": str(tmp_path)})]
    results = run_jobs(jobs, LocalPool(2))
    assert next(results).value == 0
    wait_for(tmp_path, "began.*")
    results.close()
    assert (tmp_path / "cleaned").exists()


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_workers_end_with_their_parent(tmp_path: Path, ending: signal.Signals) -> None:
    script = (
        "from tabiya.jobs import *\n"
        f"job = Job('slow', 'job_functions:slow', {{'folder': {str(tmp_path)!r}}})\n"
        "list(run_jobs([job], LocalPool(1)))\n"
    )
    environment = {**os.environ, "PYTHONPATH": python_path()}
    with child([sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE) as parent:
        worker = int(wait_for(tmp_path, "began.*").name.split(".")[1])
        parent.send_signal(ending)
        _, errors = parent.communicate(timeout=PATIENCE)
        assert ending is signal.SIGKILL or errors.endswith(b"KeyboardInterrupt\n")
        wait_for(tmp_path, "cleaned")
        wait_until(lambda: not is_running(worker))


def python_path() -> str:
    """The PYTHONPATH for other processes to find the functions of the tests."""
    return os.pathsep.join(filter(None, (str(HERE), os.environ.get("PYTHONPATH"))))


def wait_for(folder: Path, pattern: str) -> Path:
    return wait_until(lambda: list(folder.glob(pattern)), f"{pattern} in {folder}")[0]


# ---- options and shared tables --------------------------------------------------------------------


def test_options_choose_the_runner() -> None:
    assert isinstance(runner_from(workers=0), Inline)
    assert isinstance(runner_from(), LocalPool)
    with pytest.raises(ValueError, match="a pool needs at least 1 worker, not -1"):
        runner_from(workers=-1)


def test_without_dask_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(
        ValueError, match=r"Dask needs distributed, which is not installed: pip install 'tabiya\[dask\]'"
    ):
        DaskRunner()


def test_workers_of_a_pool_share_a_table() -> None:
    with shared_table(hash_mb=1) as name:
        share_a_table(LocalPool(2), name)


def share_a_table(runner: Any, name: str) -> None:
    keys = [(n + 1) * 0x9E3779B97F4A7C15 % 2**64 for n in range(12)]
    jobs = [Job(str(key), "job_functions:store", {"table": name, "key": key}) for key in keys]
    writers = set(values(jobs, runner).values())
    assert os.getpid() not in writers
    with TranspositionTable.attach(name) as table:
        for key in keys:
            entry = table.probe(key)
            assert entry is not None
            assert entry.depth == key % 100
