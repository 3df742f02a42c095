"""Shared by the tests of books: files, boards, and a book of random games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tabiya._core", reason="the native core is not built", exc_type=ImportError)

from tabiya import chess
from tabiya.books import BookBuilder, MemoryBook, RecordedGame

DATA = Path(__file__).parent.parent / "data" / "books"
RESULTS = (1.0, 0.5, 0.0, None)


def texts(moves: Any) -> list[str]:
    return [str(known.move) for known in moves]


def played(*moves: str) -> chess.Board:
    board = chess.Board()
    for move in moves:
        board.push(move)
    return board


def random_game(seed: int, plies: int = 40, start: str | None = None) -> tuple[chess.Move, ...]:
    """Some moves are far likelier than others, so that games meet again."""
    choice = random.Random(seed)
    board = chess.Board(start)
    for _ in range(plies):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[min(int(choice.expovariate(0.5)), len(moves) - 1)])
    return tuple(board.move_stack)


def random_book(games: int = 60, plies: int = 40) -> MemoryBook:
    builder = BookBuilder("chess", max_ply=plies)
    for seed in range(games):
        points = RESULTS[seed % len(RESULTS)]
        builder.add_game(RecordedGame(builder.game, None, random_game(seed, plies), points))
    return builder.book()
