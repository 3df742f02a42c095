"""What `tabiya bench chess` measures: perft beside Stockfish's, and the calls that Python authors make.

Peers that are not installed are left out: Debian's stockfish, and python-chess and chessmg from PyPI.
"""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

from .. import PerftTable
from ..chess import Board, zobrist
from .timing import Case, Row, measure

__all__ = ["GROUPS"]

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


class Stockfish:
    """One process for all runs, so that its start is not measured."""

    def __init__(self, path: str) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, lines: str, answer: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()
        for text in self.process.stdout:
            if text.startswith(answer):
                return text
        raise OSError("stockfish ended before it answered")

    def perft(self, fen: str, depth: int) -> int:
        self.ask(f"position fen {fen}\nisready", "readyok")
        return int(self.ask(f"go perft {depth}", "Nodes searched").split(":")[1])

    def close(self) -> None:
        self.process.communicate("quit\n")


def perft(quick: bool) -> Iterator[Row]:
    """Bulk perft on one thread. The ratio is of times, so below 1 is faster than the peer."""
    path = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
    peer = Stockfish(path) if path else None
    try:
        for name, fen, depth in (
            ("start", START, 5 if quick else 6),
            ("Kiwipete", KIWIPETE, 4 if quick else 5),
        ):
            board = Board(fen)
            nodes = board.perft(depth)
            subjects: dict[str, Callable[[], object]] = {}
            if peer is not None:
                if peer.perft(fen, depth) != nodes:
                    raise ValueError(f"Stockfish counts otherwise than {nodes} at depth {depth} of {fen}")
                subjects["stockfish"] = partial(peer.perft, fen, depth)
            if find_spec("chessmg") is not None:
                import chessmg

                subjects["chessmg"] = partial(chessmg.perft, fen, depth)
            subjects["tabiya"] = partial(board.perft, depth)
            group = f"perft {depth}, {name}"
            for row in measure(Case(group, 1, subjects, {"tabiya": 1.0} if peer else {}, unit="ms")):
                yield Row(group, row.subject, nodes / row.value / 1e3, "Mn/s", row.ratio, row.target)
    finally:
        if peer is not None:
            peer.close()


def perft_in_python(quick: bool) -> Iterator[Row]:
    """The same count, one call a node or a library's own perft, from PyPI's packages."""
    depth = 3
    board = Board()
    subjects: dict[str, Callable[[], object]] = {}
    if find_spec("chess") is not None:
        import chess

        theirs = chess.Board()
        subjects["python-chess"] = lambda: _walk(theirs, depth)
    subjects["tabiya, push and pop from Python"] = lambda: _walk(board, depth)
    subjects["tabiya, perft"] = lambda: board.perft(depth)
    nodes = board.perft(depth)
    yield from measure(Case(f"perft {depth} from Python", nodes, subjects))


def _walk(board: Any, depth: int) -> int:
    """Perft in plain Python, over the verbs that both libraries have."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += _walk(board, depth - 1)
        board.pop()
    return nodes


def python_calls(quick: bool) -> Iterator[Row]:
    """Single calls from Python beside python-chess."""
    if find_spec("chess") is None:
        return
    import chess.polyglot

    import chess

    count = 200 if quick else 2000
    theirs, ours = chess.Board(KIWIPETE), Board(KIWIPETE)
    their_move, our_move = next(iter(theirs.legal_moves)), next(iter(ours.legal_moves))

    def push_pop(board: Any, move: Any) -> None:
        board.push(move)
        board.pop()

    pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        "list(board.legal_moves)": (lambda: list(theirs.legal_moves), lambda: list(ours.legal_moves)),
        "push and pop": (lambda: push_pop(theirs, their_move), lambda: push_pop(ours, our_move)),
        "is_check": (theirs.is_check, ours.is_check),
        "fen": (theirs.fen, ours.fen),
        "key of a python-chess board": (
            lambda: chess.polyglot.zobrist_hash(theirs),
            lambda: zobrist(theirs),
        ),
    }
    targets = {"list(board.legal_moves)": 0.1, "push and pop": 0.1, "key of a python-chess board": 0.1}
    for name, (their_call, our_call) in pairs.items():
        subjects = {"python-chess": _repeated(their_call, count), "tabiya": _repeated(our_call, count)}
        yield from measure(Case(name, count, subjects, {"tabiya": targets[name]} if name in targets else {}))


def _repeated(call: Callable[[], object], count: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(count):
            call()

    return run


def with_table(quick: bool) -> Iterator[Row]:
    """Perft of the start position without a cache, with a fresh one, and again with it."""
    depth = 6 if quick else 7
    board = Board()
    table = PerftTable(hash_mb=64 if quick else 512)
    times: dict[str, float] = {}
    for name, cache in (("without", None), ("with a fresh cache", table), ("with it again", table)):
        begin = time.perf_counter()
        nodes = board.perft(depth, table=cache)
        times[name] = time.perf_counter() - begin
    stats = table.stats
    group = f"perft {depth}, start, {nodes:,} nodes, hit rate {stats.hit_rate:.0%}"
    for name, seconds in times.items():
        yield Row(group, name, seconds * 1e3, "ms", seconds / times["without"])


def threads(quick: bool) -> Iterator[Row]:
    """One thread and two. The target is 1.9 times the speed, so 1 / 1.9 of the time."""
    depth = 5 if quick else 6
    board = Board(KIWIPETE) if quick else Board()
    work = {f"{n} thread{'s' * (n > 1)}": partial(board.perft, depth, threads=n) for n in (1, 2)}
    # Two cores of a virtual machine are seldom both free: it takes many tries to see what two threads can do.
    yield from measure(
        Case(f"perft {depth} by threads", 1, work, {"2 threads": 1 / 1.9}, unit="ms", repeats=25)
    )


GROUPS: dict[str, Callable[[bool], Iterator[Row]]] = {
    "perft": perft,
    "perft in python": perft_in_python,
    "python calls": python_calls,
    "with table": with_table,
    "threads": threads,
}
