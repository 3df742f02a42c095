"""`tabiya strength`: matches vs other engines and vs itself, as a table with error bars."""

from __future__ import annotations

import json
import os
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from .. import HAS_CORE, __version__
from . import options
from .info import _cpu_model
from .match import summary

__all__ = ["strength"]


@click.command()
@click.argument("names", nargs=-1, help="Matches to play; by default all.")
@click.option("--games", type=click.IntRange(2), help="Games per match.")
@click.option("--folder", type=options.FILE, default=Path("strength"), help="Folder for the games.")
@options.concurrency
@options.dask
@options.scheduler
@click.option("--report", type=options.FILE, help="Write the report to this file.")
@click.option("--json-file", type=options.FILE, help="Write the results to this file.")
@click.option("--no-play", is_flag=True, help="Only report games already played.")
@options.as_json
def strength(
    names: tuple[str, ...],
    games: int | None,
    folder: Path,
    concurrency: int,
    dask: bool,
    scheduler: str | None,
    report: Path | None,
    json_file: Path | None,
    no_play: bool,
    as_json: bool,
) -> None:
    """Measure strength: table on vs off, and matches vs other engines."""
    if not HAS_CORE:
        raise ValueError("strength needs the native core, which this installation does not have")
    from ..lab.jobs import runner_from
    from ..lab.strength import PAIRINGS, markdown, pairing_named

    wanted = [pairing_named(name) for name in names] if names else list(PAIRINGS)
    runner = runner_from(workers=None if scheduler else concurrency, dask=dask, scheduler=scheduler)
    folder.mkdir(parents=True, exist_ok=True)
    console = Console(stderr=True)
    results = []
    try:
        for pairing in wanted:
            result = _result(pairing, games, folder, None if no_play else runner, console)
            if result is not None:
                results.append(result)
    except KeyboardInterrupt:
        console.print("stopped; run the same command to continue")
    machine = _machine()
    answer = {"machine": machine, "results": results}
    if json_file is not None:
        json_file.write_text(json.dumps(answer, indent=1) + "\n")
    if report is not None:
        report.write_text(markdown(results, machine))
    if as_json:
        print(json.dumps(answer, indent=1))
    elif report is None:
        print(markdown(results, machine))


def _result(
    pairing: Any, games: int | None, folder: Path, runner: Any, console: Console
) -> dict[str, Any] | None:
    """Plays the missing games of a match. Returns None if an engine is missing or no game was played."""
    from ..lab.engines import check_engine
    from ..lab.match import play_match
    from ..lab.match.record import Record
    from ..lab.strength import result_of

    config = pairing.config(games)
    path = folder / f"{pairing.name}.jsonl"
    try:
        opponent = check_engine(config.engines[1], pairing.game)
    except ValueError as error:
        console.print(f"{pairing.name} skipped: {error}", highlight=False, markup=False)
        return None
    if runner is None and not path.exists():
        console.print(f"{pairing.name} was not played", highlight=False)
        return None
    record = Record(path, config)
    if runner is not None:
        with closing(play_match(config, runner, record)) as standings:
            for standing in standings:
                console.print(f"{pairing.name}: {summary(standing)}", highlight=False)
    return result_of(pairing, config, record, opponent) if record.pairs else None


def _machine() -> dict[str, Any]:
    return {"cpu": _cpu_model(), "cores": len(os.sched_getaffinity(0)), "tabiya": __version__}
