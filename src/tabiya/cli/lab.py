"""`tabiya lab`: experiments about the table and the search, and their verdicts on claims."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .._utils.extras import need_core
from ..games import GAMES
from . import options
from .group import Group
from .lab_claim import results, show_claim
from .lab_common import progress_bar
from .lab_compare import compare
from .lab_traces import replay_trace, trace

if TYPE_CHECKING:
    from ..lab.experiment import Experiment
    from ..lab.report.truth import Truth


@click.group(cls=Group)
def lab() -> None:
    """Measure claims about transposition tables and report."""


@lab.command("list")
@click.option("--markdown", is_flag=True, help="Print the designs as a Markdown table.")
@options.as_json
def list_experiments(markdown: bool, as_json: bool) -> None:
    """List the experiments: their questions, what they vary, which claims they answer."""
    need_core("the lab", "measures")
    from ..lab.claims import register
    from ..lab.experiments import all_experiments

    answered: dict[str, list[int]] = {}
    for claim in register().values():
        for name in claim.experiments:
            answered.setdefault(name, []).append(claim.number)
    rows: list[dict[str, Any]] = [
        {
            "name": experiment.name,
            "title": experiment.title,
            "varies": experiment.varies,
            "measures": experiment.measures,
            "unit": experiment.unit,
            "sample": experiment.sample,
            "power": experiment.power,
            "games": [game for game in experiment.games if game],
            "claims": answered.get(experiment.name, []),
            "needs": experiment.needs(),
        }
        for experiment in all_experiments().values()
    ]
    if as_json:
        print(json.dumps(rows, indent=1))
        return
    if markdown:
        print("| experiment | question | unit | sample | power |\n| --- | --- | --- | --- | --- |")
        for row in rows:
            shown = (row[name] for name in ("title", "unit", "sample", "power"))
            print(f"| `{row['name']}` | {' | '.join(shown)} |")
        return
    table = Table(show_lines=False)
    for column in ("experiment", "question", "claims"):
        table.add_column(column, overflow="fold")
    for row in rows:
        needs = f" [red](needs {escape(row['needs'])})[/red]" if row["needs"] else ""
        table.add_row(row["name"], escape(row["title"]) + needs, " ".join(map(str, row["claims"])))
    Console().print(table)


@lab.command("run")
@click.argument("names", nargs=-1, help="Experiments, or files with one (default: all built-in ones).")
@click.option("--quick", is_flag=True, help="All experiments in two minutes (the default).")
@click.option("--full", is_flag=True, help="All experiments in half an hour.")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar=f"[{'|'.join(GAMES)}]",
    help="Only this game (default: both).",
)
@results
@click.option("--fresh", is_flag=True, help="Start over: an older file becomes FILE.old.")
@click.option("--keep", is_flag=True, help="Keep results of other commits too.")
@options.workers
@options.dask
@options.scheduler
@options.as_json
def run_experiments(
    names: tuple[str, ...],
    quick: bool,
    full: bool,
    games: tuple[str, ...],
    results: Path,
    fresh: bool,
    keep: bool,
    workers: int | None,
    dask: bool,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Run experiments. Run the same command again to continue an interrupted run."""
    need_core("the lab", "measures")
    from ..jobs import runner_from
    from ..lab.experiment import Scale
    from ..lab.experiments import all_experiments, find
    from ..lab.games import depths_of
    from ..lab.results import ResultsFile
    from ..lab.run import plan, run
    from .info import machine

    if quick and full:
        raise ValueError("--quick and --full exclude each other")
    for game in games:
        depths_of(game)  # raises if the game is unknown or not measured
    experiments = [find(name) for name in names] or list(all_experiments().values())
    if fresh and results.exists():
        results.rename(results.with_name(results.name + ".old"))
    file = ResultsFile(results)
    planned = plan(experiments, Scale.FULL if full else Scale.QUICK, file, games, keep)
    console = Console(stderr=True)
    for name, reason in planned.missing.items():
        console.print(f"{name}: needs {escape(reason)}")
    if planned.known:
        console.print(f"{planned.known} of {planned.known + planned.cells} measurements are already done")
    begin = time.perf_counter()
    told: set[str] = set()
    with progress_bar(console, nothing_to_do=not planned.cells) as progress:
        task = progress.add_task("", total=planned.cells)

        def tell(cell: Any, result: Any) -> None:
            name = cell.function.rpartition(".")[2].replace(":", " ")
            progress.update(
                task, advance=1, description=f"{name} {escape(str(cell.arguments.get('game', '')))}"
            )
            sentence = f"{name}: {result.error}"
            if result.error is not None and sentence not in told:
                told.add(sentence)
                progress.console.print(f"[red]{escape(sentence)}[/red]", soft_wrap=True)

        runner = runner_from(workers=workers, dask=dask, scheduler=scheduler)
        try:
            failed = run(planned, file, machine(), runner, progress=tell, in_process=workers == 0)
        except KeyboardInterrupt:
            progress.stop()
            console.print("stopped; run the same command to continue")
            raise click.exceptions.Exit(130) from None
    _show(experiments, file, as_json)
    console.print(
        f"{planned.cells} measurements in {time.perf_counter() - begin:.0f} s, {failed} failed; "
        f"`tabiya lab report {escape(' '.join((*names, '--results', str(results))))}` judges the claims",
        soft_wrap=True,
    )
    if failed:
        raise click.exceptions.Exit(1)


@lab.command()
@click.argument("names", nargs=-1, help="Experiments or files (default: the measured ones).")
@results
@click.option("--all", "everything", is_flag=True, help="All claims, including those that were not measured.")
@click.option(
    "--stored", type=options.FILE, help="An earlier report (--output), for figures that the results lack."
)
@click.option("--html", type=options.FILE, help="Write the report as one self-contained HTML file.")
@click.option("--markdown", type=options.FILE, help="Write the report as Markdown.")
@click.option("--plots", type=options.FILE, help="Write the plots to this folder as SVG.")
@click.option("--png", is_flag=True, help="Write the plots as PNG too (needs Chromium).")
@click.option("--output", type=options.FILE, help="Write the report as JSON.")
@options.as_json
def report(
    names: tuple[str, ...],
    results: Path,
    everything: bool,
    stored: Path | None,
    html: Path | None,
    markdown: Path | None,
    plots: Path | None,
    png: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Compare the claims with the measurements."""
    need_core("the lab", "measures")
    from ..lab.report.html import html_of
    from ..lab.report.markdown import markdown_of
    from ..lab.report.stored import Stored
    from ..lab.report.truth import truth_of
    from ..lab.results import ResultsFile
    from ..plots.pictures import write_plots
    from ..storage.whole import write_text

    truth = truth_of(ResultsFile(results), names, everything, None if stored is None else Stored.read(stored))
    if html is not None:
        write_text(html, html_of(truth))
    if markdown is not None:
        write_text(markdown, markdown_of(truth))
    if output is not None:
        write_text(output, json.dumps(truth.as_dict(), indent=1) + "\n")
    if plots is not None:
        write_plots(truth.plots, plots, png)
    elif png:
        raise ValueError("--png needs a folder: --plots FOLDER")
    if as_json:
        print(json.dumps(truth.as_dict(), indent=1))
        return
    if truth.judged:
        _show_claims(truth)
    _show_findings(truth)


def _show_claims(truth: Truth) -> None:
    table = Table()
    for column in ("#", "claim", "expected", "measured", "verdict"):
        table.add_column(column, overflow="fold")
    for judged in truth.judged:
        claim, ruling = judged.claim, judged.ruling
        cells = (str(claim.number), claim.text, claim.expected, ruling.reason, str(ruling.verdict))
        table.add_row(*map(escape, cells))
    console = Console()
    console.print(table)
    console.print(", ".join(f"{count} {verdict}" for verdict, count in truth.counts.items()))


def _show_findings(truth: Truth) -> None:
    """Prints the experiments that answer no claim, which the table of claims leaves out."""
    answered = {name for judged in truth.judged for name in judged.claim.experiments}
    others = [each for each in truth.findings if each.measured and each.experiment.name not in answered]
    figures = {
        _title(finding.experiment, game): named
        for finding in others
        for game, named in finding.figures.items()
    }
    if figures:
        _show_figures(figures)
    for finding in others:
        for failure in finding.failures:
            Console(soft_wrap=True).print(f"{finding.experiment.name}: {failure}", markup=False)


def _show(experiments: list[Any], file: Any, as_json: bool) -> None:
    """Prints the figures of the requested experiments."""
    from ..stats.bootstrap import plain

    known = file.latest()
    found: dict[str, Any] = {}
    for experiment in experiments:
        for game in experiment.games:
            rows = file.rows(experiment, game, known)
            if rows:
                found[_title(experiment, game)] = experiment.figures(rows)
    if as_json:
        plain_figures = {
            name: {figure: plain(value) for figure, value in figures.items()}
            for name, figures in found.items()
        }
        print(json.dumps(plain_figures, indent=1))
    elif found:
        _show_figures(found)


def _title(experiment: Experiment, game: str) -> str:
    return f"{experiment.name}, {game}" if game else experiment.name


def _show_figures(found: dict[str, Any]) -> None:
    """Prints the figures of experiments by their titles."""
    from ..lab.wording import figure_text, number_text

    table = Table()
    table.add_column("experiment", overflow="fold")
    table.add_column("figure", overflow="fold")
    table.add_column("value", justify="right", overflow="fold")
    for name, figures in found.items():
        for number, (figure, value) in enumerate(figures.items()):
            table.add_row("" if number else name, figure_text(figure), number_text(value))
    Console().print(table)


for command in (show_claim, compare, trace, replay_trace):
    lab.add_command(command)
