"""`tabiya analyse FILE`: analyses all positions of a file, on several processes or machines."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

__all__ = ["analyse_file", "is_file_of_positions"]


def is_file_of_positions(text: str) -> bool:
    """Returns whether an argument is a path. Positions have spaces; file names have a suffix."""
    path = Path(text)
    known = path.suffix.lower() in (".epd", ".fen", ".sfen", ".txt")
    return " " not in text and (known or (len(text) < 200 and path.is_file()))


def analyse_file(path: Path, options: dict[str, Any], runner: Any, shared: bool, as_json: bool) -> None:
    """Analyses all positions. Prints JSON lines in order of completion, or a table in file order."""
    from ..lab.analysis import analysis_jobs
    from ..lab.jobs import run_jobs, shared_table

    with ExitStack() as stack:
        name = None
        if shared and options["hash_mb"]:
            name = stack.enter_context(shared_table(hash_mb=options["hash_mb"]))
        jobs = analysis_jobs(path, options, name)
        columns = (TextColumn("positions"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        console = Console(stderr=True)
        progress = stack.enter_context(
            Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        )
        task = progress.add_task("positions", total=len(jobs))
        found = {}
        for result in run_jobs(jobs, runner):
            found[result.id] = result
            progress.advance(task)
            if as_json:
                value = result.value or {"error": result.error}
                print(json.dumps({"id": result.id, **value}), flush=True)
    if not as_json:
        _show([found[job.id] for job in jobs])


def _show(results: list[Any]) -> None:
    table = Table(box=None, pad_edge=False)
    for column in ("line", "depth", "score", "nodes", "seconds", "move"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for result in results:
        number = result.id.removeprefix("line ")
        if result.error is not None:
            table.add_row(number, "", "", "", "", "", escape(result.error))
            continue
        found = result.value
        score = f"#{found['mate']}" if found["mate"] is not None else f"{found['cp'] / 100:+.2f}"
        mark = {True: "solved", False: "not solved", None: ""}[found["solved"]]
        figures = (str(found["depth"]), score, f"{found['nodes']:,}", f"{found['seconds']:.2f}")
        table.add_row(number, *figures, found["best_move"], mark)
    console = Console()
    console.print(table)
    asked = [
        result.value["solved"] for result in results if result.value and result.value["solved"] is not None
    ]
    if asked:
        console.print(f"{sum(asked)} of {len(asked)} solved", highlight=False)
