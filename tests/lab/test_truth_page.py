"""docs/truth.md says what its figures and its legend give: errors planted in it are found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from truth_checks import PAGE, STORED, faults, load

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya.lab.report.markdown import legend, markdown_of
from tabiya.lab.report.questions import QUESTIONS, answers
from tabiya.lab.report.stored import Stored
from tabiya.lab.report.truth import Truth, truth_of
from tabiya.lab.results import ResultsFile
from tabiya.lab.verdicts import RULE

RENEW = "`make truth-page` writes it again"


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    nothing = ResultsFile(tmp_path_factory.mktemp("lab") / "lab.jsonl")
    return truth_of(nothing, everything=True, stored=Stored.read(STORED))


def test_a_second_reader_finds_no_fault_in_the_page() -> None:
    assert faults(*load()) == []


def test_the_page_is_written_from_the_stored_figures(truth: Truth) -> None:
    assert markdown_of(truth) == PAGE.read_text(encoding="utf-8"), RENEW


def test_the_legend_of_the_page_and_of_the_lab_document_is_that_of_the_code() -> None:
    for path in (PAGE, PAGE.with_name("lab.md")):
        text = path.read_text(encoding="utf-8")
        assert "\n".join(legend()) in text
        assert RULE in " ".join(text.split())


def line_of(page: str, number: int) -> str:
    return next(line for line in page.splitlines() if line.startswith(f"| {number} |") and "**" in line)


def test_every_figure_that_is_shifted_on_the_page_is_found() -> None:
    page, stored = load()
    for judged in stored["claims"]:
        line = line_of(page, judged["number"])
        for part in judged["parts"] if judged["experiment"] else ():
            if part["value"] is None:
                continue
            text = part["measured"]
            shifted = re.sub(r"\d[\d,.]*", "987654", text, count=1)
            assert shifted != text
            changed = page.replace(line, line.replace(text, shifted))
            fault = f"claim {judged['number']}: the page lacks {text!r}"
            assert fault in faults(changed, only(stored, judged))


def test_every_figure_that_is_shifted_in_the_results_is_found() -> None:
    page, stored = load()
    for experiment in stored["experiments"]:
        for game, named in experiment["figures"].items():
            for name, value in named.items():
                experiment["figures"][game] = {**named, name: _moved(value)}
                one = {**stored, "claims": [], "experiments": [experiment]}
                assert len(faults(page, one)) == 1, name
                experiment["figures"][game] = named


def _moved(value: Any) -> Any:
    if isinstance(value, dict):
        return {**value, "value": value["value"] * 1.1 + 0.5}
    return value * 1.1 + 0.5


LABELS = ("confirmed", "better", "worse", "inconclusive", "not reproducible", "mixed")


def test_every_verdict_that_is_relabelled_on_the_page_is_found() -> None:
    page, stored = load()
    for judged in stored["claims"]:
        line, number = line_of(page, judged["number"]), judged["number"]
        label = next(label for label in LABELS if label != judged["verdict"])
        relabelled = page.replace(line, line.replace(f"**{judged['verdict']}**", f"**{label}**"))
        assert any(f"claim {number} is " in fault for fault in faults(relabelled, only(stored, judged)))


def test_every_verdict_on_a_figure_that_is_relabelled_in_the_results_is_found() -> None:
    page, stored = load()
    for judged in stored["claims"]:
        for part in judged["parts"]:
            before = part["verdict"]
            part["verdict"] = next(label for label in LABELS if label != before)
            assert faults(page, only(stored, judged)), judged["number"]
            part["verdict"] = before
        assert not faults(page, only(stored, judged))


def only(stored: dict[str, Any], judged: dict[str, Any]) -> dict[str, Any]:
    """The results with one claim and the experiments that it names."""
    named = set(re.findall(r"\w+", judged["command"])) | {"strength_games"}
    there = [each for each in stored["experiments"] if each["name"] in named]
    return {**stored, "claims": [judged], "experiments": there}


def test_ten_questions_come_first_and_say_what_the_figures_allow(truth: Truth) -> None:
    assert len(QUESTIONS) == 10
    page = PAGE.read_text(encoding="utf-8")
    head = page[: page.index("## Verdicts")]
    for question, answer, command in answers(truth):
        assert f"| {question} | {answer} | `{command}` |" in head
        assert "not measured" not in answer


def test_an_answer_turns_with_its_figure(truth: Truth, tmp_path: Path) -> None:
    def answer(low: float, high: float) -> str:
        stored = Stored.read(STORED)
        value = {"value": (low + high) / 2, "low": low, "high": high, "count": 64}
        figures = {**stored.figures, "quiescence": {"chess": {"one_table_over_none": _interval(value)}}}
        stored = Stored(figures, dict.fromkeys(figures, ()))
        one = truth_of(ResultsFile(tmp_path / "none.jsonl"), everything=True, stored=stored)
        return next(text for question, text, _ in answers(one) if "quiescence" in question)

    assert answer(0.8, 0.9).startswith("Yes, it saves nodes (chess 0.85 times the nodes without (0.8 to")
    assert answer(1.1, 1.2).startswith("No, it costs nodes")
    assert answer(0.9, 1.1).startswith("Not decided")


def _interval(value: dict[str, float]) -> Any:
    from tabiya.stats.bootstrap import from_plain

    return from_plain(value)
