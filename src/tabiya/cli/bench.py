"""`tabiya bench`: runs benchmarks, prints a table or JSON, and compares with an earlier run."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .. import HAS_CORE
from .._utils.extras import need_core
from ..lab.games import benches
from ..lab.machine import line_nanoseconds, line_text
from ..storage.whole import write_text
from . import options
from .group import Group
from .info import machine

MEASURED = benches() if HAS_CORE else {}
SUBJECTS = {
    "table": "Measure probes, stores, batches, threads, clear and resize, as ratios to peers in one run.",
    **{name: game.summary for name, game in MEASURED.items()},
    "search": "Measure how much the table saves, speed vs other engines, threads and test suites.",
    "protocols": "Measure response times of the engines: start and stop.",
    "memory": "Measure shared, mapped and saved tables vs private tables and other ways to share.",
    "tiers": "Measure a second tier: bytes per entry, cost, hits, and searches at equal memory.",
    "authors": "Measure keys of states, probes by state, windows, values, memoized functions and self-play.",
    "values": "Measure tables of values: probes, writes, batches, memoized functions and self-play.",
    "books": "Measure openings with and without a book in the table, and the cost of loading it.",
}


@click.group(cls=Group)
def bench() -> None:
    """Run benchmarks against peers; results are ratios within one run."""


def _add_command(subject: str, text: str) -> None:
    @bench.command(subject, help=text)
    @click.argument("groups", nargs=-1, help="Groups to measure; by default all.")
    @click.option("--quick", is_flag=True, help="Use smaller sizes: seconds instead of minutes.")
    @options.as_json
    @click.option("--output", type=options.FILE, help="Also write the JSON to this file.")
    @click.option(
        "--compare", "against", type=options.FILE, help="Compare with the JSON file of an earlier run."
    )
    def measure(
        groups: tuple[str, ...], quick: bool, as_json: bool, output: Path | None, against: Path | None
    ) -> None:
        _run(subject, groups, quick, as_json, output, against)


for _subject, _text in SUBJECTS.items():
    _add_command(_subject, _text)


def _run(
    subject: str,
    groups: tuple[str, ...],
    quick: bool,
    as_json: bool,
    output: Path | None,
    against: Path | None,
) -> None:
    need_core("bench", "measures")
    if subject in MEASURED:
        known = MEASURED[subject].groups()
    else:
        known = import_module(f"..lab.bench.{subject}", __package__).GROUPS
    unknown = [name for name in groups if name not in known]
    if unknown:
        raise ValueError(f"unknown group {unknown[0]!r}; known are {', '.join(map(repr, known))}")
    old = _read(against) if against else None
    console = Console(stderr=as_json)
    rows: list[dict[str, Any]] = []
    line_ns: list[float] = []
    for name, group in known.items():
        if groups and name not in groups:
            continue
        with console.status(f"measuring {name} …"):
            measured = [row.as_dict() for row in group(quick)]
        rows += measured
        around = _line_around(measured)
        line_ns += around
        if not as_json:
            console.print(rows_table(name, measured))
            if around:
                console.print(f"with several threads: {line_text(around)}", highlight=False)
    result = {"machine": {**machine(), "line_ns": line_ns}, "quick": quick, "rows": rows}
    if output is not None:
        write_text(output, json.dumps(result, indent=1) + "\n")
    if as_json:
        print(json.dumps(result, indent=1))
    if old is not None:
        console.print(_comparison(rows, old["rows"]))


def _line_around(rows: list[dict[str, Any]]) -> list[float]:
    """Returns how long a line takes between the cores, if any row has several threads."""
    threaded = any("threads" in f"{row['group']} {row['subject']}" for row in rows)
    found = line_nanoseconds() if threaded else None
    return [] if found is None else [found]


def rows_table(title: str, rows: list[dict[str, Any]]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    if any(row["target"] is not None for row in rows):
        table.caption = "target: the bound that the project set itself before it measured"
        table.caption_justify = "left"
    table.add_column("what")
    table.add_column("who")
    for column in ("value", "ratio", "target"):
        table.add_column(column, justify="right")
    last = None
    for row in rows:
        ratio = "" if row["ratio"] is None else f"{row['ratio']:.2f}"
        if row.get("interval"):
            low, high = row["interval"]
            ratio += f" ({low:.2f} to {high:.2f})"
        target = "" if row["target"] is None else f"≤ {row['target']:g} {'✓' if row['holds'] else '✗'}"
        value = f"{row['value']:,.1f} {row['unit']}"
        group = escape(row["group"]) if row["group"] != last else ""
        table.add_row(group, escape(row["subject"]), value, ratio, target)
        last = row["group"]
    return table


def _comparison(new: list[dict[str, Any]], old: list[dict[str, Any]]) -> Table:
    from ..lab.timing import compare

    table = Table(title="vs the earlier run: below 1 is better", title_justify="left", title_style="bold")
    for column in ("what", "who"):
        table.add_column(column)
    for column in ("before", "now", "now / before"):
        table.add_column(column, justify="right")
    for row in compare(new, old):
        unit = "" if row["kind"] == "ratio" else f" {row['unit']}"
        change = f"{row['change']:.2f}"
        style = "green" if row["change"] < 0.9 else "red" if row["change"] > 1.1 else ""
        now = row[row["kind"]]
        table.add_row(
            row["group"], row["subject"], f"{row['old']:.2f}{unit}", f"{now:.2f}{unit}", change, style=style
        )
    return table


def _read(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text())
        content["rows"]
    except (json.JSONDecodeError, KeyError, TypeError):
        raise ValueError(f"{path} is not a result of `tabiya bench table --json`") from None
    return dict(content)
