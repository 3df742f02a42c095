"""The experiment in docs/lab.md runs as written, in its own file or in ours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from documents import DOCUMENTS, python_blocks

pytest.importorskip("tabiya._core")

from tabiya.cli.app import app
from tabiya.jobs import Inline, LocalPool
from tabiya.lab import experiments
from tabiya.lab.experiment import Scale
from tabiya.lab.experiments import all_experiments, find
from tabiya.lab.results import ResultsFile
from tabiya.lab.run import plan, run

OWN = """
def measured(*, number):
    return number


def own_cells(scale, game):
    yield cell(measured, number=7)
"""


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """The file of the document."""
    (source,) = (code for code in python_blocks(DOCUMENTS["docs/lab.md"]) if "EXPERIMENT =" in code)
    assert len(source.splitlines()) <= 48
    file = tmp_path / "my_experiment.py"
    file.write_text(source)
    return file


def test_a_newcomers_experiment_is_one_file_and_found_by_its_name(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(experiments, "__path__", [*experiments.__path__, str(tmp_path)])
    experiments.all_experiments.cache_clear()
    try:
        experiment = experiments.find("table_move")
        results = ResultsFile(tmp_path / "lab.jsonl")
        assert run(plan([experiment], Scale.SMOKE, results), results, {}, Inline(), in_process=True) == 0
        for game in ("chess", "shogi"):
            assert set(experiment.figures(results.rows(experiment, game, results.latest()))) == {"nodes"}
    finally:
        monkeypatch.undo()
        experiments.all_experiments.cache_clear()


def tabiya(*arguments: str) -> str:
    done = CliRunner().invoke(app, ["lab", *arguments], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_file_outside_the_package_runs_and_is_reported_alone(template: Path, tmp_path: Path) -> None:
    results = ("--results", str(tmp_path / "lab.jsonl"))
    found = json.loads(tabiya("run", str(template), "--game", "chess", "--json", "--workers", "0", *results))
    assert set(found) == {"table_move, chess"}
    figure = found["table_move, chess"]["nodes"]
    assert figure["low"] <= figure["value"] <= figure["high"]
    again = json.loads(tabiya("run", str(template), "--game", "chess", "--json", "--workers", "0", *results))
    assert again == found
    report = json.loads(tabiya("report", str(template), "--json", *results))
    assert [experiment["name"] for experiment in report["experiments"]] == ["table_move"]
    assert report["experiments"][0]["power"]


def test_functions_of_a_file_run_in_other_processes(
    template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = template.read_text().replace("cells=cells", 'cells=own_cells, games=("",)')
    template.write_text(source.replace("\n\nEXPERIMENT =", f"\n{OWN}\n\nEXPERIMENT ="))
    monkeypatch.chdir(tmp_path)
    experiment = find("./my_experiment.py")
    monkeypatch.chdir("/")  # where it is found does not depend on where it is run
    results = ResultsFile(tmp_path / "lab.jsonl")
    assert run(plan([experiment], Scale.SMOKE, results), results, {}, LocalPool(1)) == 0
    assert [row.value for row in results.rows(experiment, "", results.latest())] == [7]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("x = 1", "has no EXPERIMENT"),
        ("from tabiya.lab.experiments.layouts import EXPERIMENT", "rename it"),
        (None, "there is no file"),
    ],
)
def test_a_file_without_an_experiment_says_so(tmp_path: Path, source: str | None, message: str) -> None:
    file = tmp_path / "other.py"
    if source is not None:
        file.write_text(source)
    with pytest.raises(ValueError, match=message):
        find(str(file))


def test_the_document_lists_every_design() -> None:
    """To renew it: the table of `tabiya lab list --markdown` goes to the end of docs/lab.md."""
    text = DOCUMENTS["docs/lab.md"].read_text()
    assert text.endswith(tabiya("list", "--markdown"))
    for experiment in all_experiments().values():
        assert f"| `{experiment.name}` | {experiment.title} | {experiment.unit} |" in text
