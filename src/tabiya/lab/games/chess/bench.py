"""Benchmarks of `tabiya bench chess`: perft vs Stockfish, and common calls from Python.

Peers that are not installed are skipped: Debian's stockfish, and python-chess and chessmg from PyPI.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec

from ....chess import Board, zobrist
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

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft(quick: bool) -> Iterator[BenchRow]:
    """Bulk perft on one thread vs Stockfish."""
    engine = PerftPeer.found("stockfish")
    try:
        for name, fen, depth in (
            ("start", START, 5 if quick else 6),
            ("Kiwipete", KIWIPETE, 4 if quick else 5),
        ):
            peers: dict[str, Callable[[], int]] = {}
            if engine is not None:
                peers["stockfish"] = partial(engine.perft, fen, depth)
            if find_spec("chessmg") is not None:
                import chessmg  # pyright: ignore[reportMissingImports]

                peers["chessmg"] = partial(chessmg.perft, fen, depth)
            yield from perft_beside(f"perft {depth}, {name}", Board(fen), depth, peers, 1.0)
    finally:
        if engine is not None:
            engine.close()


def perft_in_python(quick: bool) -> Iterator[BenchRow]:
    """Perft with one Python call per node, vs python-chess."""
    yield from perft_from_python(Board(), "python-chess", "chess")


def python_calls(quick: bool) -> Iterator[BenchRow]:
    """Single calls from Python, vs python-chess."""
    if find_spec("chess") is None:
        return
    import chess.polyglot

    import chess

    count = 200 if quick else 2000
    theirs, ours = chess.Board(KIWIPETE), Board(KIWIPETE)
    their_move, our_move = next(iter(theirs.legal_moves)), next(iter(ours.legal_moves))

    pairs = {
        **shared_calls(theirs, their_move, ours, our_move),
        "fen": (theirs.fen, ours.fen),
        "key of a python-chess board": (
            lambda: chess.polyglot.zobrist_hash(theirs),
            lambda: zobrist(theirs),
        ),
    }
    targets = {"list(board.legal_moves)": 0.1, "push and pop": 0.1, "key of a python-chess board": 0.1}
    yield from calls("python-chess", pairs, targets, count)


def with_table(quick: bool) -> Iterator[BenchRow]:
    """Perft of the start position without a cache, with an empty cache, and with a filled one."""
    yield from with_table_of(Board(), 6 if quick else 7, 64 if quick else 512)


def threads(quick: bool) -> Iterator[BenchRow]:
    """One thread vs two."""
    yield from threads_of(Board(KIWIPETE) if quick else Board(), 5 if quick else 6)


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "perft": perft,
    "perft in python": perft_in_python,
    "python calls": python_calls,
    "with table": with_table,
    "threads": threads,
}
