"""`tabiya strength`: matches vs other engines and vs itself, as a table with error bars."""

from __future__ import annotations

import json
import os
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from .. import __version__
from .._utils.extras import need_core
from ..storage.whole import write_text
from . import options
from .group import end_interrupted
from .info import _cpu_model
from .match import summary

__all__ = ["strength"]


@click.command()
@click.option("--opponent", "names", multiple=True, help="Play only this opponent; repeatable.")
@click.option("--list", "list_them", is_flag=True, help="List the opponents.")
@click.option("--games", type=click.IntRange(2), help="Games against each opponent, instead of 100.")
@click.option("--folder", type=options.FILE, default=Path("strength"), help="Where the games are kept.")
@options.concurrency
@options.dask
@options.scheduler
@click.option(
    "--results",
    type=options.FILE,
    default=Path("bench/results/strength.json"),
    help="Where the results are kept.",
)
@click.option("--report", is_flag=True, help="Only write the document from the results.")
@click.option(
    "--document", type=options.FILE, default=Path("docs/strength.md"), help="The document to write."
)
def strength(
    names: tuple[str, ...],
    list_them: bool,
    games: int | None,
    folder: Path,
    concurrency: int,
    dask: bool,
    scheduler: str | None,
    results: Path,
    report: bool,
    document: Path,
) -> None:
    """Measure strength: games against other engines, and with the table vs without."""
    need_core("strength")
    from ..jobs import runner_from
    from ..match.strength import PAIRINGS, markdown, merged, pairing_named, read_results

    wanted = [pairing_named(name) for name in names] if names else list(PAIRINGS)
    if list_them:
        for pairing in wanted:
            print(f"{pairing.name:24} {pairing.game:6} {pairing.opponent}")
    elif report:
        found = read_results(results)
        valid = merged(found["results"], [])
        write_text(document, markdown(valid, found["machine"]))
        print(f"{document}: {len(valid)} matches")
    else:
        runner = runner_from(workers=None if scheduler else concurrency, dask=dask, scheduler=scheduler)
        folder.mkdir(parents=True, exist_ok=True)
        _Run(folder, results, games, concurrency, runner).play(wanted)


class _Run:
    """All matches of one call, one after the other."""

    def __init__(self, folder: Path, results: Path, games: int | None, concurrency: int, runner: Any) -> None:
        self.folder = folder
        self.results = results
        self.games = games
        self.concurrency = concurrency
        self.runner = runner
        self.console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        self.begin = time.monotonic()
        self.played = 0

    def play(self, pairings: list[Any]) -> None:
        """Plays the missing games. Writes the results after each match and when the user stops."""
        from ..match.log import MatchLog

        there = [(pairing, ids) for pairing in pairings if (ids := self._ids(pairing))]
        matches = []
        for pairing, ids in there:
            config = pairing.config(self.games)
            matches.append((pairing, ids, config, MatchLog(self.folder / f"{pairing.name}.jsonl", config)))
        try:
            for number, (pairing, ids, config, log) in enumerate(matches):
                try:
                    self._match(pairing, config, log, matches[number:])
                finally:
                    self._write(pairing, config, log, ids)
        except KeyboardInterrupt:
            self.console.print("stopped; run the same command to continue")
            end_interrupted()

    def _ids(self, pairing: Any) -> tuple[str, str] | None:
        """Returns the names of both engines. Prints a line and returns None if the opponent cannot play."""
        from ..match.engines import check_engine

        ours, other = pairing.engines
        try:
            return check_engine(ours, pairing.game), check_engine(other, pairing.game)
        except ValueError as error:
            fix = f" (Debian has it: apt install {pairing.package})" if pairing.package else ""
            self.console.print(f"{pairing.name} is left out: {error}{fix}")
            return None

    def _match(self, pairing: Any, config: Any, log: Any, rest: list[Any]) -> None:
        from ..match import play_match

        before = len(log.pairs)
        with closing(play_match(config, self.runner, log)) as standings:
            for standing in standings:
                if not log.pairs:
                    continue
                self.played += len(log.pairs) - before
                before = len(log.pairs)
                left = self._time_left(rest)
                load = os.getloadavg()[0]
                self.console.print(f"{pairing.name}: {summary(standing)}; load {load:.1f}{left}")

    def _time_left(self, rest: list[Any]) -> str:
        """Estimates the remaining time from the pairs that this run has played."""
        pairs = sum(max(config.pairs - len(log.pairs), 0) for _, _, config, log in rest)
        if not self.played or not pairs:
            return ""
        minutes = round((time.monotonic() - self.begin) / self.played * pairs / 60)
        hours, minutes = divmod(minutes, 60)
        return f"; about {f'{hours} h ' if hours else ''}{minutes} min left"

    def _write(self, pairing: Any, config: Any, log: Any, ids: tuple[str, str]) -> None:
        from ..match.strength import merged, read_results, result_of

        if not log.pairs:
            return
        before = read_results(self.results)["results"] if self.results.exists() else []
        now = result_of(pairing, config, log, ids, self.concurrency)
        found = {"machine": _machine(), "results": merged(before, [now])}
        self.results.parent.mkdir(parents=True, exist_ok=True)
        write_text(self.results, json.dumps(found, indent=1) + "\n")


def _machine() -> dict[str, Any]:
    return {"cpu": _cpu_model(), "cores": len(os.sched_getaffinity(0)), "tabiya": __version__}
