"""Loads a book into a table, for `table.prefill_from_book`.

A move without a score is stored as a lower bound of the lowest possible score. That bound holds for every
position, whatever depth the entry claims, so it cannot mislead a search: it never causes a cutoff, never
raises alpha and never improves a static evaluation. Only the move matters: it is tried first. The depth only
tells the replacement policy what the entry is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from .._utils.arguments import check_int
from ..games import game_spec
from ..table import dense
from ..table.choices import Layout
from ..table.entry import Entry
from ..table.entry_values import GENERATIONS, MAX_DEPTH, MAX_SCORE, NO_EVAL, Bound, Source
from .book import Book, BookMove, MemoryBook, best_of

__all__ = ["BOOK_AGE", "TRUSTED_SCORE", "Prefilled", "book_entry", "prefill", "walk"]

BOOK_AGE = 32
"""Age of a book's entries in generations (8 in the dense layout). Results of a search replace them."""
TRUSTED_SCORE = 20_000
"""Centipawns. Larger scores are mates on a scale that differs by program; they are ignored."""
MAX_WALK = 1000
BATCH = 4096


class Prefilled(NamedTuple):
    """The result of a prefill."""

    stored: int
    """Entries stored."""
    skipped: int
    """Positions for which the table kept other entries."""
    illegal: int
    """Illegal moves of the book."""


def prefill(
    table: Any,
    book: Book,
    plies: int = 8,
    entry_depth: int = 0,
    positions: Iterable[Any] | None = None,
) -> Prefilled:
    """Stores the best move of each book position. See `TableFront.prefill_from_book`."""
    if not isinstance(book, Book):
        raise TypeError(f"book must be a tabiya.books.Book, not {type(book).__name__} ({book!r})")
    plies = check_int("plies", plies, 0, MAX_WALK)
    entry_depth = check_int("entry_depth", entry_depth, 0, MAX_DEPTH)
    table._check_open()
    if not table.enabled:
        return Prefilled(0, 0, 0)
    illegal_before = book.illegal
    layout = table.config.layout
    generation = (table.generation - min(BOOK_AGE, layout.generations // 2)) % GENERATIONS
    found = _known(book, plies) if positions is None else walk(book, plies, positions)
    if layout is Layout.DENSE:
        dense.check_entry(0, 0, NO_EVAL, entry_depth)
    pairs = ((key, _kept_in(layout, book_entry(move, generation, entry_depth))) for key, move in found)
    stored = offered = 0
    while batch := list(islice(pairs, BATCH)):
        stored += table._insert(batch)
        offered += len(batch)
    return Prefilled(stored, offered - stored, book.illegal - illegal_before)


def book_entry(known: BookMove, generation: int, entry_depth: int = 0) -> Entry:
    """Returns the entry of a book move: exact with score and depth, else a bound without effect."""
    move = known.move if isinstance(known.move, int) else known.move.pack()
    score, depth = known.score, known.depth
    if score is None or depth is None or depth < 1 or abs(score) > TRUSTED_SCORE:
        return Entry(move, -MAX_SCORE, None, entry_depth, Bound.LOWER, generation, Source.BOOK, False)
    return Entry(move, score, None, min(depth, MAX_DEPTH), Bound.EXACT, generation, Source.BOOK, False)


def _kept_in(layout: Layout, entry: Entry) -> Entry:
    """Returns what a layout keeps of a book's entry. The bound without effect stays without effect."""
    if layout is not Layout.DENSE:
        return entry
    return Entry(
        entry.move & dense.MAX_MOVE,
        dense.nearest_score(entry.score),
        None,
        min(entry.depth, dense.MAX_DEPTH),
        entry.bound,
        entry.generation,
        entry.source,
        entry.pv,
    )


def _known(book: Book, plies: int) -> Iterator[tuple[int, BookMove]]:
    """Yields the positions of a book keyed by `Board.key`. Other books are walked from the start."""
    if not isinstance(book, MemoryBook):
        yield from walk(book, plies, (game_spec(book.game).board(),))
        return
    for position in book.positions():
        if position.ply is None or position.ply <= plies:
            best = best_of(position.moves)
            if best is not None:
                yield position.key, best


def walk(book: Book, plies: int, positions: Iterable[Any]) -> Iterator[tuple[int, BookMove]]:
    """Yields key and best move of each position that the book's moves reach, breadth first, without repeats.

    Queued positions are kept as texts, which are small, and one board is reused for all of them.
    """
    game = game_spec(book.game)
    notation = game.notation
    level: dict[int, str] = {}
    for board in positions:
        book._check_board(board)
        level.setdefault(board.key, notation.full_text(board))
    seen = set(level)
    board = game.board()
    for ply in range(plies + 1):
        following: dict[int, str] = {}
        for key, text in level.items():
            notation.set_full_text(board, text)
            moves = book._moves_of(board, 1)
            best = moves[0] if len(moves) == 1 else best_of(moves)
            if best is not None:
                yield key, best
            for known in moves if ply < plies else ():
                after = board.key_after(known.move)
                if after not in seen:
                    seen.add(after)
                    board.push(known.move)
                    following[after] = notation.full_text(board)
                    board.pop()
        level = following
