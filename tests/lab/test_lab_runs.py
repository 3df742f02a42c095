"""Runs of experiments: resumable at any moment, robust against failures, the same wherever they run."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner
from sample_choice import sample_faults

pytest.importorskip("tabiya._core")

from processes import child, wait_until
from tabiya.jobs import Inline, Job, LocalPool
from tabiya.lab.claims import register
from tabiya.lab.experiment import NO_GAME, Experiment, Row, Scale, cell
from tabiya.lab.experiments import all_experiments, find, sizes
from tabiya.lab.report.questions import QUESTIONS
from tabiya.lab.results import ResultsFile
from tabiya.lab.run import plan, run
from tabiya.lab.traces import Trace, replay
from tabiya.stats import bootstrap
from tabiya.stats.bootstrap import Interval

TOO_SLOW = 15.0
"""Seconds of the processor that the quickest form of one experiment may take."""


UNDER_REPAIR = {
    ("nodes_to_depth", "times_fewer_in_largest"),
    ("time_to_depth", "times_faster_in_longest"),
}
"""Figures of claims 5 and 7, which choose the largest searches: to be measured in another way."""


@pytest.mark.parametrize("name", all_experiments())
def test_an_experiment_runs_in_its_quickest_form_and_does_not_choose_its_sample_by_the_outcome(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = find(name)
    if reason := experiment.needs():
        pytest.skip(f"needs {reason}")
    results = ResultsFile(tmp_path / "lab.jsonl")
    begin = time.process_time()
    assert run(plan([experiment], Scale.SMOKE, results), results, {}, Inline(), in_process=True) == 0
    known = results.latest()
    for game in experiment.games:
        rows = results.rows(experiment, game, known)
        assert len(rows) == len({cell.id for cell in experiment.cells(Scale.SMOKE, game)})
        figures = experiment.figures(rows)
        assert figures
        assert all(isinstance(value, (int, float, Interval)) for value in figures.values())
        experiment.plots(game, rows)
    assert time.process_time() - begin < TOO_SLOW
    monkeypatch.setattr(bootstrap, "RESAMPLES", 20)
    monkeypatch.setattr(sizes, "RESAMPLES", 20)
    rows = results.rows(experiment, experiment.games[0], known)
    assert sample_faults(experiment, rows, judged_figures(name)) == []


def judged_figures(name: str) -> list[str]:
    """The figures of an experiment that decide claims and answers."""
    claimed = [
        each.figure
        for claim in register().values()
        for each in claim.figures
        if (each.experiment or claim.experiment) == name
    ]
    asked = [each.figure for question in QUESTIONS for each in question.asked if each.experiment == name]
    return [figure for figure in dict.fromkeys(claimed + asked) if (name, figure) not in UNDER_REPAIR]


@pytest.mark.parametrize("name", all_experiments())
def test_an_experiment_says_what_it_is(name: str) -> None:
    experiment = find(name)
    assert experiment.name == name
    assert experiment.title.endswith("?")
    assert experiment.varies
    assert experiment.measures
    assert experiment.unit
    assert experiment.sample
    assert experiment.power
    for scale in Scale:
        for game in experiment.games:
            cells = list(experiment.cells(scale, game))
            assert (
                [json.loads(json.dumps(dict(one.arguments))) for one in cells]
                or experiment.needs()
                or not cells
            )


def counted(*, number: int, pause: float = 0.0) -> int:
    time.sleep(pause)
    return number * number


def broken(*, number: int) -> int:
    if number == 2:
        raise ValueError("two is not for us")
    return number


def small(function: Any, count: int = 4, **more: Any) -> Experiment:
    def cells(scale: Scale, game: str) -> Iterator[Job]:
        for number in range(count):
            yield cell(function, number=number, **more)

    def figures(rows: Sequence[Row]) -> dict[str, float]:
        return {"sum": sum(row.value for row in rows)}

    said = dict.fromkeys(("title", "varies", "measures", "unit", "sample", "power"), "?")
    return Experiment(name="small", **said, cells=cells, figures=figures, games=NO_GAME)


def test_a_failure_is_a_result_and_the_rest_goes_on(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    experiment = small(broken)
    assert run(plan([experiment], Scale.QUICK, results), results, {}, Inline()) == 1
    assert results.errors(experiment.cells(Scale.QUICK, ""), results.latest()) == [
        "ValueError: two is not for us"
    ]
    assert len(results.rows(experiment, "", results.latest())) == 3
    assert plan([experiment], Scale.QUICK, results).cells == 1  # what failed is tried again


def test_what_is_known_is_not_measured_again(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    experiment = small(counted)
    run(plan([experiment], Scale.QUICK, results), results, {}, Inline())
    again = plan([experiment, experiment], Scale.QUICK, results)
    assert (again.cells, again.known) == (0, 4)


def test_results_of_another_commit_are_measured_anew_unless_kept(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    experiment = small(counted)
    run(plan([experiment], Scale.QUICK, results), results, {}, Inline())
    lines = [{**json.loads(line), "commit": "another"} for line in results.path.read_text().splitlines()]
    results.path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert plan([experiment], Scale.QUICK, results).cells == 4
    assert plan([experiment], Scale.QUICK, results, keep=True).cells == 0


def test_half_a_line_is_not_read_and_not_in_the_way(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    experiment = small(counted)
    run(plan([experiment], Scale.QUICK, results), results, {}, Inline())
    whole = results.path.read_text()
    results.path.write_text(whole[:-40])
    assert len(results.latest()) == 3
    run(plan([experiment], Scale.QUICK, results), results, {}, Inline())
    assert values(results.path) == {0: 0, 1: 1, 2: 4, 3: 9}


def values(path: Path) -> dict[int, Any]:
    found = {row["arguments"]["number"]: row["value"] for row in ResultsFile(path).read()}
    return dict(sorted(found.items()))


def test_a_pool_measures_what_one_process_measures(tmp_path: Path) -> None:
    experiment = find("nodes_to_depth")
    files = []
    for name, runner in (("one", Inline()), ("two", LocalPool(2))):
        results = ResultsFile(tmp_path / name)
        run(plan([experiment], Scale.SMOKE, results), results, {}, runner)
        files.append(comparable(results.path))
    assert files[0] == files[1]


def comparable(path: Path) -> list[Any]:
    """Rows without what differs from run to run: times, and the order in which they came."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items() if key not in ("seconds", "when")}
        return [plain(item) for item in value] if isinstance(value, list) else value

    rows = [plain(row) for row in ResultsFile(path).latest().values()]
    return sorted(rows, key=lambda row: str(row["cell"]))


PROGRAM = """
import sys
from pathlib import Path
from tabiya.lab.experiment import Scale
from tabiya.lab.experiments import find
from tabiya.jobs import Inline, LocalPool
from tabiya.lab.results import ResultsFile
from tabiya.lab.run import plan, run

def measure(path, runner):
    results = ResultsFile(path)
    experiments = [find(name) for name in ("rule50", "sources", "aging")]
    run(plan(experiments, Scale.SMOKE, results), results, {}, runner, in_process=True)

if __name__ == "__main__":
    measure(Path(sys.argv[1]), LocalPool(2) if sys.argv[2] == "pool" else Inline())
"""


@pytest.mark.parametrize("where", ["inline", "pool"])
def test_a_killed_and_resumed_run_equals_an_unbroken_one(tmp_path: Path, where: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    here: dict[str, Any] = {"__name__": "here"}
    exec(PROGRAM, here)
    here["measure"](whole, Inline())
    total = len(ResultsFile(whole).latest())
    for wanted in (3, total // 2) if where == "inline" else (3,):
        with child([sys.executable, program, killed, where]) as process:
            wait_until(lambda: lines(killed) >= wanted or process.poll() is not None)  # noqa: B023
    interrupted = lines(killed)
    here["measure"](killed, LocalPool(2) if where == "pool" else Inline())
    assert 3 <= interrupted <= total
    assert comparable(killed) == comparable(whole)


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def tabiya(*arguments: str) -> str:
    """What a command prints, run in this process: starting Python takes longer than most commands."""
    from tabiya.cli.app import app

    done = CliRunner().invoke(app, ["lab", *arguments], env={"COLUMNS": "200", "NO_COLOR": "1"})
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_an_unknown_experiment_gets_a_hint() -> None:
    command = [sys.executable, "-c", "from tabiya.cli import main; main()", "lab", "run", "policy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert done.stderr == "tabiya: no experiment is called 'policy'; did you mean 'policies'?\n"


def test_an_unknown_game_and_a_missing_file_are_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"game must be 'chess'.* or .*, not 'go'"):
        tabiya("run", "packing", "--game", "go")
    with pytest.raises(ValueError, match="has no results"):
        tabiya("report", "--results", str(tmp_path / "none"))
    with pytest.raises(ValueError, match="claims are numbered 1 to 131"):
        tabiya("claim", "132")
    with pytest.raises(ValueError, match="no claim mentions 'huge elephants'"):
        tabiya("claim", "huge", "elephants")


def test_the_command_line_lists_runs_and_reports(tmp_path: Path) -> None:
    listed = json.loads(tabiya("list", "--json"))
    assert {row["name"] for row in listed} == set(all_experiments())
    assert "nodes_to_depth" in tabiya("list")
    results = ("--results", str(tmp_path / "lab.jsonl"))
    found = json.loads(tabiya("run", "packing", "lock_memory", "--json", "--workers", "0", *results))
    assert set(found) == {"packing", "lock_memory"}
    report = json.loads(tabiya("report", "--json", *results))
    verdicts = {claim["number"]: claim["verdict"] for claim in report["claims"]}
    assert verdicts[70] == "confirmed"
    assert verdicts[91] == "measured"
    assert 2 not in verdicts  # nor is anything else that this run did not measure
    assert {row["name"] for row in report["experiments"]} == {"packing", "lock_memory"}
    one = json.loads(tabiya("report", "packing", "--json", *results))
    assert [row["name"] for row in one["experiments"]] == ["packing"]
    assert [claim["number"] for claim in one["claims"]] == [91]
    whole = json.loads(tabiya("report", "--all", "--json", *results))
    assert {claim["number"]: claim["verdict"] for claim in whole["claims"]}[2] == "not measured"
    assert "0.0244%" in tabiya("claim", "70", *results)
    assert "5.06" in tabiya("claim", "44")
    assert tabiya("claim", "AGING").startswith("115 Aging every 10,000 nodes")
    assert tabiya("claim", "birthday", "keys") == tabiya("claim", "44")


def test_a_claim_comes_with_our_figures_until_there_are_others(tmp_path: Path) -> None:
    """In a checkout, which has the figures of docs/truth.md."""
    stored = json.loads((Path(__file__).parents[2] / "bench/results/truth.json").read_text())
    judged = {claim["number"]: claim for claim in stored["claims"]}
    results = tmp_path / "lab.jsonl"
    told = tabiya("claim", "2", "--results", str(results))
    assert f"{judged[2]['measured']}: {judged[2]['verdict']}" in told
    assert f"figures of docs/truth.md; there is no {results}" in told
    tabiya("run", "lock_memory", "--workers", "0", "--results", str(results))
    told = tabiya("claim", "2", "--results", str(results))
    assert "not part of this run: not measured" in told
    assert "docs/truth.md" not in told


OWN = """\
from tabiya.lab.experiment import NO_GAME, Experiment, cell


def halved(number):
    return {{"half": number // {divisor}}}


EXPERIMENT = Experiment(
    name="halves", title="?", varies="", measures="", unit="", sample="", power="", games=NO_GAME,
    cells=lambda scale, game: [cell(halved, number=number) for number in (4, 6)],
    figures=lambda rows: {{"sum": sum(row.value["half"] for row in rows)}},
)
"""


def test_an_experiment_without_claims_is_reported_by_its_figures(tmp_path: Path) -> None:
    file, results = tmp_path / "halves.py", ("--results", str(tmp_path / "lab.jsonl"))
    file.write_text(OWN.format(divisor=2))
    tabiya("run", str(file), "--workers", "0", *results)
    shown = tabiya("report", str(file), *results).split()
    assert shown[shown.index("halves") :][:5] == ["halves", "│", "sum", "│", "5"]


def test_a_run_with_failures_says_each_once_and_exits_with_1(tmp_path: Path) -> None:
    from tabiya.cli.app import app

    file = tmp_path / "halves.py"
    file.write_text(OWN.format(divisor=0))
    arguments = ["lab", "run", str(file), "--workers", "0", "--results", str(tmp_path / "lab.jsonl")]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 1
    assert done.stderr.count("ZeroDivisionError") == 1
    assert "2 failed" in done.stderr


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\ndef f(:\n", "line 2: SyntaxError: invalid syntax"),
        ("import nowhere_at_all\n", "line 1: ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("\n\nx = 1 / 0\n", "line 3: ZeroDivisionError: division by zero"),
    ],
)
def test_a_mistake_in_an_own_file_is_named_with_its_line(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ValueError, match=f"mine.py, {sentence}"):
        find(str(file))


def test_traces_are_recorded_shown_and_replayed(tmp_path: Path) -> None:
    file = str(tmp_path / "a.trace")
    recorded = json.loads(tabiya("trace", file, "--depth", "6", "--hash-mb", "1", "--json"))
    assert recorded == json.loads(tabiya("trace", file, "--json"))
    assert "hot key" in tabiya("trace", file)
    rows = json.loads(tabiya("replay", file, "--hash-mb", "0.01", "--hash-mb", "1", "--json"))
    assert rows[1]["hits"]["cascade"] == recorded["hits"]
    for row in rows:
        best = row["hits"]["Belady, same clusters"]
        assert all(hits <= best for name, hits in row["hits"].items() if "Belady" not in name)
        assert row["of_optimum"]["cascade"] == row["hits"]["cascade"] / best
    assert "depth_and_age" in tabiya("replay", file)
    plot = tmp_path / "shares.svg"
    one_size = ("--layout", "field", "--pressure", "1/16", "--plot", str(plot))
    assert "of optimum" in tabiya("replay", file, *one_size)
    assert plot.read_text().count("<rect") == 8  # seven rules, and the ground


def test_a_search_that_is_shown_can_be_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tabiya.cli import main

    def analyse(*arguments: str) -> None:
        with patch.object(sys, "argv", ["tabiya", "analyse", *arguments]), pytest.raises(SystemExit):
            main()

    file = tmp_path / "a.trace"
    analyse("--depth", "6", "--hash", "1", "--json", "--trace", str(file))
    said = capsys.readouterr()
    result = json.loads(said.out.splitlines()[-1])
    trace = Trace.load(file)
    assert replay(trace).hits == trace.hits
    # The line that is shown may be read from the table too, after the search has counted.
    assert 100 < result["stats"]["hits"] <= trace.hits <= result["stats"]["hits"] + 5
    assert f"{len(trace):,} probes and stores in" in said.err
    analyse("--depth", "6", "--threads", "2", "--trace", str(file))
    assert "--trace needs one position" in capsys.readouterr().err


def test_what_is_no_trace_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "a.trace"
    file.write_text("hello")
    with pytest.raises(ValueError, match="is not a trace: it was not written by `tabiya lab trace`"):
        Trace.load(file)
