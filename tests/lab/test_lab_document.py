"""The experiment in docs/lab.md is one, and runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("tabiya._core")

from tabiya.lab import experiments
from tabiya.lab.experiment import Scale
from tabiya.lab.jobs import Inline
from tabiya.lab.results import Results
from tabiya.lab.run import plan, run

DOCUMENT = Path(__file__).parents[2] / "docs" / "lab.md"


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)


def test_a_newcomers_experiment_is_one_file_and_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = blocks()[0]
    assert len(source.splitlines()) <= 36
    (tmp_path / "iir.py").write_text(source)
    monkeypatch.setattr(experiments, "__path__", [*experiments.__path__, str(tmp_path)])
    experiments.all_experiments.cache_clear()
    try:
        experiment = experiments.find("iir")
        results = Results(tmp_path / "lab.jsonl")
        assert run(plan([experiment], Scale.SMOKE, results), results, {}, Inline(), in_process=True) == 0
        for game in ("chess", "shogi"):
            assert set(experiment.figures(results.rows(experiment, game, results.latest()))) == {"saved"}
    finally:
        monkeypatch.undo()
        experiments.all_experiments.cache_clear()


def test_the_traces_of_the_document_hold_their_law() -> None:
    exec(compile(blocks()[1], str(DOCUMENT), "exec"), {})


@pytest.mark.parametrize(
    "name",
    [
        "arithmetic",
        "claims",
        "claims.claim",
        "experiment",
        "experiments",
        "experiments.lock_scaling",
        "experiments.named_tests",
        "experiments.sizes",
        "gaming",
        "locks_model",
        "report.pictures",
        "report.scales",
        "report.svg",
        "report.truth",
        "results",
        "searching",
        "ticks",
        "traces",
        "traces.belady",
        "traces.record",
        "traces.summary",
        "verdicts",
    ],
)
def test_the_examples_of_the_lab_run(name: str) -> None:
    import doctest
    from importlib import import_module

    tested = doctest.testmod(import_module(f"tabiya.lab.{name}"))
    assert tested.attempted > 0
    assert tested.failed == 0
