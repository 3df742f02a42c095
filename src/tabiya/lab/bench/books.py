"""What a book in the table saves: nodes and time to a depth in the opening, and the cost of loading it.

The search is `SearchOptions.comparable`, as in the experiment `prefill`, which decides the claims. The book
comes from self-play with a fixed seed. The openings searched are its own positions, which is the best case
for a book.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import geometric_mean
from tempfile import TemporaryDirectory
from typing import Any

from ... import TranspositionTable
from ...books import BookBuilder, BookPosition, MemoryBook, RecordedGame, write_book
from ...books.selfplay import self_play
from ...chess.records import PolyglotBook
from ...engine.options import COMPARABLE
from ..games import depths_of, games
from ..timing import BenchRow, Case, measure
from .spread import ratio_interval

__all__ = ["GROUPS", "without_scores"]

HOPED_FOR = 0.95
"""Target share of the work with a book in the table ("5-7% less")."""
HASH_MB = 16
REPEATS = 3
MANY_PLIES = 1000


def opening_rows(quick: bool) -> list[BenchRow]:
    """Nodes and time to depth in the opening without a book, with its moves, and also with its scores."""
    rows = []
    for game in games():
        depth = depths_of(game).bench["books"][not quick]
        book = _engine_book(game, 4 if quick else 24, 1_000 if quick else 50_000)
        if book is not None:
            rows += _opening_rows(game, book, depth, positions=6 if quick else 64)
    return rows


def _opening_rows(game: str, book: MemoryBook, depth: int, positions: int) -> list[BenchRow]:
    known = sorted(book.positions(), key=lambda position: position.ply or 0)
    chosen = [known[i * len(known) // positions] for i in range(min(positions, len(known)))]
    fillings = {"no book": None, "moves of the book": without_scores(book), "moves, scores, depths": book}
    work = _searched(game, fillings, chosen, depth)
    rows = []
    for what, unit, place in (("nodes", "nodes", 0), ("time", "ms", 1)):
        # A geometric mean, so that one long search does not dominate.
        columns = {name: [max(found[place], 1e-3) for found in work[name]] for name in work}
        baseline = columns["no book"]
        group = f"{game}: {what} to depth {depth}, {len(chosen)} openings"
        for name, column in columns.items():
            mean = geometric_mean(column)
            target = HOPED_FOR if name == "moves of the book" else None
            interval = ratio_interval(column, baseline) if column is not baseline else None
            ratio = mean / geometric_mean(baseline)
            rows.append(BenchRow(group, name, mean, unit, ratio, target, interval=interval))
    return rows


def _searched(
    game: str, fillings: dict[str, MemoryBook | None], positions: list[BookPosition], depth: int
) -> dict[str, list[tuple[float, float]]]:
    """Nodes and best milliseconds per position, in turns, each in an empty table."""
    from ...games import game_spec

    found: dict[str, list[tuple[float, float]]] = {name: [] for name in fillings}
    for position in positions:
        board = game_spec(game).board(position.text)
        runs = [
            {name: _search(game, filling, board, depth) for name, filling in fillings.items()}
            for _ in range(REPEATS)
        ]
        for name in fillings:
            found[name].append((runs[0][name][0], min(run[name][1] for run in runs)))
    return found


def _search(game: str, filling: MemoryBook | None, board: Any, depth: int) -> tuple[float, float]:
    from ... import Engine

    table = TranspositionTable(hash_mb=HASH_MB)
    if filling is not None:
        table.prefill_from_book(filling, plies=MANY_PLIES)
    result = Engine(game, table=table, **COMPARABLE).search(board, depth=depth)
    return float(result.nodes), result.time * 1000


def without_scores(book: MemoryBook) -> MemoryBook:
    """Returns the book with its moves only, as most books have them."""
    positions = (
        position._replace(moves=tuple(known._replace(score=None, depth=None) for known in position.moves))
        for position in book.positions()
    )
    return MemoryBook(book.game, positions)


@cache
def _engine_book(game: str, games: int, nodes: int) -> MemoryBook | None:
    """A self-play book; None if the engine cannot play the game."""
    from ... import Engine

    try:
        engine = Engine(game, hash_mb=HASH_MB)
        builder = BookBuilder(game, max_ply=12)
    except (ImportError, ValueError):
        return None
    self_play(engine, builder, games=games, nodes=nodes, varied_plies=6, seed=1)
    return builder.book()


def filling_rows(quick: bool) -> list[BenchRow]:
    """The cost of loading a book into a table: from memory, and by a walk through a file."""
    wanted = 2_000 if quick else 100_000
    book = _random_book(wanted)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "book.bin"
        write_book(path, book)
        with PolyglotBook(path) as polyglot:
            return [
                *_filling(f"prefill from memory, {len(book):,} positions", book),
                *_filling(f"prefill by a walk in a .bin, {len(polyglot):,} positions", polyglot),
                *_reading(path),
            ]


def _filling(group: str, book: Any) -> list[BenchRow]:
    table = TranspositionTable(hash_mb=64)
    stored = table.prefill_from_book(book, plies=MANY_PLIES).stored

    def fill() -> None:
        table.clear()
        table.prefill_from_book(book, plies=MANY_PLIES)

    return measure(Case(group, stored, {"a position": fill}, repeats=REPEATS))


def _reading(path: Path) -> list[BenchRow]:
    begin = time.perf_counter()
    with PolyglotBook(path) as book:
        book.verify()
        records = book.records
    seconds = time.perf_counter() - begin
    return [BenchRow("Polyglot book, every record checked", "a record", seconds * 1e9 / records, "ns")]


def _random_book(positions: int) -> MemoryBook:
    """A book of random games with preferred moves. It is quick to make and branches like a real book."""
    from random import Random

    from ... import chess

    random = Random(1)
    builder = BookBuilder("chess", max_ply=30)
    while len(builder) < positions:
        board = chess.Board()
        for _ in range(builder.max_ply):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[min(int(random.expovariate(0.5)), len(moves) - 1)])
        builder.add_game(RecordedGame(builder.game, None, tuple(board.move_stack)))
    return builder.book()


GROUPS: dict[str, Callable[[bool], list[BenchRow]]] = {"openings": opening_rows, "filling": filling_rows}
