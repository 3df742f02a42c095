"""Benchmarks of `tabiya bench shogi`: perft vs cshogi and fairy-stockfish, and calls from Python.

Peers that are not installed are skipped: cshogi from PyPI and Debian's fairy-stockfish. cshogi has no perft.
It is driven from Python and counts the moves of the last ply without making them, as Tabiya does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from ....shogi import STARTING_SFEN, Board
from ...bench.boards import (
    PerftPeer,
    calls,
    perft_beside,
    perft_from_python,
    shared_calls,
    threads_of,
    with_table_of,
)
from ...timing import BenchRow

__all__ = ["GROUPS"]

DROPS = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
"""A middlegame with many pieces in hand."""

BESIDE_CSHOGI = 1 / 2.5
BESIDE_FAIRY_STOCKFISH = 1 / 10
VARIANT = "setoption name UCI_Variant value shogi"


def perft(quick: bool) -> Iterator[BenchRow]:
    """Bulk perft on one thread vs cshogi, driven from Python."""
    if find_spec("cshogi") is None:
        return
    from cshogi import Board as CshogiBoard  # pyright: ignore[reportAttributeAccessIssue]

    for name, sfen, depth, repeats in (
        ("start", STARTING_SFEN, 4 if quick else 5, 5),
        ("drops", DROPS, 2 if quick else 3, 5),
        ("drops", DROPS, 3 if quick else 4, 2),
    ):
        peers = {"cshogi": partial(bulk_perft, CshogiBoard(sfen), depth)}
        group = f"perft {depth}, {name}, vs cshogi"
        yield from perft_beside(group, Board(sfen), depth, peers, BESIDE_CSHOGI, repeats)


def bulk_perft(board: Any, depth: int) -> int:
    """Bulk perft of a ``cshogi.Board``."""
    moves = board.legal_moves
    if depth == 1:
        return len(moves)
    nodes = 0
    for move in moves:
        board.push(move)
        nodes += bulk_perft(board, depth - 1)
        board.pop()
    return nodes


def perft_beside_fairy_stockfish(quick: bool) -> Iterator[BenchRow]:
    """Bulk perft on one thread vs fairy-stockfish."""
    engine = PerftPeer.found("fairy-stockfish", VARIANT, position="sfen")
    if engine is None:
        return
    try:
        for name, sfen, depth in (
            ("start", STARTING_SFEN, 4 if quick else 5),
            ("drops", DROPS, 2 if quick else 3),
        ):
            peers = {"fairy-stockfish": partial(engine.perft, sfen, depth)}
            group = f"perft {depth}, {name}, vs fairy-stockfish"
            yield from perft_beside(group, Board(sfen), depth, peers, BESIDE_FAIRY_STOCKFISH)
    finally:
        engine.close()


def perft_in_python(quick: bool) -> Iterator[BenchRow]:
    """Perft with one Python call per node, vs cshogi."""
    yield from perft_from_python(Board(), "cshogi", "cshogi")


def python_calls(quick: bool) -> Iterator[BenchRow]:
    """Single calls from Python, vs cshogi."""
    if find_spec("cshogi") is None:
        return
    from cshogi import Board as CshogiBoard  # pyright: ignore[reportAttributeAccessIssue]

    theirs, ours = CshogiBoard(DROPS), Board(DROPS)
    our_move = next(iter(ours.legal_moves))
    their_move = theirs.move_from_usi(our_move.usi())

    pairs = {
        **shared_calls(theirs, their_move, ours, our_move),
        "sfen": (theirs.sfen, ours.sfen),
        "key": (theirs.zobrist_hash, lambda: ours.key),
    }
    targets = {"list(board.legal_moves)": 1.0, "push and pop": 1.0}
    yield from calls("cshogi", pairs, targets, 200 if quick else 5000)


def with_table(quick: bool) -> Iterator[BenchRow]:
    """Perft of the start position without a cache, with an empty cache, and with a filled one."""
    yield from with_table_of(Board(), 4 if quick else 6, 64 if quick else 512)


def threads(quick: bool) -> Iterator[BenchRow]:
    """One thread vs two."""
    yield from threads_of(Board(), 4 if quick else 5)


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "perft": perft,
    "perft beside fairy-stockfish": perft_beside_fairy_stockfish,
    "perft in python": perft_in_python,
    "python calls": python_calls,
    "with table": with_table,
    "threads": threads,
}
