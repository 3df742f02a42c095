"""The report is complete, self-contained and visible in a browser."""

from __future__ import annotations

import errno
import json
import os
import re
import struct
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("tabiya._core")

from click.testing import CliRunner

from tabiya.cli.app import app
from tabiya.jobs import Inline
from tabiya.lab.claims import COUNT, register
from tabiya.lab.experiment import Scale, cell
from tabiya.lab.experiments import all_experiments, find, named_tests
from tabiya.lab.experiments.named_tests import run_named_test
from tabiya.lab.report.editions import FIRST, REDESIGNED, changes
from tabiya.lab.report.html import html_of
from tabiya.lab.report.markdown import markdown_of
from tabiya.lab.report.truth import Truth, truth_of
from tabiya.lab.results import ResultsFile
from tabiya.lab.run import plan, run
from tabiya.lab.verdicts import Ruling, Verdict
from tabiya.plots.pictures import browser, slug, write_plots
from tabiya.plots.plot import Plot
from tabiya.plots.scales import Axis, axis_for
from tabiya.plots.svg import HEIGHT, WIDTH, draw

NAMES = (
    "nodes_to_depth",
    "branching",
    "policies",
    "hashfull",
    "memory_latency",
    "lock_memory",
    "caches",
    "lock_scaling",
    "named_tests",
)


@pytest.fixture(scope="module")
def truth(tmp_path_factory: pytest.TempPathFactory) -> Truth:
    results = ResultsFile(tmp_path_factory.mktemp("lab") / "lab.jsonl")
    experiments = [find(name) for name in NAMES]
    run(plan(experiments, Scale.SMOKE, results), results, {"cpu": "a <processor>"}, Inline(), in_process=True)
    return truth_of(results, everything=True)


@pytest.mark.parametrize("option", ["--html", "--markdown", "--output", "--plots"])
def test_a_full_disk_leaves_the_old_report(
    option: str, truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    target = tmp_path / "report"
    names = [f"{slug(plot.title)}.svg" for finding in truth.findings for plot in finding.plots]
    old = [target / name for name in names] if option == "--plots" else [target]
    for path in old:
        path.parent.mkdir(exist_ok=True)
        path.write_text("the report of last year")
    monkeypatch.setattr("tabiya.lab.report.truth.truth_of", lambda *_: truth)
    monkeypatch.setattr(os, "fsync", full)
    result = CliRunner().invoke(app, ["lab", "report", option, str(target)])
    assert isinstance(result.exception, OSError), result.output
    assert {path.read_text() for path in old} == {"the report of last year"}


def test_every_claim_is_in_the_report_with_a_verdict(truth: Truth) -> None:
    assert [judged.claim.number for judged in truth.judged] == list(range(1, COUNT + 1))
    assert sum(truth.counts.values()) == COUNT
    text = markdown_of(truth)
    for claim in register().values():
        assert f"| {claim.number} | {claim.text}" in text
    assert json.loads(json.dumps(truth.as_dict()))["verdicts"] == truth.counts


def test_changed_verdicts_are_listed_with_the_reason(truth: Truth) -> None:
    known = [number for numbers in FIRST.values() for number in numbers]
    assert len(known) == len(set(known))
    assert REDESIGNED.keys() <= all_experiments().keys()
    found = {judged.claim.number: (old, why) for judged, old, why in changes(truth)}
    for judged in truth.judged:
        old = next((v for v, numbers in FIRST.items() if judged.claim.number in numbers), Verdict.CONFIRMED)
        same = judged.ruling.verdict in (old, Verdict.NOT_MEASURED)
        assert same == (judged.claim.number not in found)
    text = markdown_of(truth)
    assert "## Verdicts that changed" in text
    for number, (old, why) in found.items():
        assert re.search(rf"^\| {number} \| .* \| {old} \| .* \| {re.escape(why)} \|$", text, re.MULTILINE)


def test_every_experiment_says_what_its_design_is(truth: Truth) -> None:
    text, page = markdown_of(truth), html_of(truth)
    for name in NAMES:
        experiment = find(name)
        assert f"- Unit: {experiment.unit}." in text
        assert f"- Power: {experiment.power}." in text
    assert page.count(">Sample: ") == len(truth.findings)


def test_a_report_is_about_what_was_measured(tmp_path: Path) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    experiments = [find("lock_memory"), find("hashfull")]
    run(plan(experiments, Scale.SMOKE, results), results, {}, Inline(), in_process=True)
    both, one = truth_of(results), truth_of(results, ["hashfull"])
    assert {finding.experiment.name for finding in both.findings} == {"lock_memory", "hashfull"}
    assert [judged.claim.number for judged in both.judged] == [70, 72]
    assert [judged.claim.number for judged in one.judged] == [72]
    assert "**not measured**" not in markdown_of(one)
    assert "questions" not in markdown_of(one)
    assert one == truth_of(results, ["hashfull"])  # judged twice, the same verdicts


def test_claims_of_experiments_that_did_not_run_are_not_judged(truth: Truth) -> None:
    verdicts = {judged.claim.number: judged.ruling for judged in truth.judged}
    assert verdicts[1].verdict is Verdict.NOT_MEASURED
    assert verdicts[70].verdict is Verdict.CONFIRMED
    assert verdicts[116].verdict is Verdict.NOT_MEASURED  # one of its two tests ran
    assert verdicts[116].reason.startswith("not all of its tests were part of this run")


def named_tests_said(tmp_path: Path, **outcomes: dict[str, Any]) -> Ruling:
    """What is said of claim 116, which rests on two tests, when they came out like this."""
    results = ResultsFile(tmp_path / "lab.jsonl")
    for test in register()[116].test.split():
        outcome = outcomes[test.rpartition("::")[2][:15]]
        measured = cell(run_named_test, test=test)
        results.append(measured, seconds=1.0, machine={}, scale=Scale.FULL, **outcome)
    return next(
        judged.ruling for judged in truth_of(results, everything=True).judged if judged.claim.number == 116
    )


def outcome(passed: int = 0, failed: int = 0, skipped: int = 0) -> dict[str, Any]:
    return {"value": {"passed": passed, "failed": failed, "skipped": skipped}}


BROKEN = {"error": f"RuntimeError: pytest could not run {register()[116].test.split()[1]}: no such luck"}


@pytest.mark.parametrize(
    ("second", "verdict", "reason"),
    [
        (outcome(passed=3), Verdict.CONFIRMED, "its tests pass"),
        (outcome(passed=3, skipped=1), Verdict.CONFIRMED, "its tests pass"),
        (outcome(passed=3, failed=1), Verdict.WORSE, "a test that decides it fails: tests/test_aging.py::"),
        (outcome(skipped=2), Verdict.NOT_MEASURED, "not all of its tests were part of this run, or some"),
        (BROKEN, Verdict.NOT_MEASURED, "RuntimeError: pytest could not run"),
    ],
)
def test_what_tests_decide_is_what_became_of_them(
    tmp_path: Path, second: dict[str, Any], verdict: Verdict, reason: str
) -> None:
    said = named_tests_said(tmp_path, test_the_genera=outcome(passed=1), test_after_64_s=second)
    assert said.verdict is verdict
    assert said.reason.startswith(reason)


def test_outcomes_of_a_test_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        "import pytest",
        "@pytest.mark.parametrize('n', [1, 2, 3])",
        "def test_it(n):",
        "    if n == 1: pytest.skip('not today')",
        "    assert n == 2",
    ]
    (tmp_path / "test_some.py").write_text("\n".join(lines))
    monkeypatch.setattr(named_tests, "ROOT", tmp_path)
    assert run_named_test(test="test_some.py::test_it") == {
        "passed": 1,
        "failed": 1,
        "skipped": 1,
        "failures": ["test_it[3]"],
        "reasons": ["not today"],
    }
    with pytest.raises(RuntimeError, match=r"pytest could not run test_some\.py::test_that"):
        run_named_test(test="test_some.py::test_that")


def test_figures_of_a_simulation_are_labelled(truth: Truth) -> None:
    judged = {one.claim.number: one.ruling.reason for one in truth.judged}
    assert all(judged[number].startswith("simulated: ") for number in (85, 86, 87))
    assert "Simulation: this machine counts no cache misses" in html_of(truth)


def test_claims_about_more_threads_than_cores_say_what_they_need(truth: Truth) -> None:
    judged = {one.claim.number: one for one in truth.judged}
    assert "needs 16 cores" in judged[97].ruling.reason
    assert "simulated" not in judged[97].ruling.reason
    assert judged[97].command == "tabiya lab run lock_scaling --full"


def test_an_experiment_whose_figures_fail_spoils_nothing_else(
    truth: Truth, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    results = ResultsFile(tmp_path / "lab.jsonl")
    run(plan([find("hashfull")], Scale.SMOKE, results), results, {}, Inline())
    lines = results.path.read_text().replace('"value": [[', '"value": [["x", ')
    results.path.write_text(lines)
    spoiled = truth_of(results, everything=True)
    reason = next(judged.ruling for judged in spoiled.judged if judged.claim.number == 72)
    assert reason.verdict is Verdict.NOT_MEASURED
    assert "Error" in reason.reason


def test_plots_carry_intervals(truth: Truth) -> None:
    plots = {plot.title: plot for finding in truth.findings for plot in finding.plots}
    plot = plots["Nodes by policy, chess"]
    assert draw(plot).count('class="interval"') == len(plot.series["nodes"]) == 9
    lines = Plot("x", "", "", {"a": [(1, 2.0), (2, 3.0)]}, intervals={"a": [(1.0, 3.0), (2.0, float("inf"))]})
    assert draw(lines).count('class="interval"') == 2
    assert "inf" not in draw(lines)


def test_markdown_tables_are_whole(truth: Truth) -> None:
    for table in re.findall(r"(?:^\|.*\n)+", markdown_of(truth), re.MULTILINE):
        columns = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(columns) == 1, table


def test_html_needs_nothing_from_outside_and_escapes(truth: Truth) -> None:
    text = html_of(truth)
    assert "<processor>" not in text
    assert "a &lt;processor&gt;" in text
    assert not re.search(r"""(src|href)=['"](?!data:,)(?!#)""", text)
    assert "<script" not in text
    assert text.count("<svg") == sum(len(finding.plots) for finding in truth.findings) >= 6


@pytest.mark.parametrize(
    "plot",
    [
        Plot("lines", "x", "y", {"a": [(1, 2.0), (2, 3.0)], "b <": [(1, 1.0), (2, 0.5)]}),
        Plot("logarithms", "x", "y", {"a": [(1, 1e-3), (1024, 1e9)]}, log_x=True, log_y=True),
        Plot("bars", "", "y", {"a": [("one", 1.0), ("a rather long name", -3.0)], "b": [("one", 4.0)]}),
        Plot("one point", "x", "y", {"a": [(0, 0.0)]}),
        Plot("nothing", "x", "y", {}),
        Plot("empty", "x", "y", {"a": []}),
    ],
    ids=lambda plot: plot.title,
)
def test_a_plot_is_sound_svg_and_stays_within_its_frame(plot: Plot) -> None:
    root = ElementTree.fromstring(draw(plot))
    for element in root.iter():
        for name, size in (("cx", WIDTH), ("cy", HEIGHT), ("x", WIDTH), ("y", HEIGHT)):
            if name in element.attrib:
                assert -1 <= float(element.attrib[name]) <= size + 1


def test_ticks_are_round_and_within_the_axis() -> None:
    for low, high in ((0, 1), (3, 1e7), (-5, 12), (0.001, 0.0025), (1.53, 2.28), (28, 43), (-7.3, -1)):
        axis = axis_for([low, high], 0, 100, logarithmic=False)
        ticks = axis.ticks()
        assert 3 <= len(ticks) <= 12
        assert all(axis.low - 1e-9 <= tick <= axis.high + 1e-9 for tick in ticks)
    assert Axis(1, 1e9, 0, 1, True).ticks()[0] == 1


def test_the_report_renders_in_a_browser_without_errors_and_with_its_plots_visible(
    truth: Truth, tmp_path: Path
) -> None:
    program = browser()
    if program is None:
        pytest.skip("no Chromium on the path: apt-get install chromium")
    page = tmp_path / "truth.html"
    # The page itself has no scripts; this one asks the browser what it drew, and is told of every error.
    probe = (
        "<script>window.onerror=e=>document.title='error: '+e;addEventListener('load',()=>{"
        "const b=[...document.querySelectorAll('svg.plot')].map(s=>s.getBoundingClientRect());"
        "const drawn='circle,rect~rect~rect';"
        "const m=[...document.querySelectorAll('svg.plot')].filter(s=>s.querySelector(drawn));"
        "document.body.dataset.seen=b.filter(r=>r.width>200&&r.height>100).length+' '+m.length;"
        "document.body.dataset.wide=document.documentElement.scrollWidth<=innerWidth;});</script>"
    )
    page.write_text(html_of(truth).replace("</head>", probe + "</head>"))
    command = [
        program,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'profile'}",
    ]
    command += [
        "--window-size=1200,900",
        "--enable-logging=stderr",
        "--virtual-time-budget=2000",
        "--dump-dom",
    ]
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr[-500:]
    assert "CONSOLE" not in done.stderr
    plots = sum(len(finding.plots) for finding in truth.findings)
    assert f'data-seen="{plots} {plots}"' in done.stdout
    assert 'data-wide="true"' in done.stdout
    assert "<title>tabiya lab" in done.stdout


NAMES_OF_TABLES = ("cluster4", "cluster4:ages=off", "cluster4:policy=depth_preferred,strict=on", "field")
SVG = "{http://www.w3.org/2000/svg}"


def texts_of(plot: Plot) -> list[str]:
    """The texts of a drawing, each in one piece."""
    return ["".join(element.itertext()) for element in ElementTree.fromstring(draw(plot)).iter(f"{SVG}text")]


def test_titles_and_names_are_drawn_whole() -> None:
    title = "Elo against cluster4:policy=depth_preferred,strict=on at 20,000 nodes per move, chess"
    plot = Plot(title, "", "", {name: [("1/4", 1.2), ("1/16", 1.5)] for name in NAMES_OF_TABLES})
    assert set(NAMES_OF_TABLES) <= set(texts_of(plot))
    assert title in " ".join(texts_of(plot))
    below = texts_of(Plot("", "", "", {"nodes": [(name, 1.0) for name in NAMES_OF_TABLES]}))
    assert set(NAMES_OF_TABLES) <= set(below)
    for element in ElementTree.fromstring(draw(plot)).iter(f"{SVG}text"):
        if element.get("text-anchor") is None:  # titles and keys, which begin at their place
            letters = 8.5 if element.get("class") == "title" else 6.6
            assert float(element.get("x", 0)) + letters * len("".join(element.itertext())) <= WIDTH


def test_bars_of_ratios_grow_from_one() -> None:
    drawn = draw(Plot("", "", "nodes, unlimited table = 1", {"nodes": [("a", 1.2), ("b", 0.9)]}, base=1))
    bars = [rect for rect in ElementTree.fromstring(drawn).iter() if rect.get("fill") == "#2563eb"]
    first, second = ((float(bar.get("y", 0)), float(bar.get("height", 0))) for bar in bars)
    assert first[0] + first[1] == pytest.approx(second[0], abs=0.2)  # one above, one below the same line
    assert first[1] == pytest.approx(2 * second[1], rel=0.01)
    assert "0" not in texts_of(Plot("", "", "", {"n": [(1, 1.2), (2, 1.6)]}, base=1))


def test_every_plot_of_a_ratio_has_a_base_of_one(truth: Truth) -> None:
    ratios = [plot for finding in truth.findings for plot in finding.plots if "= 1" in plot.y]
    assert ratios
    assert all(plot.base == 1 for plot in ratios)


def test_plots_are_files_too(truth: Truth, tmp_path: Path) -> None:
    drawn = [
        finding for finding in truth.findings if finding.experiment.name in ("hashfull", "memory_latency")
    ]
    small = Truth({}, tuple(drawn), {}, (), (), 0.0)
    written = write_plots(small.plots, tmp_path / "plots", png=browser() is not None)
    assert [path.suffix for path in written].count(".svg") == 2
    for path in written:
        if path.suffix == ".png":
            content = path.read_bytes()
            assert content[:8] == b"\x89PNG\r\n\x1a\n"
            assert struct.unpack(">II", content[16:24]) == (2 * WIDTH, 2 * HEIGHT)


def test_png_without_a_browser_says_what_is_needed(
    truth: Truth, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ValueError, match="PNG needs one of chromium"):
        write_plots(truth.plots, tmp_path / "plots", png=True)
