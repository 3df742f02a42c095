"""Measurements over whole games: one table for many moves, and matches with vs without a table."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from ..engine.engine import Engine
from ..games import game_spec
from ..games.play import Adjudicator, Choice, Player, play_game, random_board
from .searching import build_engine

__all__ = ["game_moves", "opening", "over_a_game", "play_pair"]

HASTY_NODES = 2_000
"""Nodes per move of a game whose positions are searched later."""
OPENING_PLIES = 8
DECIDED, DECIDED_PLIES, LONGEST = 1000, 4, 200


def opening(game: str, seed: int, plies: int = OPENING_PLIES) -> Any:
    """Returns a board after random moves. The same seed gives the same board.

    >>> opening("chess", 1).fen() == opening("chess", 1).fen()
    True
    """
    random = Random(seed)
    while True:
        board = random_board(game_spec(game), random, plies)
        if balanced(game, board):
            return board


def balanced(game: str, board: Any, limit: int = 150) -> bool:
    result = Engine(game, hash_mb=1).search(board, nodes=HASTY_NODES)
    return result.score.cp is not None and abs(result.score.cp) < limit


def searcher(engine: Engine, **limits: Any) -> Player:
    """Returns a player that searches every position with the same limits."""

    def choose(board: Any) -> Choice:
        result = engine.search(board, **limits)
        return Choice(result.best_move, result.score.value)

    return choose


@cache
def game_moves(game: str, seed: int, plies: int) -> tuple[Any, ...]:
    """Returns up to `plies` moves of a game with short searches after a random opening."""
    board = opening(game, seed, 4)
    player = searcher(Engine(game, hash_mb=1), nodes=HASTY_NODES)
    play_game(game_spec(game), board, {True: player, False: player}, Adjudicator(longest=plies))
    return tuple(str(move) for move in board.move_stack)


def over_a_game(
    *, game: str, seed: int, plies: int, table: dict[str, Any], nodes: int, first: int = 4, every: int = 1
) -> dict[str, Any]:
    """Searches the positions of a fixed game in turn with one table.

    The moves do not depend on what is measured, so all variants see the same positions.
    """
    engine = build_engine(game, table)
    board = game_spec(game).board()
    rows: list[dict[str, Any]] = []
    for ply, move in enumerate((*game_moves(game, seed, plies), None)):
        if ply >= first and (ply - first) % every == 0 and not board.is_game_over():
            result = engine.search(board, nodes=nodes)
            counted = {name: result.stats[name] for name in ("probes", "hits", "deep_hits")}
            rows.append({"ply": ply, "nodes": result.nodes, **counted})
        if move is not None:
            board.push(move)
    return {"searches": rows}


def play_pair(*, game: str, seed: int, movetime: int, hash_mb: float) -> list[float]:
    """Plays an opening twice with colours reversed, with vs without a table. Returns the table's points.

    `movetime` is in milliseconds, because stored results identify their measurements by it.
    """
    start = opening(game, seed)
    scores = []
    for first in (True, False):
        engines = {first: build_engine(game, {"hash_mb": hash_mb}), not first: build_engine(game)}
        players = {side: searcher(engine, time=movetime / 1000) for side, engine in engines.items()}
        judge = Adjudicator(DECIDED, longest=LONGEST, resign_plies=DECIDED_PLIES)
        points = play_game(game_spec(game), start.copy(), players, judge).points
        scores.append(points if first else 1 - points)
    return scores
