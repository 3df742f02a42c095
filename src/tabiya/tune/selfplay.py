"""Self-play games and their quiet positions."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .. import _core
from ..games import Ending, GameSpec
from ..games.parts import Trace, Tuning
from ..games.play import Adjudicator, Choice, random_board
from ..games.play import play_game as play_out
from ..table.transposition import TranspositionTable
from .samples import Samples

__all__ = ["NodeSearch", "SampledGame", "play_game", "random_opening", "sample", "tuning_of"]

DECIDED_PLIES = 4
"""Plies for which both sides must agree that the game is decided."""
EVEN_OPENING = 250
"""Random openings with a larger score for one side are discarded."""


@dataclass
class SampledGame:
    """The quiet positions of a game (trace and search score for the first side) and its result."""

    rows: list[tuple[Trace, float]]
    result: float
    plies: int


def tuning_of(spec: GameSpec) -> Tuning:
    """Returns the tuning settings of a game. Raises ValueError if it has none."""
    if spec.tuning is None:
        raise ValueError(f"the evaluation of {spec.name} has no weights to tune")
    return spec.tuning


def play_game(spec: GameSpec, nodes: int, seed: int) -> SampledGame:
    """Plays a game from a random opening. The same seed plays the same game."""
    tuning = tuning_of(spec)
    rng = random.Random(seed)
    searcher = NodeSearch(spec, nodes)
    rows: list[tuple[Trace, float]] = []

    def choose(board: Any) -> Choice | Ending:
        declared = spec.rules.declaration(board)
        if declared is not None:
            return declared
        move, score = searcher(board)
        if abs(score) < tuning.worth_learning and not board.is_check() and tuning.is_quiet(board, move):
            rows.append((tuning.trace(board), score if board.turn else -score))
        return Choice(move, score)

    board = random_opening(spec, rng, searcher)
    first = len(board.move_stack)
    judge = Adjudicator(tuning.decided, longest=first + tuning.longest, resign_plies=DECIDED_PLIES)
    ending = play_out(spec, board, {True: choose, False: choose}, judge)
    return SampledGame(rows, ending.points, len(board.move_stack) - first)


def sample(spec: GameSpec, game: SampledGame, number: int, blend: float, into: Samples) -> None:
    """Adds the positions of a game. ``blend`` is the share of the search's score in their target."""
    tuning = tuning_of(spec)
    for (phase, scale, indices, counts), score in game.rows:
        expected = spec.win_probability(score)
        into.append(
            game=number,
            phase=phase / tuning.phases,
            scale=scale / tuning.full_scale,
            indices=indices,
            counts=counts,
            target=(1 - blend) * game.result + blend * expected,
        )


class NodeSearch:
    """A search with a fixed number of nodes and its own small table."""

    def __init__(self, spec: GameSpec, nodes: int) -> None:
        self._search = spec.new_search()
        self._table = TranspositionTable(hash_mb=2)
        self._limits = _core.SearchLimits(nodes=nodes)
        self._config = _core.SearchConfig()

    def __call__(self, board: Any) -> tuple[Any, int]:
        with self._search._claim() as claim:
            found = self._search._run(board, self._table, self._limits, self._config, None, claim)
        return found["best_move"], int(found["score"])


def random_opening(spec: GameSpec, rng: random.Random, searcher: NodeSearch) -> Any:
    """Plays a few random moves that leave the game balanced."""
    plies = tuning_of(spec).opening_plies
    while True:
        board = random_board(spec, rng, plies + rng.randrange(2))
        if abs(searcher(board)[1]) <= EVEN_OPENING:
            return board
