"""Whole games as measurements: one table over many moves, and matches of table against none."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from ..engine.engine import Engine
from ..games import game_spec
from ..games.play import Adjudicator, Choice, Player, play_game, random_board
from .searching import build_engine

__all__ = ["line", "opening", "over_a_game", "play_pair"]

LINE_NODES = 2_000
"""What a move of a line to be searched later is worth."""
OPENING_PLIES = 8
DECIDED, DECIDED_PLIES, LONGEST = 1000, 4, 200


def opening(game: str, seed: int, plies: int = OPENING_PLIES) -> Any:
    """A board after some random moves, the same for the same seed.

    >>> opening("chess", 1).fen() == opening("chess", 1).fen()
    True
    """
    random = Random(seed)
    while True:
        board = random_board(game_spec(game), random, plies)
        if balanced(game, board):
            return board


def balanced(game: str, board: Any, limit: int = 150) -> bool:
    result = Engine(game, hash_mb=1).search(board, nodes=LINE_NODES)
    return result.score.cp is not None and abs(result.score.cp) < limit


def searcher(engine: Engine, **limits: Any) -> Player:
    """A player that searches every position within the same limits."""

    def choose(board: Any) -> Choice:
        result = engine.search(board, **limits)
        return Choice(result.best_move, result.score.value)

    return choose


@cache
def line(game: str, seed: int, plies: int) -> tuple[Any, ...]:
    """The moves of a game from a short random opening, with hasty searches; up to so many plies."""
    board = opening(game, seed, 4)
    player = searcher(Engine(game, hash_mb=1), nodes=LINE_NODES)
    play_game(game_spec(game), board, {True: player, False: player}, Adjudicator(longest=plies))
    return tuple(str(move) for move in board.move_stack)


def over_a_game(
    *, game: str, seed: int, plies: int, table: dict[str, Any], nodes: int, first: int = 4, every: int = 1
) -> dict[str, Any]:
    """Searches the positions of one fixed game in turn, with a table that stays.

    The moves are those of a line that does not depend on what is measured: all see the same positions.
    """
    engine = build_engine(game, table)
    board = game_spec(game).board()
    rows: list[dict[str, Any]] = []
    for ply, move in enumerate((*line(game, seed, plies), None)):
        if ply >= first and (ply - first) % every == 0 and not board.is_game_over():
            result = engine.search(board, nodes=nodes)
            counted = {name: result.stats[name] for name in ("probes", "hits", "deep_hits")}
            rows.append({"ply": ply, "nodes": result.nodes, **counted})
        if move is not None:
            board.push(move)
    return {"searches": rows}


def play_pair(*, game: str, seed: int, movetime: int, hash_mb: float) -> list[float]:
    """Two games from one opening, colours exchanged, a table against none: the table's points in each."""
    start = opening(game, seed)
    scores = []
    for first in (True, False):
        engines = {first: build_engine(game, {"hash_mb": hash_mb}), not first: build_engine(game)}
        players = {side: searcher(engine, movetime=movetime) for side, engine in engines.items()}
        judge = Adjudicator(DECIDED, longest=LONGEST, resign_plies=DECIDED_PLIES)
        points = play_game(game_spec(game), start.copy(), players, judge).points
        scores.append(points if first else 1 - points)
    return scores
