"""`tabiya lab compare`: compares tables, with intervals."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource
from rich.console import Console

from .._utils.extras import need_core
from ..games import game_spec
from . import options
from .lab_compare_run import STOPPED, announce, run_watched, tell_needed, warn_of_room
from .lab_compare_tables import show_games, show_nodes

if TYPE_CHECKING:
    from ..lab.compare.plan import SearchPace

__all__ = ["compare"]

DEFAULT_TABLES = ("field", "cluster4")
SINGLE_NODES = 60_000
"""Nodes per position if each is searched once."""
ONLY_NODES = ("seeds", "margin", "moves", "count")
"""Options that have no effect on games."""


@click.command()
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME[:SETTING=VALUE,…]",
    help="single, cluster3, cluster4, dense, cluster8, field or line5; repeatable, the first is the "
    "baseline.",
)
@click.option(
    "--layout", "layouts", multiple=True, metavar="LAYOUT", help="A --table with one of our layouts."
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="POLICY",
    help="Use this policy with each table: one of ours, or FILE.py:NAME, a function of yours; repeatable.",
)
@click.option(
    "--pressure",
    help="Memory as fractions of what the search fills (default: 1/4,1/16,1/64; games: 1/16).",
)
@click.option(
    "--hash",
    "hash_mb",
    type=options.MEGABYTES,
    multiple=True,
    metavar="MB",
    help="Memory in megabytes instead; without --nodes, as many as fill it. Repeatable.",
)
@click.option(
    "--switch", "switches", multiple=True, metavar="NAME=VALUE", help="A search option; repeatable."
)
@options.game
@click.option(
    "--positions",
    type=options.FILE,
    help="A file of positions, from each of which a game goes on (default: 128 middlegames).",
)
@click.option("--count", type=click.IntRange(1), help="Only the first of the positions.")
@click.option(
    "--moves",
    type=click.IntRange(1),
    default=4,
    help="Moves of each game searched with one table, which ages; 1: single positions.",
)
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Nodes per move, with an unlimited table (default: 15,000; --moves 1: 60,000; --games: 10,000).",
)
@click.option("--seeds", type=click.IntRange(1), default=1, help="Hash seeds per game, averaged.")
@click.option(
    "--margin", type=click.FloatRange(0, 1), default=0.05, help="Differences up to this count as equal."
)
@click.option("--games", type=click.IntRange(2), help="Decide by this many games at fixed nodes.")
@click.option(
    "--results", type=options.FILE, help="Keep each finished game here; the same command continues."
)
@click.option("--plot", type=options.FILE, help="Draw to this file, .svg or .png (needs Chromium).")
@options.workers
@options.as_json
def compare(
    tables: tuple[str, ...],
    layouts: tuple[str, ...],
    policies: tuple[str, ...],
    pressure: str | None,
    hash_mb: tuple[float, ...],
    switches: tuple[str, ...],
    game: str,
    positions: Path | None,
    count: int | None,
    moves: int,
    nodes: int | None,
    seeds: int,
    margin: float,
    games: int | None,
    results: Path | None,
    plot: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Compare tables at equal memory in the same search: nodes to a depth, or games at fixed nodes.

    By default, four consecutive moves of each of 128 games are searched with one table per game. The search
    has iir and singular_extension off, because they reward a table that forgets. Ratios are relative to the
    first table, with 95% intervals over games. Ctrl-C shows and keeps what is finished.
    """
    need_core("the lab", "measures")
    from ..engine.options import parse_switches
    from ..lab.compare import parse_pressures
    from ..lab.designs import variants
    from ..plots.pictures import check_picture

    game_spec(game)
    if pressure is not None and hash_mb:
        raise ValueError("--pressure and --hash exclude each other")
    if plot is not None:
        check_picture(plot)
    asked: dict[str, Any] = {
        "designs": variants([*tables, *layouts] or (() if policies else DEFAULT_TABLES), policies),
        "game": game,
        "sizes": hash_mb,
        "switches": parse_switches(" ".join(switches)),
        **({} if nodes is None else {"nodes": nodes}),
        **({} if pressure is None else {"pressures": parse_pressures(pressure)}),
    }
    if games is None:
        asked |= {"margin": margin, "seeds": seeds, "moves": moves}
        _by_nodes(asked, positions, count, results, plot, workers, as_json)
        return
    context = click.get_current_context()
    for name in ONLY_NODES:
        if context.get_parameter_source(name) is not ParameterSource.DEFAULT:
            raise ValueError(f"--{name} has no effect on --games: leave one of them out")
    _by_games({**asked, "games": games}, positions, results, plot, workers, as_json)


def _by_nodes(
    asked: dict[str, Any],
    positions: Path | None,
    count: int | None,
    results: Path | None,
    plot: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    from ..lab.compare import Question
    from ..lab.compare.plan import SearchPace
    from ..lab.compare.question import NODES

    game, moves = asked["game"], asked["moves"]
    found = _positions(game, positions, count)
    pace = SearchPace.of(game, found[0], asked["switches"])
    if "nodes" not in asked:
        asked = {**asked, "nodes": _default_nodes(asked, pace, moves, SINGLE_NODES if moves == 1 else NODES)}
    question = Question(**asked, positions=tuple(found))
    console = Console(stderr=True)
    jobs = list(question.jobs())
    announce(console, question, pace, workers)
    known, stopped = run_watched(
        console,
        jobs,
        results,
        workers,
        what=f"{game}, {question.nodes:,} nodes",
        unit=question.unit,
        steps=(question.searches, "searches"),
        first_units=lambda watch, known: tell_needed(watch, question, known),
    )
    answer = question.answer([known[job.id] for job in jobs if job.id in known])
    if plot is not None:
        _draw(answer.plot(game), plot)
    if as_json:
        _print_json([{"game": game, **row, "wanted": len(jobs)} for row in answer.as_list()])
    else:
        show_nodes(question, answer)
    if stopped:
        raise click.exceptions.Exit(STOPPED)


def _positions(game: str, file: Path | None, count: int | None) -> list[str]:
    from ..lab.compare.positions import COUNT, middlegames, read_positions

    if file is None:
        if count is not None and count > COUNT:
            raise ValueError(
                f"--count must be at most {COUNT}, not {count}, without --positions FILE; "
                f"`python -m tabiya.lab.middlegames {game} --count {count} > FILE` makes the file"
            )
        return middlegames(game, count or COUNT)
    return read_positions(file, game)[:count]


def _default_nodes(asked: dict[str, Any], pace: SearchPace, moves: int, usual: int) -> int:
    """Returns the nodes per move: the usual, or more if tables of the given sizes need them to be filled."""
    from ..lab.compare.plan import largest_room

    if not asked["sizes"]:
        return usual
    return max(usual, pace.nodes_to_fill(largest_room(asked["designs"], max(asked["sizes"])), moves))


def _by_games(
    asked: dict[str, Any],
    positions: Path | None,
    results: Path | None,
    plot: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    from ..lab.compare.games import MOVES_PER_GAME, NODES, Match
    from ..lab.compare.plan import SearchPace

    pace = SearchPace.of(asked["game"], "startpos", asked["switches"])
    if "nodes" not in asked:
        asked = {**asked, "nodes": _default_nodes(asked, pace, MOVES_PER_GAME, NODES)}
    match = Match(**asked, openings=positions)
    console = Console(stderr=True)
    warn_of_room(console, match.designs, match.sizes, pace, MOVES_PER_GAME, match.nodes)
    paired = match.jobs()
    known, stopped = run_watched(
        console,
        [job for _, _, job in paired],
        results,
        workers,
        what=f"{match.game}, {match.nodes:,} nodes per move",
        unit="pairs of games",
        steps=(2, "games"),
    )
    played = match.outcomes(paired, known)
    if plot is not None:
        _draw(match.plot(played), plot)
    if as_json:
        _print_json([outcome.as_dict() for outcome in played])
    else:
        show_games(match, played)
    if stopped:
        raise click.exceptions.Exit(STOPPED)


def _print_json(rows: list[dict[str, Any]]) -> None:
    """JSON has no infinity: an interval without an end has null there."""
    finite = [
        {name: None if value in (math.inf, -math.inf) else value for name, value in row.items()}
        for row in rows
    ]
    print(json.dumps(finite, indent=1, allow_nan=False))


def _draw(plot: Any, path: Path) -> None:
    from ..plots.pictures import write_plot

    write_plot(plot, path)
