"""Claims about threads rest on threads that ran: as many as the machine has cores, and none are simulated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core")

from tabiya import _lab
from tabiya.jobs import Job
from tabiya.lab import run
from tabiya.lab.claims import register
from tabiya.lab.experiment import Row, Scale
from tabiya.lab.experiments import find, lock_scaling, lock_waits, thread_throughput
from tabiya.lab.filled import filled
from tabiya.lab.machine import cores, line_nanoseconds, line_text
from tabiya.lab.results import ResultsFile
from tabiya.lab.verdicts import Evidence, Verdict, judge_figures
from tabiya.stats.bootstrap import Interval

OF_THREADS = (*range(97, 105), 107, 108, 111)


def speeds(most: int, share: float = 0.95) -> list[Row]:
    """Searches of which each thread after the first adds `share` of one; one lock lets half of it through."""
    threads = lock_scaling.threads_here(most)

    def speed(locks: int, count: int) -> float:
        return 1e6 * (1 + (count - 1) * (share / 2 if locks == 1 else share))

    value = {
        str(locks): {str(count): speed(locks, count) for count in threads}
        for locks in lock_scaling.locks_for(threads)
    }
    return [Row({"position": n}, value) for n in range(3)]


def evidence(cores: int) -> dict[str, Evidence]:
    some = Evidence({"": {}})
    scaling = Evidence({"chess": find("lock_scaling").figures(speeds(cores))})
    return {"lock_scaling": scaling, "lock_waits": some, "thread_throughput": some}


def test_threads_are_measured_up_to_the_cores_and_no_further() -> None:
    names = {number: set(find("lock_scaling").figures(speeds(number))) for number in (2, 4, 32)}
    assert {"locks1_2", "locks256_2", "gain_2", "gain_beyond_32_a_core_2"} <= names[2]
    for number, found in names.items():
        threads = {int(name.rsplit("_", 1)[1]) for name in found if name != "locks1_stops"}
        assert threads == set(lock_scaling.threads_here(number)) - {1}
    assert "locks1_stops" in names[32] - names[4]


@pytest.mark.parametrize("number", OF_THREADS)
def test_a_claim_about_threads_is_judged_by_no_simulation(number: int) -> None:
    for name in register()[number].experiments:
        assert not find(name).simulated
    for expected in register()[number].figures:
        assert expected.cores >= 2


@pytest.mark.parametrize("number", OF_THREADS)
def test_two_cores_decide_what_is_said_of_two_threads_and_nothing_else(number: int) -> None:
    for part in judge_figures(register()[number], evidence(2), cores=2).parts:
        if part.expected.cores > 2:
            assert part.verdict is Verdict.NOT_HERE
        elif part.expected.experiment or register()[number].experiment == "lock_scaling":
            assert part.value is not None


@pytest.mark.parametrize("number", [97, 98, 99, 100, 101, 102, 111])
def test_thirty_two_cores_show_all_of_a_claim(number: int) -> None:
    ruling = judge_figures(register()[number], evidence(32), cores=32)
    assert all(part.value is not None for part in ruling.parts)


@pytest.mark.parametrize("number", [*OF_THREADS, 109])
def test_no_verdict_rests_on_threads_of_one_pair_of_cores(number: int) -> None:
    """Whether cores share a cache decides what a lock costs, and a run sees one case."""
    claim = register()[number]
    found = {name: Evidence({"": {each.figure: 1.0 for each in claim.figures}}) for name in claim.experiments}
    for part in judge_figures(claim, found, cores=32).parts:
        assert (part.verdict is Verdict.NOT_HERE) == (part.expected.cores > 1)


def test_a_figure_of_threads_says_how_near_the_cores_were() -> None:
    near = evidence(2) | {"lock_scaling": Evidence({"": {"locks1_2": 1.5}}, line=line_text([48.0]))}
    parts = judge_figures(register()[97], near, cores=2).parts
    assert parts[0].text.startswith("1.5 times with 2 threads (cores share a cache: a line goes there")


def test_each_cell_of_threads_is_stored_with_the_time_of_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter([40.0, 50.0, 300.0])
    monkeypatch.setattr(run, "line_nanoseconds", lambda: next(times))
    cells = [Job.of("job_functions:square", {"number": number}) for number in (1, 4)]
    other = Job.of("job_functions:square", {"number": 9})
    planned = run.Plan(Scale.FULL, alone=[*cells, other], threaded={cell.id for cell in cells})
    results = ResultsFile(tmp_path / "lab.jsonl")
    assert run.run(planned, results, {"cores": 2}, in_process=True) == 0
    assert [row["machine"].get("line_ns") for row in results.read()] == [[40.0, 50.0], [50.0, 300.0], None]


def test_a_line_takes_longer_than_a_load_and_less_than_a_switch_of_threads() -> None:
    if cores() < 2:
        pytest.skip("a line goes from core to core: it takes two")
    assert 1 < line_nanoseconds() < 1e6
    with pytest.raises(ValueError, match="batches and rounds must be 1 to 10000"):
        _lab.time_line(0, 1)
    with pytest.raises(ValueError, match="batches and rounds must be 1 to 10000"):
        _lab.time_line(65_536, 65_536)


def test_speedups_are_those_of_the_measured_searches() -> None:
    named = find("lock_scaling").figures(speeds(8))
    found = {name: figure.value for name, figure in named.items() if isinstance(figure, Interval)}
    assert found["locks1_2"] == pytest.approx(1.475)
    assert found["locks256_8"] == pytest.approx(1 + 7 * 0.95)
    assert found["gain_2"] == pytest.approx(100 * (1.95 / 1.475 - 1))


def test_a_search_is_timed_with_every_number_of_threads_and_locks(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a machine that says it has four cores: threads may be more than cores, if slower."""
    monkeypatch.setattr(lock_scaling, "cores", lambda: 4)
    found = lock_scaling.speeds(game="chess", position=0, nodes=500)
    assert set(found) == {"1", "64", "128", "256", "512"}
    assert all(set(by_threads) == {"1", "2", "4"} for by_threads in found.values())
    monkeypatch.setattr(lock_waits, "cores", lambda: 4)
    assert set(lock_waits.waits(count=50, repeats=1)) == {"2_1", "2_64", "2_256", "4_256"}


@pytest.mark.parametrize(("stores", "stored"), [(0, 0), (50, 500), (1000, 10_000)])
@pytest.mark.parametrize("threads", [1, 3])
def test_threads_store_the_share_that_they_are_told(stores: int, stored: int, threads: int) -> None:
    table, keys = filled(1, 10_000)
    table.reconfigure(statistics=True)
    table.reset_stats()
    assert _lab.time_threads(table, keys, threads, stores) > 0
    counted: dict[str, Any] = table.stats.as_dict()
    assert counted["stores"] == pytest.approx(stored, abs=threads)
    assert counted["probes"] == pytest.approx(10_000 - stored, abs=2 * threads)


def test_wrong_numbers_of_threads_and_stores_are_refused() -> None:
    table, keys = filled(1, 1_000)
    with pytest.raises(ValueError, match="threads must be at least 1"):
        _lab.time_threads(table, keys, 0, 0)
    with pytest.raises(ValueError, match="stores must be 0 to 1000"):
        _lab.time_threads(table, keys, 1, 1001)


def test_throughput_names_the_figures_of_its_claims() -> None:
    turns = {"1": [2.0] * 7, "2": [1.0] * 7, "16": [0.2] * 7}
    value = dict.fromkeys(thread_throughput.works(), turns)
    found = find("thread_throughput").figures([Row({}, value)])
    for number in (103, 104, 114):
        claim = register()[number]
        assert {*(each.figure for each in claim.figures), *claim.beside} <= set(found)
    ratio = found["writes10_locks1_16"]
    assert isinstance(ratio, Interval)
    assert ratio.value == pytest.approx(10)
