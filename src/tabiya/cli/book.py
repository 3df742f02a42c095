"""`tabiya book`: what is in a book, what it plays, and a new one out of games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from .. import HAS_CORE

if TYPE_CHECKING:
    from ..books import Book, BookBuilder
    from ..books.lines import Progress as Report

app = typer.Typer(help="Opening books: look into one, ask it, build one.", no_args_is_help=True)

BookFile = Annotated[
    Path, typer.Argument(help="A book (.bin, .epd, .db) or games (.pgn, .kif, .csa, .sfen).")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command("info")
def info(path: BookFile, as_json: AsJson = False) -> None:
    """Read a whole book and say what is in it; a broken one is refused with the place."""
    book = _opened(path)
    facts: dict[str, Any] = {"file": str(path), "game": book.game, "bytes": path.stat().st_size}
    counts = dict.fromkeys(("positions", "moves", "never_played", "with_score"), 0)
    for _, moves in book.entries():
        counts["positions"] += 1
        counts["moves"] += len(moves)
        counts["never_played"] += sum(known.weight == 0 for known in moves)
        counts["with_score"] += sum(known.score is not None for known in moves)
    facts |= {**counts, "illegal": book.illegal}
    if as_json:
        print(json.dumps(facts, indent=2))
        return
    table = Table(show_header=False, box=None, pad_edge=False)
    for name, value in facts.items():
        table.add_row(name.replace("_", " "), f"{value:,}" if isinstance(value, int) else value)
    Console().print(table)


@app.command("probe")
def probe(
    path: BookFile,
    position: Annotated[
        str | None, typer.Argument(help="FEN or SFEN of the position; the start if none is given.")
    ] = None,
    moves: Annotated[
        str, typer.Option("--moves", help="Moves to make first, as UCI or USI writes them.")
    ] = "",
    as_json: AsJson = False,
) -> None:
    """Show what a book plays in a position."""
    from ..books.games import game_named

    book = _opened(path, whole=False)
    game = game_named(book.game)
    board = game.board(position)
    for text in moves.split():
        board.push(game.parse(board, text))
    found = book.moves(board, minimum_weight=0)
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
        print(json.dumps({"position": game.text(board), "illegal": book.illegal, "moves": rows}, indent=2))
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


@app.command("build")
def build(
    output: Annotated[Path, typer.Argument(help="The book to write: .bin or .epd (chess), .db (shogi).")],
    sources: Annotated[
        list[Path] | None, typer.Argument(help="Games: .pgn, .kif, .kifu, .csa, .sfen; none for self-play.")
    ] = None,
    max_ply: Annotated[int, typer.Option(help="Plies of each game to take.", min=1, max=1000)] = 40,
    min_games: Annotated[int, typer.Option(help="Games that a move must have been played in.", min=1)] = 1,
    self_play: Annotated[
        int, typer.Option("--self-play", help="Games that the engine plays against itself.", min=0)
    ] = 0,
    nodes: Annotated[int, typer.Option(help="Nodes a move in self-play.", min=1)] = 10_000,
    seed: Annotated[int, typer.Option(help="Seed of the choice among opening moves in self-play.")] = 0,
    as_json: AsJson = False,
) -> None:
    """Build a book from games, or from games that the engine plays against itself."""
    _need_core()
    from ..books import BookBuilder, BookError, write_book

    game = {".bin": "chess", ".epd": "chess", ".db": "shogi"}.get(output.suffix.lower())
    if game is None:
        raise BookError(output, "books are written as .bin and .epd (chess) or .db (shogi)")
    if bool(sources) == bool(self_play):
        raise ValueError("build takes files of games or --self-play, one of them")
    builder = BookBuilder(game, max_ply=max_ply)
    illegal = sum(_add_games(builder, path) for path in sources or ())
    if self_play:
        _play(builder, self_play, nodes, seed)
    book = builder.book(min_games=min_games, illegal=illegal)
    positions = write_book(output, book)
    facts = {"file": str(output), "games": builder.games, "positions": positions, "illegal": illegal}
    if as_json:
        print(json.dumps(facts, indent=2))
    else:
        print(
            f"{output}: {positions:,} positions, {builder.games:,} games, {illegal:,} illegal moves left out"
        )


def _need_core() -> None:
    if not HAS_CORE:
        raise ValueError("books need the native core, which this installation does not have")


def _opened(path: Path, whole: bool = True) -> Book:
    """The book of a file, checked to its end if the whole of it is to be read anyway."""
    _need_core()
    from ..books import PolyglotBook, open_book

    with _progress(f"reading {path.name}") as report, _sentence_for_imports():
        book = open_book(path, progress=report)
        if whole and isinstance(book, PolyglotBook):
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
    """A missing library is a user's matter: one line, no traceback."""
    try:
        yield
    except ImportError as error:
        raise ValueError(str(error)) from None


@contextmanager
def _progress(what: str, unit: str = "bytes") -> Iterator[Report]:
    console = Console(stderr=True)
    amount = DownloadColumn() if unit == "bytes" else TextColumn("{task.completed}/{task.total} " + unit)
    columns = (TextColumn("{task.description}"), BarColumn(), amount, TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
