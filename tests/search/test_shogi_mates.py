"""Mates of shogi have the length that cshogi's solver finds, with cold and warm tables."""

from __future__ import annotations

import random
from typing import Any

import pytest
from shogi_games import shortest_mate

from forms import sized
from tabiya import Engine, shogi

cshogi = pytest.importorskip("cshogi")

WANTED = sized({1: 20, 3: 15, 5: 10, 7: 3}, {1: 80, 3: 60, 5: 40, 7: 15, 9: 5})


def mates() -> list[tuple[str, int]]:
    """Positions of random games with a mate, a given number of each length."""
    chance = random.Random("mates of shogi")
    found: dict[int, list[str]] = {plies: [] for plies in WANTED}
    for _ in range(5000):
        if all(len(found[plies]) >= count for plies, count in WANTED.items()):
            break
        board = cshogi.Board()
        for ply in range(160):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
            if ply < 60 or ply % 3:
                continue
            plies = shortest_mate(board, max(WANTED))
            if plies is not None and len(found[plies]) < WANTED[plies]:
                found[plies].append(board.sfen())
                break
    return [(sfen, plies) for plies, sfens in found.items() for sfen in sfens]


@pytest.fixture(scope="module")
def positions() -> list[tuple[str, int]]:
    found = mates()
    assert len(found) >= 0.8 * sum(WANTED.values())
    return found


def mated_at_the_end(sfen: str, pv: tuple[Any, ...]) -> bool:
    """By cshogi: every move is legal, and the last one mates."""
    board = cshogi.Board(sfen)
    for move in pv:
        found = board.move_from_usi(str(move))
        if not board.is_legal(found):
            return False
        board.push(found)
    return bool(board.is_check()) and not list(board.legal_moves)


def check(engine: Engine, sfen: str, plies: int) -> None:
    """With quiet moves a mate may be shorter than the solver's, but never longer."""
    result = engine.search(shogi.Board(sfen), mate=plies, depth=plies + 8, nodes=3_000_000)
    assert result.score.plies is not None, (sfen, plies, str(result))
    assert 0 < result.score.plies <= plies, (sfen, plies, str(result))
    assert len(result.pv) == result.score.plies, (sfen, plies, str(result))
    assert mated_at_the_end(sfen, result.pv), (sfen, plies, str(result))


def test_mates_are_found_from_cold_tables(positions: list[tuple[str, int]]) -> None:
    engine = Engine("shogi", hash_mb=16)
    for sfen, plies in positions:
        engine.new_game()
        check(engine, sfen, plies)


def test_mates_are_found_from_a_table_full_of_others(positions: list[tuple[str, int]]) -> None:
    engine = Engine("shogi", hash_mb=1)
    for _ in range(2):
        for sfen, plies in positions:
            check(engine, sfen, plies)
