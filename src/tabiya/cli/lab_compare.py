"""`tabiya lab compare`: compares tables, with intervals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..games import game_spec
from . import options
from .lab_common import need_core, progress_bar

if TYPE_CHECKING:
    from ..lab.compare import Answer, Question
    from ..lab.compare.games import Match, Played

__all__ = ["compare"]

DEFAULT_TABLES = ("field", "cluster4")


@click.command()
@click.option(
    "--table",
    "tables",
    multiple=True,
    metavar="NAME[:SETTING=VALUE,…]",
    help="single, cluster3, cluster4, cluster8, field or line5; repeatable, the first is the baseline.",
)
@click.option(
    "--layout", "layouts", multiple=True, metavar="LAYOUT", help="A --table with one of our layouts."
)
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="POLICY",
    help="Use this policy with each table; repeatable.",
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
    help="Memory in megabytes instead; repeatable.",
)
@click.option(
    "--switch", "switches", multiple=True, metavar="NAME=VALUE", help="A search option; repeatable."
)
@options.game
@click.option("--positions", type=options.FILE, help="A file of positions (default: 128 middlegames).")
@click.option(
    "--nodes",
    type=click.IntRange(1),
    help="Nodes per position with an unlimited table, or per move of a game.",
)
@click.option("--seeds", type=click.IntRange(1), default=1, help="Hash seeds per position, averaged.")
@click.option(
    "--margin", type=click.FloatRange(0, 1), default=0.05, help="Differences up to this count as equal."
)
@click.option("--games", type=click.IntRange(2), help="Decide by this many games at fixed nodes.")
@click.option("--results", type=options.FILE, help="Keep the games here; the same command continues.")
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

    The search has iir and singular_extension off, because they reward a table that forgets. Positions come
    from many games. Ratios are relative to the first table, with 95% intervals.
    """
    need_core()
    from ..engine.options import parse_switches
    from ..lab.compare import parse_pressures
    from ..lab.designs import variants
    from ..lab.report.pictures import check_picture

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
        _by_nodes({**asked, "margin": margin, "seeds": seeds}, positions, plot, workers, as_json)
    else:
        _by_games({**asked, "games": games}, positions, results, plot, workers, as_json)


def _by_nodes(
    asked: dict[str, Any], positions: Path | None, plot: Path | None, workers: int | None, as_json: bool
) -> None:
    from ..lab.compare import Question
    from ..lab.compare.positions import middlegames, read_positions
    from ..lab.jobs import runner_from

    game = asked["game"]
    found = middlegames(game) if positions is None else read_positions(positions, game)
    question = Question(**asked, positions=tuple(found))
    console = Console(stderr=True)
    with progress_bar(console) as progress:
        task = progress.add_task(f"{game}, {question.nodes:,} nodes", total=len(question.positions))
        measured = question.measured(runner_from(workers=workers), lambda: progress.advance(task))
    answer = question.answer(measured)
    if plot is not None:
        _draw(answer.plot(game), plot)
    if as_json:
        print(json.dumps([{"game": game, **row} for row in answer.as_list()], indent=1))
    else:
        _show(question, answer)


def _show(question: Question, answer: Answer) -> None:
    """Prints ratios to an unlimited table, then to the first table with an interval."""
    table = Table()
    for column in ("memory", "table", "nodes", f"to {question.designs[0]}", "verdict", "hits", "false"):
        table.add_column(column, justify="left" if column in ("table", "verdict") else "right")
    shown = ""
    for row in answer.rows:
        if shown not in ("", row.pressure):
            table.add_section()
        table.add_row(
            row.pressure if row.pressure != shown else "",
            escape(row.name),
            f"{row.unlimited:.3f}",
            "" if row.verdict == "baseline" else f"{row.ratio:.3f} ({row.low:.3f} to {row.high:.3f})",
            row.verdict,
            f"{row.hit_rate:.1%}",
            f"{row.false_hits:,}",
        )
        shown = row.pressure
    console = Console()
    console.print(table)
    console.print(
        f"{question.game}, {len(question.positions)} positions: nodes to the depth that an unlimited table "
        f"reaches with {question.nodes:,}, as a ratio to its nodes and to {escape(question.designs[0])}; "
        f"95% intervals; equal within {question.margin:.0%}. False: entries returned for another "
        f"position, in {max(row.probes for row in answer.rows):,} probes or fewer."
    )


def _by_games(
    asked: dict[str, Any],
    positions: Path | None,
    results: Path | None,
    plot: Path | None,
    workers: int | None,
    as_json: bool,
) -> None:
    from ..lab.compare.games import Match
    from ..lab.jobs import runner_from

    match = Match(**asked, openings=positions)
    console = Console(stderr=True)
    with progress_bar(console) as progress:
        task = progress.add_task(f"{match.game}, {match.nodes:,} nodes per move", total=match.pairs_to_play)
        played = match.played(runner_from(workers=workers), results, lambda: progress.advance(task))
    if plot is not None:
        _draw(match.plot(played), plot)
    if as_json:
        print(json.dumps([outcome.as_dict() for outcome in played], indent=1))
    else:
        _show_games(match, played)


def _show_games(match: Match, played: list[Played]) -> None:
    table = Table()
    for column in ("memory", "table", "games", "score", "Elo", "verdict"):
        table.add_column(column, justify="left" if column in ("table", "verdict") else "right")
    for outcome in played:
        table.add_row(
            outcome.pressure,
            escape(outcome.name),
            f"{outcome.games:,}",
            f"{outcome.score:.1%}",
            f"{outcome.elo:+.1f} ({outcome.low:+.1f} to {outcome.high:+.1f})",
            outcome.verdict,
        )
    console = Console()
    console.print(table)
    console.print(
        f"{match.game}, {match.nodes:,} nodes per move, against {escape(match.designs[0])}; 95% intervals."
    )


def _draw(plot: Any, path: Path) -> None:
    from ..lab.report.pictures import write_plot

    write_plot(plot, path)
