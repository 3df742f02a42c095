"""What a book in the table saves in the opening."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ... import Engine, TranspositionTable
from ...books.book import MemoryBook
from ...books.build import BookBuilder
from ...books.selfplay import self_play
from ...games import game_spec
from ..experiment import Experiment, Row, Scale, cell, depth_of
from ..jobs import Job
from ..searching import geometric_mean

PLIES = (0, 4, 8, 12)
"""How far from the start the book is put into the table; 0 is not at all."""


@cache
def own_book(game: str, games: int, nodes: int) -> MemoryBook:
    """The engine's own book, with scores and depths."""
    builder = BookBuilder(game, max_ply=12)
    self_play(Engine(game, hash_mb=16), builder, games=games, nodes=nodes, varied_plies=6, seed=1)
    return builder.book()


def openings(*, game: str, games: int, nodes: int, positions: int, depth: int) -> list[dict[str, Any]]:
    """Searches some of the book's positions with the book in the table up to some plies."""
    book = own_book(game, games, nodes)
    known = sorted(book.positions(), key=lambda position: (position.ply or 0, position.key))
    rows = []
    for number in range(positions):
        board = game_spec(game).board(known[number * len(known) // positions].text)
        for plies in PLIES:
            table = TranspositionTable(hash_mb=16)
            if plies:
                table.prefill_from_book(book, depth=plies)
            result = Engine(game, table=table).search(board, depth=depth)
            counted = {"book": result.stats["cutoffs_by_source"]["book"], "cutoffs": result.stats["cutoffs"]}
            rows.append({"position": number, "plies": plies, "nodes": result.nodes, **counted})
    return rows


def cells(scale: Scale, game: str) -> Iterator[Job]:
    games, nodes, positions = scale.pick((1, 200, 2), (2, 1_000, 6), (12, 15_000, 24))
    depth = depth_of("prefill", game, scale)
    yield cell(openings, game=game, games=games, nodes=nodes, positions=positions, depth=depth)


def figures(rows: Sequence[Row]) -> dict[str, float]:
    searches = rows[0].value
    nodes = {plies: geometric_mean(s["nodes"] for s in searches if s["plies"] == plies) for plies in PLIES}
    saved = {plies: 100 * (1 - nodes[plies] / nodes[0]) for plies in PLIES[1:]}
    eight = [search for search in searches if search["plies"] == 8]
    best = max(saved.values())
    return {
        "saved": saved[8],
        **{f"saved_{plies}": value for plies, value in saved.items()},
        "depth_8_of_best": saved[8] / best if best > 0 else 1.0,
        "cutoffs_by_book": 100 * sum(s["book"] for s in eight) / max(sum(s["cutoffs"] for s in eight), 1),
    }


EXPERIMENT = Experiment(
    name="prefill",
    title="What does a book in the table save in the opening?",
    varies="how many plies of the engine's own book are put into the table",
    measures="nodes to a depth in book positions; the share of cutoffs by book entries",
    cells=cells,
    figures=figures,
)
