"""What a book in the table is worth in games: its plies, and the depth of its entries."""

from __future__ import annotations

from functools import cache
from typing import Any

from ...books.book import MemoryBook
from ...engine.engine import Engine
from ...games import game_spec
from ...games.play import Adjudicator, play_game
from ...stats.elo import Elo
from ...stats.results import Pairs
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..gaming import DECIDED, DECIDED_PLIES, LONGEST, searcher
from .prefill import own_book

COMPARED: dict[str, tuple[dict[str, int] | None, dict[str, int] | None]] = {
    "prefill": ({"prefill_depth": 8}, None),
    "plies": ({"prefill_depth": 12}, {"prefill_depth": 8}),
    "entry_depth": (
        {"prefill_depth": 8, "book_entry_depth": 8},
        {"prefill_depth": 8, "book_entry_depth": 0},
    ),
}
"""The two sides of each match: settings of the book, or None without a book."""


@cache
def unscored_book(game: str, games: int, nodes: int) -> MemoryBook:
    """Returns the engine's own book with the moves alone, as most books have them."""
    positions = own_book(game, games, nodes).positions()
    plain = (
        position._replace(moves=tuple(move._replace(score=None, depth=None) for move in position.moves))
        for position in positions
    )
    return MemoryBook(game, plain)


def starts(book: MemoryBook) -> list[str]:
    """Returns the positions of the book two to four plies from the start."""
    early = [position for position in book.positions() if 2 <= (position.ply or 0) <= 4]
    return [position.text for position in sorted(early, key=lambda position: position.key)]


def pair_with_books(
    *, game: str, compared: str, number: int, nodes: int, book_games: int, book_nodes: int
) -> list[float]:
    """Plays an opening of the book twice with colours reversed. Returns the points of the first side."""
    book = unscored_book(game, book_games, book_nodes)
    texts = starts(book)
    scores = []
    for first in (True, False):
        one, other = (_engine(game, book, settings) for settings in COMPARED[compared])
        players = {first: searcher(one, nodes=nodes), not first: searcher(other, nodes=nodes)}
        judge = Adjudicator(DECIDED, longest=LONGEST, resign_plies=DECIDED_PLIES)
        board = game_spec(game).board(texts[number % len(texts)])
        points = play_game(game_spec(game), board, players, judge).points
        scores.append(points if first else 1 - points)
    return scores


def _engine(game: str, book: MemoryBook, settings: dict[str, int] | None) -> Engine:
    if settings is None:
        return Engine(game, hash_mb=1)
    chosen: dict[str, Any] = dict(settings)
    return Engine(game, hash_mb=1, book=book, **chosen)


def cells(scale: Scale, game: str) -> Cells:
    for number in range(scale.pick(1, 4, 100)):
        for compared in COMPARED:
            yield cell(
                pair_with_books,
                game=game,
                compared=compared,
                number=number,
                nodes=scale.pick(50, 200, 500),
                book_games=scale.pick(1, 4, 40),
                book_nodes=scale.pick(200, 1_000, 2_000),
            )


def figures(rows: Rows) -> Figures:
    found: Figures = {}
    for compared in COMPARED:
        played = [row.value for row in rows if row.arguments["compared"] == compared]
        if not played:
            continue
        found[compared] = Elo.of(Pairs.of((first, second) for first, second in played)).figure(len(played))
        found[f"{compared}_games"] = 2 * len(played)
    return found


EXPERIMENT = Experiment(
    name="book_games",
    title="What is a book in the table worth in games?",
    varies="the book: none vs 8 plies, 8 vs 12 plies, entries of depth 0 vs 8",
    measures="Elo with its 95% interval",
    unit="a pair of games from one position of the book, colours exchanged",
    sample="100 pairs per comparison and game, 500 nodes per move, a book without scores",
    power="an interval of about 40 Elo on either side",
    cells=cells,
    figures=figures,
)
