"""Games of the search against itself, and the quiet positions in them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .. import _core
from ..table import TranspositionTable
from .samples import Samples
from .subjects import Subject, Trace

__all__ = ["Game", "Searcher", "play_game", "random_opening", "sample"]

DECIDED_PLIES = 4
"""So many plies must both sides see that the game is decided."""
EVEN_OPENING = 250
"""A random opening that is worth more than this to one side is thrown away."""


@dataclass
class Game:
    """A game's quiet positions (trace and the search's score for the first side), and how it ended."""

    rows: list[tuple[Trace, float]]
    result: float
    plies: int


def play_game(subject: Subject, nodes: int, seed: int) -> Game:
    """One game from a random opening, the same for the same seed."""
    rng = random.Random(seed)
    searcher = Searcher(subject, nodes)
    board = random_opening(subject, rng, searcher)
    rows: list[tuple[Trace, float]] = []
    result = subject.result(board)
    decided = plies = 0
    while result is None:
        move, score = searcher(board)
        sign = 1 if board.turn else -1
        if abs(score) < subject.worth_learning and not board.is_check() and subject.is_quiet(board, move):
            rows.append((subject.trace(board), sign * score))
        decided = decided + 1 if abs(score) >= subject.decided else 0
        if decided >= DECIDED_PLIES:
            return Game(rows, float(sign * score > 0), plies)
        board.push(move)
        plies += 1
        result = 0.5 if plies >= subject.longest else subject.result(board)
    return Game(rows, result, plies)


def sample(subject: Subject, game: Game, number: int, blend: float, into: Samples) -> None:
    """Adds a game's positions. ``blend`` is the share of the search's own score in what they are worth."""
    for (phase, scale, indices, counts), score in game.rows:
        expected = 1 / (1 + 10 ** (-score / subject.tenfold))
        into.append(
            game=number,
            phase=phase / subject.phases,
            scale=scale / subject.full_scale,
            indices=indices,
            counts=counts,
            target=(1 - blend) * game.result + blend * expected,
        )


class Searcher:
    """A search of so many nodes with a small table of its own."""

    def __init__(self, subject: Subject, nodes: int) -> None:
        self._search = subject.new_search()
        self._table = TranspositionTable(hash_mb=2)
        self._limits = _core.SearchLimits(nodes=nodes)
        self._config = _core.SearchConfig()

    def __call__(self, board: Any) -> tuple[Any, int]:
        with self._search._claim() as claim:
            found = self._search._run(board, self._table, self._limits, self._config, None, claim)
        return found["best_move"], int(found["score"])


def random_opening(subject: Subject, rng: random.Random, searcher: Searcher) -> Any:
    """A few random moves that leave the game open."""
    while True:
        board = subject.new_board()
        for _ in range(subject.opening_plies + rng.randrange(2)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        if subject.result(board) is None and abs(searcher(board)[1]) <= EVEN_OPENING:
            return board
