"""The experiment in docs/lab.md is one, and runs as it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from documents import DOCUMENTS, python_blocks

pytest.importorskip("tabiya._core")

from tabiya.lab import experiments
from tabiya.lab.experiment import Scale
from tabiya.lab.jobs import Inline
from tabiya.lab.results import Results
from tabiya.lab.run import plan, run


def test_a_newcomers_experiment_is_one_file_and_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = python_blocks(DOCUMENTS["docs/lab.md"])[0]
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
