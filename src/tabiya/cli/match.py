"""`tabiya match`: plays two engines against each other until all games are played or a test decides."""

from __future__ import annotations

import json
import math
import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from .._utils.extras import need_core
from ..storage.whole import check_target, partial_name
from . import options
from .group import end_interrupted

if TYPE_CHECKING:
    from ..match import MatchConfig, Standing
    from ..stats import Sprt

__all__ = ["match"]

LINES_EVERY = 10
"""Pairs between two lines of output without a terminal for a live table."""


@click.command()
@click.argument("first", help="tabiya, tabiya:hash=16,table=off or a command line.")
@click.argument("second", help="The other engine.")
@options.game
@click.option("--games", type=int, default=100, help="Games to play: an even number.")
@click.option("--tc", help="Seconds and increment, such as 10+0.1.")
@click.option("--nodes", type=click.IntRange(1), help="Nodes per move, instead of a clock.")
@click.option(
    "--time",
    "--movetime",
    "movetime",
    type=click.FloatRange(0, min_open=True),
    help="Seconds per move, instead of a clock.",
)
@click.option(
    "--sprt", nargs=2, metavar="elo0=A elo1=B", help="A test that ends the match: --sprt elo0=0 elo1=5."
)
@click.option("--alpha", default=0.05, help="How often the test may wrongly accept elo1.")
@click.option("--beta", default=0.05, help="How often it may wrongly accept elo0.")
@click.option("--openings", type=options.FILE, help="EPD or SFEN file (default: a built-in list).")
@click.option("--seed", default=1, help="Sets the order of the openings.")
@click.option("--resign", default=1000, help="Centipawns that both must report for a win; 0: play on.")
@click.option("--draw", default=8, help="Centipawns that both must report for a draw; 0: play on.")
@click.option("--max-moves", type=click.IntRange(1), default=200, help="Moves after which a game is a draw.")
@click.option("--margin", default=0.01, help="Seconds by which a clock may be exceeded.")
@click.option("--patience", default=10.0, help="Seconds beyond its time until an engine counts as hanging.")
@options.concurrency
@options.dask
@options.scheduler
@click.option("--resume", type=options.FILE, help="Keep the games in this file and continue from it.")
@click.option("--save", type=options.FILE, help="Write the games: .pgn, for shogi .csa or .kif.")
@click.option("--event", default="tabiya match", help="Event of the saved games.")
@click.option("--site", default="?", help="Site of the saved games.")
@options.as_json
def match(
    first: str,
    second: str,
    game: str,
    games: int,
    tc: str | None,
    nodes: int | None,
    movetime: float | None,
    sprt: tuple[str, str] | None,
    alpha: float,
    beta: float,
    openings: Path | None,
    seed: int,
    resign: int,
    draw: int,
    max_moves: int,
    margin: float,
    patience: float,
    concurrency: int,
    dask: bool,
    scheduler: str | None,
    resume: Path | None,
    save: Path | None,
    event: str,
    site: str,
    as_json: bool,
) -> None:
    """Play a match between two configurations of tabiya or any UCI or USI engines."""
    need_core("match")
    from ..games.openings import built_in, read_openings
    from ..jobs import runner_from
    from ..match import MatchConfig, Rules
    from ..match.engines import check_engine
    from ..match.export import check_export
    from ..match.log import MatchLog

    rules = Rules(game, tc, nodes, movetime, resign, draw, max_moves, margin, patience)
    if save is not None:
        check_export(save, game)
        check_target(save)
    config = MatchConfig(
        engines=_engines(first, second, game),
        rules=rules,
        openings=tuple(read_openings(openings, game) if openings else built_in(game)),
        games=games,
        sprt=_sprt(sprt, alpha, beta),
        seed=seed,
        event=event,
        site=site,
    )
    for spec in config.engines:
        check_engine(spec, game)
    processors = len(os.sched_getaffinity(0))
    if nodes is None and scheduler is None and concurrency > processors:
        told = (
            f"{concurrency} games at a time share {processors} processors: engines get less than their time"
        )
        Console(stderr=True, highlight=False).print(f"note: {told}")
    workers = None if scheduler is not None else concurrency
    log = MatchLog(resume, config)
    whole = False
    try:
        standing, whole = _play(config, runner_from(workers=workers, dask=dask, scheduler=scheduler), log)
    finally:
        if save is not None:
            _save(save, config, log.pairs, whole)
    if as_json:
        print(json.dumps({**config.identity(), **standing.as_dict()}, indent=1))
    else:
        Console().print(table_of(config, standing))
    if not whole:
        end_interrupted()


def _save(path: Path, config: MatchConfig, pairs: dict[int, dict[str, Any]], whole: bool) -> None:
    """Writes the games. A part of a match never replaces an existing file."""
    from ..match.export import export_games

    target = path if whole else Path(partial_name(path))
    if pairs or whole:
        export_games(target, config, pairs)
        if target != path:
            Console(stderr=True, highlight=False).print(f"{path} is unchanged; these games are in {target}")


def _engines(first: str, second: str, game: str) -> Any:
    from ..match.engines import EngineSpec

    one, other = EngineSpec.parse(first, game), EngineSpec.parse(second, game)
    if one.name == other.name:
        other = EngineSpec(f"{other.name} (2)", other.command, other.options, other.nodes)
    return one, other


def _sprt(texts: tuple[str, str] | None, alpha: float, beta: float) -> Sprt | None:
    """Parses a test such as ``elo0=0 elo1=5``."""
    from ..stats import Sprt

    if texts is None:
        return None
    values: dict[str, float] = {}
    for part in texts:
        name, _, value = part.partition("=")
        try:
            if name not in ("elo0", "elo1"):
                raise ValueError
            values[name] = float(value)
        except ValueError:
            raise ValueError(f"--sprt must be written as --sprt elo0=0 elo1=5, not with {part!r}") from None
    if len(values) < 2:
        raise ValueError("--sprt needs both elo0= and elo1=")
    return Sprt(values["elo0"], values["elo1"], alpha, beta)


def _play(config: MatchConfig, runner: Any, log: Any) -> tuple[Standing, bool]:
    """Plays a match. Returns its standing, and whether it came to its end."""
    from ..match import Standing, play_match

    console = Console(stderr=True)
    standing = Standing()
    try:
        with (
            closing(play_match(config, runner, log)) as standings,
            Live(table_of(config, standing), console=console, transient=True, refresh_per_second=2) as live,
        ):
            for standing in standings:
                live.update(table_of(config, standing))
                if not console.is_terminal and standing.counted % LINES_EVERY == 0 and standing.counted:
                    console.print(summary(standing), highlight=False)
    except KeyboardInterrupt:
        hint = f"; --resume {log.path} continues" if log.path else ""
        console.print(f"stopped after {standing.results.games} games{hint}", highlight=False)
        return standing, False
    return standing, True


def summary(standing: Standing) -> str:
    """Returns a match in one line."""
    results = standing.results
    llr = "" if standing.llr is None else f", LLR {standing.llr:.2f} ({standing.state})"
    return (
        f"{results.games} games: +{results.wins} ={results.draws} -{results.losses}, "
        f"{results.score:.1%}, Elo {standing.elo}{llr}"
    )


def table_of(config: MatchConfig, standing: Standing) -> Table:
    """Returns the figures of a match as a table."""
    first, second = config.engines
    results = standing.results
    title = f"{first.name} against {second.name}, {config.rules}"
    table = Table(box=None, show_header=False, title=title, min_width=len(title))
    table.add_row("games", f"{2 * standing.counted} of {2 * config.pairs}")
    table.add_row("won, drawn, lost", f"{results.wins}, {results.draws}, {results.losses}")
    table.add_row("score", f"{results.score:.1%}")
    table.add_row("pairs by points 0 to 2", " ".join(map(str, standing.pairs.counts)))
    table.add_row("Elo, 95%", str(standing.elo) if results.games else "")
    table.add_row("normalised Elo, 95%", str(standing.normalised) if results.games else "")
    if config.sprt is not None and standing.llr is not None:
        bounds = f"{config.sprt.lower:.2f} to {config.sprt.upper:.2f}"
        table.add_row("LLR", f"{standing.llr:.2f} ({bounds}): {standing.state}")
    elif results.games:
        table.add_row("sample", sample(standing))
    for name, faults in standing.faults.items():
        table.add_row(name, ", ".join(f"{kind}: {count}" for kind, count in faults.items()))
    if standing.copies:
        table.add_row("copies", f"{standing.copies} pairs repeat games of this match and do not count")
    if standing.excused:
        table.add_row("late moves", f"{standing.excused} forgiven: the machine was busy")
    return table


def sample(standing: Standing) -> str:
    """Returns what these games can show, and how many games show more."""
    from ..stats import elo_shown, games_to_show

    games, shown = standing.results.games, elo_shown(standing.pairs)
    if math.isinf(shown):
        now = f"{games} games show nothing"
    else:
        spread = (standing.elo.high - standing.elo.low) / 2
        width = f", ±{spread:.0f}," if math.isfinite(spread) else ""
        now = f"{games} games{width} show {shown:.0f} Elo or more"
    more = [f"{each} Elo take {games_to_show(each, standing.pairs):,}" for each in (50, 20, 5)]
    return f"{now}; {', '.join(more)}"
