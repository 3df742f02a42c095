"""A search that is cut off within an iteration has a line, and its best move is that of the last info."""

from __future__ import annotations

import random
from typing import Any

import pytest

from forms import sized
from tabiya import Engine, Info, Result
from tabiya.games import GAMES, GameSpec, game_spec
from tabiya.games.play import random_board

SEARCHES = sized(12, 1_000)
NEW_BEST = (18, 34, 59)
"""Searches that end when another move has just become the best, whose line only the table knows."""


def cut_off(
    spec: GameSpec, seed: int, *, hash_mb: float = 4, multipv: int = 1, threads: int = 1
) -> tuple[Any, Result[Any], list[Info[Any]]]:
    """A search of a random position that ends at a random node; and what it told."""
    rng = random.Random(seed)
    board = random_board(spec, rng, rng.randrange(4, 40))
    while spec.rules.ending(board) is not None or not any(board.legal_moves):
        board = random_board(spec, rng, 4)
    infos: list[Info[Any]] = []
    engine = Engine(spec.name, hash_mb=hash_mb, threads=threads)
    result = engine.search(board, nodes=rng.randrange(1_000, 40_000), multipv=multipv, on_info=infos.append)
    return board, result, infos


def has_reply(spec: GameSpec, board: Any, move: Any) -> bool:
    after = board.copy()
    after.push(move)
    return spec.rules.ending(after) is None and any(after.legal_moves)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_that_is_cut_off_has_a_line_of_more_than_one_move(game: str) -> None:
    spec = game_spec(game)
    for seed in (*range(SEARCHES), *NEW_BEST):
        board, result, _ = cut_off(spec, seed)
        assert result.pv[0] == result.best_move
        if has_reply(spec, board, result.best_move):
            assert len(result.pv) > 1, (seed, spec.notation.position(board))
            assert result.ponder == result.pv[1]
        walked = board.copy()
        for move in result.pv:
            assert move in walked.legal_moves, (seed, result)
            walked.push(move)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [{}, {"hash_mb": 0}, {"multipv": 3}, {"threads": 2}])
def test_the_best_move_is_the_first_of_the_last_info(game: str, options: dict[str, Any]) -> None:
    spec = game_spec(game)
    for seed in range(20, 20 + SEARCHES):
        _, result, infos = cut_off(spec, seed, **options)
        last = next(info for info in reversed(infos) if info.multipv == 1)
        assert last.pv[0] == result.best_move
