"""What a book in the table saves in the opening."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ... import Engine, TranspositionTable
from ...books.book import MemoryBook
from ...books.build import BookBuilder
from ...books.selfplay import self_play
from ...games import game_spec
from ...stats.bootstrap import Interval, mean_interval, ratio_interval, share_interval
from ..bench.books import without_scores
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell, depth_of
from ..searching import COMPARABLE

PLIES = (0, 4, 8, 12)
"""Plies of the book in the table; 0 for none."""
CLAIMED = 8


@cache
def own_book(game: str, games: int, nodes: int) -> MemoryBook:
    """Makes the engine's own book, with scores and depths."""
    builder = BookBuilder(game, max_ply=12)
    self_play(Engine(game, hash_mb=16), builder, games=games, nodes=nodes, varied_plies=6, seed=1)
    return builder.book()


def openings(*, game: str, games: int, nodes: int, positions: int, depth: int) -> list[dict[str, Any]]:
    """Searches book positions with different numbers of plies of the book in the table."""
    book = own_book(game, games, nodes)
    moves = without_scores(book)
    known = sorted(book.positions(), key=lambda position: (position.ply or 0, position.key))
    rows = []
    for number in range(positions):
        board = game_spec(game).board(known[number * len(known) // positions].text)
        for filling, plies in (*((book, plies) for plies in PLIES), (moves, CLAIMED)):
            table = TranspositionTable(hash_mb=16)
            if plies:
                table.prefill_from_book(filling, plies=plies)
            result = Engine(game, table=table, **COMPARABLE).search(board, depth=depth)
            counted = {"book": result.stats["cutoffs_by_source"]["book"], "cutoffs": result.stats["cutoffs"]}
            about = {"position": number, "plies": plies, "scores": filling is book}
            rows.append({**about, "nodes": result.nodes, **counted})
    return rows


def cells(scale: Scale, game: str) -> Cells:
    games, nodes, positions = scale.pick((1, 200, 2), (2, 1_000, 6), (24, 8_000, 64))
    depth = depth_of("prefill", game, scale)
    yield cell(openings, game=game, games=games, nodes=nodes, positions=positions, depth=depth)


def saved(searches: Sequence[Any], plies: int, scores: bool = True) -> Interval:
    """Returns the percentage of nodes that a prefill of `plies` plies saves."""
    nodes = [s["nodes"] for s in searches if (s["plies"], s["scores"]) == (plies, scores)]
    return ratio_interval(nodes, [s["nodes"] for s in searches if s["plies"] == 0]).scaled(-100, 100)


def figures(rows: Rows) -> Figures:
    """Chooses the best depth on one half of the positions and compares depth 8 with it on the other."""
    searches = rows[0].value
    scored = [search for search in searches if search["scores"]]
    first = [search for search in scored if search["position"] % 2 == 0]
    second = [search for search in scored if search["position"] % 2 == 1]
    best = max(PLIES[1:], key=lambda plies: saved(first, plies).value)
    eight = [search for search in scored if search["plies"] == CLAIMED]
    behind = [
        100 * (e["nodes"] - b["nodes"]) / n["nodes"]
        for e, b, n in zip(*([s for s in second if s["plies"] == p] for p in (CLAIMED, best, 0)), strict=True)
    ]
    return {
        "saved": saved(searches, CLAIMED),
        "saved_by_moves": saved(searches, CLAIMED, scores=False),
        **{f"saved_{plies}": saved(searches, plies) for plies in PLIES[1:]},
        "depth_8_behind_best": mean_interval(behind),
        "best_depth": float(best),
        "cutoffs_by_book": share_interval(
            [s["book"] for s in eight], [max(s["cutoffs"], 1) for s in eight]
        ).scaled(100),
    }


EXPERIMENT = Experiment(
    name="prefill",
    title="What does a book in the table save in the opening?",
    varies="how many plies of the engine's own book are put into the table, with scores or moves only",
    measures="nodes to a depth in book positions; the share of cutoffs by book entries",
    unit="a book position, searched with and without the book in the table, by the comparable search",
    sample="64 positions of a book of 24 self-played games",
    power="detects a saving of 10%; the best depth is chosen on half of the positions",
    cells=cells,
    figures=figures,
)
