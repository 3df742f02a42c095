"""`tabiya analyse FILE`: analyses all positions of a file, on several processes or machines."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
from rich.table import Table

from ..games import game_spec
from .analyse_options import full_width, progress_bar
from .group import end_interrupted

if TYPE_CHECKING:
    from ..analysis.sources import PositionFile
    from .analyse_options import AnalyseOptions

__all__ = ["analyse_file"]


def analyse_file(source: PositionFile, asked: AnalyseOptions) -> None:
    """Analyses all positions. Prints JSON lines in order of completion, or a table in file order."""
    from ..analysis.position_files import analysis_jobs
    from ..analysis.sources import position_game
    from ..jobs import run_jobs, runner_from, shared_table

    asked.check_several("a file of positions")
    asked.check_no_games()
    lines = source.lines()
    game = source.game or position_game(lines, source.name)
    game_spec(game).notation.checked_form(asked.notation)
    with ExitStack() as stack:
        name = None
        if asked.shared_table:
            name = stack.enter_context(shared_table(hash_mb=asked.hash_mb))
        settings = {
            "game": game,
            "depth": asked.depth,
            "nodes": asked.nodes,
            "seconds": asked.seconds,
            "multipv": asked.multipv,
            "threads": asked.threads,
            "hash_mb": asked.table_mb,
            "hash_file": str(asked.hash_file) if asked.hash_file else None,
        }
        jobs = analysis_jobs(lines, source.name, settings, name)
        runner = runner_from(workers=asked.workers, dask=asked.dask, scheduler=asked.scheduler)
        columns = ("positions", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        progress = stack.enter_context(progress_bar(*columns))
        task = progress.add_task("positions", total=len(jobs))
        found = {}
        interrupted = False
        try:
            for result in run_jobs(jobs, runner):
                found[result.id] = result
                progress.advance(task)
                if asked.as_json:
                    value = result.value or {"error": result.error}
                    print(json.dumps({"id": result.id, **value}), flush=True)
        except KeyboardInterrupt:
            interrupted = True
    if not asked.as_json:
        _show([found[job.id] for job in jobs if job.id in found], game, asked.notation)
    if interrupted:
        Console(stderr=True, highlight=False).print(f"stopped after {len(found)} of {len(jobs)} positions")
        end_interrupted()


def _show(results: list[Any], game: str, form: str | None) -> None:
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
        table.add_row(number, *figures, escape(_move(found, game, form)), mark)
    console = full_width(Console())
    console.print(table)
    asked = [
        result.value["solved"] for result in results if result.value and result.value["solved"] is not None
    ]
    if asked:
        console.print(f"{sum(asked)} of {len(asked)} solved", highlight=False)


def _move(found: dict[str, Any], game: str, form: str | None) -> str:
    """The best move of a position, for people."""
    from ..games.openings import read_line

    notation = game_spec(game).notation
    board = read_line(found["position"], game)[0].board(game)
    return notation.write(board, notation.parse(board, found["best_move"]), form)
