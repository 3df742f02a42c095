"""`tabiya book`: inspects, probes and builds opening books."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .._utils.extras import need_core
from . import options
from .group import Group

if TYPE_CHECKING:
    from .._utils.progress import OnProgress
    from ..books import Book, BookBuilder

book_file = click.argument(
    "path", type=options.FILE, help="A book (.bin, .epd, .db) or games (.pgn, .kif, .csa, .sfen)."
)


@click.group(cls=Group)
def book() -> None:
    """Inspect, probe and build opening books."""


@book.command()
@book_file
@options.as_json
def info(path: Path, as_json: bool) -> None:
    """Read a whole book and show its contents. Report where a damaged book is broken."""
    opened = _opened(path)
    facts: dict[str, Any] = {"file": str(path), "game": opened.game, "bytes": path.stat().st_size}
    counts = dict.fromkeys(("positions", "moves", "never_played", "with_score"), 0)
    for _, moves in opened.entries():
        counts["positions"] += 1
        counts["moves"] += len(moves)
        counts["never_played"] += sum(known.weight == 0 for known in moves)
        counts["with_score"] += sum(known.score is not None for known in moves)
    facts |= {**counts, "illegal": opened.illegal}
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int) else value)
    Console().print(table)


@book.command()
@book_file
@options.position
@click.option("--moves", default="", show_default=False, help="Moves to make first, in UCI or USI notation.")
@options.as_json
def probe(path: Path, position: str | None, moves: str, as_json: bool) -> None:
    """Show the book moves for a position."""
    from ..analysis.sources import read_board
    from ..games import game_spec

    opened = _opened(path, whole=False)
    game = game_spec(opened.game)
    board = read_board(position, opened.game)
    for text in moves.split():
        board.push(game.notation.parse(board, text))
    found = opened.moves(board, minimum_weight=0)
    total = sum(known.weight for known in found)
    rows = [
        {
            "move": str(known.move),
            "weight": known.weight,
            "share": known.weight / total if total else 0.0,
            "score": known.score,
            "depth": known.depth,
        }
        for known in found
    ]
    if as_json:
        print(
            json.dumps(
                {"position": game.notation.full_text(board), "illegal": opened.illegal, "moves": rows},
                indent=2,
            )
        )
        return
    if not rows:
        print("the book has no move in this position")
        return
    table = Table("move", box=None, pad_edge=False)
    for column in ("weight", "share", "score", "depth"):
        table.add_column(column, justify="right")
    for row in rows:
        unknown = ["" if row[name] is None else str(row[name]) for name in ("score", "depth")]
        table.add_row(str(row["move"]), f"{row['weight']:,}", f"{row['share']:.1%}", *unknown)
    Console().print(table)


@book.command()
@click.argument("output", type=options.FILE, help="The book to write: .bin or .epd (chess), .db (shogi).")
@click.argument(
    "sources",
    type=options.FILE,
    nargs=-1,
    help="Game files: .pgn, .kif, .kifu, .csa, .sfen; omit with --self-play.",
)
@click.option("--max-ply", type=click.IntRange(1, 1000), default=40, help="Plies of each game to use.")
@click.option(
    "--min-games", type=click.IntRange(1), default=1, help="Keep moves played in at least this many games."
)
@click.option("--self-play", type=click.IntRange(0), default=0, help="Number of self-play games.")
@click.option("--nodes", type=click.IntRange(1), default=10_000, help="Nodes per move in self-play.")
@click.option("--seed", default=0, help="Random seed for opening moves in self-play.")
@options.as_json
def build(
    output: Path,
    sources: tuple[Path, ...],
    max_ply: int,
    min_games: int,
    self_play: int,
    nodes: int,
    seed: int,
    as_json: bool,
) -> None:
    """Build a book from games, or from self-play."""
    need_core("books", "need")
    from ..books import BookBuilder, write_book
    from ..books.files import game_of_book

    game = game_of_book(output)
    if bool(sources) == bool(self_play):
        raise ValueError("build needs either game files or --self-play")
    builder = BookBuilder(game, max_ply=max_ply)
    illegal = sum(_add_games(builder, path) for path in sources)
    if self_play:
        _play(builder, self_play, nodes, seed)
    positions = write_book(output, builder.book(min_games=min_games, illegal=illegal))
    facts = {"file": str(output), "games": builder.games, "positions": positions, "illegal": illegal}
    if as_json:
        print(json.dumps(facts, indent=2))
    else:
        print(
            f"{output}: {positions:,} positions, {builder.games:,} games, {illegal:,} illegal moves skipped"
        )


def _opened(path: Path, whole: bool = True) -> Book:
    """Opens a book. Checks it completely if the caller will read it all anyway."""
    need_core("books", "need")
    from ..books import open_book

    with _progress(f"reading {path.name}") as report, _sentence_for_imports():
        book = open_book(path, progress=report)
        if whole:
            book.verify(report)
    return book


def _add_games(builder: BookBuilder, path: Path) -> int:
    from ..books import GameFile

    with (
        _progress(f"reading {path.name}") as report,
        _sentence_for_imports(),
        GameFile(path, progress=report) as games,
    ):
        builder.add_games(games)
        return games.illegal


def _play(builder: BookBuilder, games: int, nodes: int, seed: int) -> None:
    import tabiya

    from ..books.selfplay import self_play

    engine_type = getattr(tabiya, "Engine", None)
    if engine_type is None:
        raise ValueError("self-play needs the engine, which this installation does not have")
    with _progress("playing", unit="games") as report:
        engine = engine_type(builder.game.name)
        self_play(engine, builder, games=games, nodes=nodes, seed=seed, progress=report)


@contextmanager
def _sentence_for_imports() -> Iterator[None]:
    """Reports a missing library in one line, without a traceback."""
    try:
        yield
    except ImportError as error:
        raise ValueError(str(error)) from None


@contextmanager
def _progress(what: str, unit: str = "bytes") -> Iterator[OnProgress]:
    console = Console(stderr=True)
    amount = DownloadColumn() if unit == "bytes" else TextColumn("{task.completed}/{task.total} " + unit)
    columns = (TextColumn("{task.description}"), BarColumn(), amount, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
