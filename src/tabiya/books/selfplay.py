"""Builds a book from an engine's own games.

The first moves vary: each legal move is searched briefly, and a random one that is close to the best is
played. After that the engine plays its best move. The book keeps scores and depths, so that a prefill can
store exact entries.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, Protocol

from .._utils.arguments import check_int
from ..games.play import Adjudicator, Choice, play_game
from .build import BookBuilder

__all__ = ["Searcher", "self_play"]


class Searcher(Protocol):
    """An engine such as `tabiya.Engine`, whose result has best_move, score.cp and depth."""

    def search(self, board: Any, *, nodes: int) -> Any: ...


class _Candidate(NamedTuple):
    move: Any
    score: int | None
    depth: int | None


def self_play(
    engine: Searcher,
    builder: BookBuilder,
    *,
    games: int = 10,
    nodes: int = 10_000,
    varied_plies: int = 6,
    margin: int = 30,
    seed: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Plays games of `builder.max_ply` plies and adds their moves to the builder.

    Each move gets `nodes` nodes. In the first `varied_plies` they are divided among the legal moves, and a
    move within `margin` centipawns of the best is chosen. `progress` is called with the games done and in
    total.
    """
    check_int("games", games, 1, 10**9)
    check_int("nodes", nodes, 1, 2**62)
    random = Random(seed)
    for number in range(games):
        _play(engine, builder, nodes, varied_plies, margin, random)
        builder.games += 1
        if progress is not None:
            progress(number + 1, games)


def _play(
    engine: Searcher, builder: BookBuilder, nodes: int, varied_plies: int, margin: int, random: Random
) -> None:
    def choose(board: Any) -> Choice:
        if len(board.move_stack) < varied_plies:
            near = _near_best(engine, board, nodes, margin)
            for candidate in near:
                builder.add_move(board, candidate.move, 1, candidate.score, candidate.depth)
            return Choice(random.choice(near).move)
        result = engine.search(board, nodes=nodes)
        builder.add_move(board, result.best_move, 1, result.score.cp, result.depth)
        return Choice(result.best_move)

    judge = Adjudicator(longest=builder.max_ply)
    play_game(builder.game, builder.game.board(), {True: choose, False: choose}, judge)


def _near_best(engine: Searcher, board: Any, nodes: int, margin: int) -> list[_Candidate]:
    """The moves that the engine scores within `margin` of the best."""
    legal = list(board.legal_moves)
    share = max(1, nodes // len(legal))
    candidates = []
    for move in legal:
        board.push(move)
        if board.is_game_over():
            candidates.append(_Candidate(move, None, None))
        else:
            result = engine.search(board, nodes=share)
            score = None if result.score.cp is None else -result.score.cp
            candidates.append(_Candidate(move, score, result.depth + 1))
        board.pop()
    known = [candidate.score for candidate in candidates if candidate.score is not None]
    if not known:
        return candidates
    best = max(known)
    return [found for found in candidates if found.score is not None and found.score >= best - margin]
