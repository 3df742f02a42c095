"""Benchmarks shared by all games: perft vs other programs, with a cache, with threads; single calls."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ... import PerftTable
from ..timing import BenchRow, Case, measure

__all__ = [
    "PerftPeer",
    "calls",
    "perft_beside",
    "perft_from_python",
    "shared_calls",
    "threads_of",
    "walk",
    "with_table_of",
]


class PerftPeer:
    """Another UCI engine. One process serves all runs, so that its start is not measured."""

    def __init__(self, path: str, *settings: str, position: str = "fen") -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.position = position
        for line in settings:
            self.ask(f"{line}\nisready", "readyok")

    @classmethod
    def found(cls, name: str, *settings: str, position: str = "fen") -> PerftPeer | None:
        """Finds a program, also in Debian's folder for games; None if it is not installed."""
        path = shutil.which(name) or shutil.which(f"/usr/games/{name}")
        return cls(path, *settings, position=position) if path else None

    def ask(self, lines: str, answer: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(lines + "\n")
        self.process.stdin.flush()
        for text in self.process.stdout:
            if text.startswith(answer):
                return text
        raise OSError(f"{self.process.args!r} ended before it answered")

    def perft(self, text: str, depth: int) -> int:
        self.ask(f"position {self.position} {text}\nisready", "readyok")
        return int(self.ask(f"go perft {depth}", "Nodes searched").split(":")[1])

    def close(self) -> None:
        self.process.communicate("quit\n")


def perft_beside(
    group: str,
    board: Any,
    depth: int,
    peers: Mapping[str, Callable[[], int]],
    target: float,
    repeats: int = 5,
) -> Iterator[BenchRow]:
    """Bulk perft on one thread vs peers, which must count the same.

    Ratios are times relative to the first peer: below 1 is faster.
    """
    nodes = board.perft(depth)
    for name, count in peers.items():
        if count() != nodes:
            raise ValueError(f"{name} does not count {nodes} nodes at depth {depth} of {board!r}")
    subjects: dict[str, Callable[[], object]] = {**peers, "tabiya": partial(board.perft, depth)}
    targets = {"tabiya": target} if peers else {}
    for row in measure(Case(group, 1, subjects, targets, unit="ms", repeats=repeats)):
        yield BenchRow(group, row.subject, nodes / row.value / 1e3, "Mn/s", row.ratio, row.target)


def with_table_of(board: Any, depth: int, hash_mb: int) -> Iterator[BenchRow]:
    """Perft without a cache, with an empty cache, and with a filled one."""
    table = PerftTable(hash_mb=hash_mb)
    times: dict[str, float] = {}
    nodes = 0
    for name, cache in (("without", None), ("with a fresh cache", table), ("with it again", table)):
        begin = time.perf_counter()
        nodes = board.perft(depth, table=cache)
        times[name] = time.perf_counter() - begin
    group = f"perft {depth}, start, {nodes:,} nodes, hit rate {table.stats.hit_rate:.0%}"
    for name, seconds in times.items():
        yield BenchRow(group, name, seconds * 1e3, "ms", seconds / times["without"])


def threads_of(board: Any, depth: int) -> Iterator[BenchRow]:
    """One thread vs two. The target is 1.9 times the speed, so 1 / 1.9 of the time."""
    work = {f"{n} thread{'s' * (n > 1)}": partial(board.perft, depth, threads=n) for n in (1, 2)}
    # Both cores of a virtual machine are rarely free, so many repeats are needed.
    yield from measure(
        Case(f"perft {depth} by threads", 1, work, {"2 threads": 1 / 1.9}, unit="ms", repeats=25)
    )


def walk(board: Any, depth: int) -> int:
    """Perft in plain Python, with calls that all libraries have."""
    if depth == 0:
        return 1
    nodes = 0
    for move in list(board.legal_moves):
        board.push(move)
        nodes += walk(board, depth - 1)
        board.pop()
    return nodes


def perft_from_python(board: Any, peer: str, package: str) -> Iterator[BenchRow]:
    """The same count with one call per node, for a peer and Tabiya, and in one call."""
    depth = 3
    subjects: dict[str, Callable[[], object]] = {}
    if find_spec(package) is not None:
        theirs = import_module(package).Board()
        subjects[peer] = lambda: walk(theirs, depth)
    subjects["tabiya, push and pop from Python"] = lambda: walk(board, depth)
    subjects["tabiya, perft"] = lambda: board.perft(depth)
    yield from measure(Case(f"perft {depth} from Python", board.perft(depth), subjects))


def shared_calls(
    theirs: Any, their_move: Any, ours: Any, our_move: Any
) -> dict[str, tuple[Callable[[], object], Callable[[], object]]]:
    """Returns the calls that boards of all peers have, for `calls`."""

    def push_pop(board: Any, move: Any) -> None:
        board.push(move)
        board.pop()

    return {
        "list(board.legal_moves)": (lambda: list(theirs.legal_moves), lambda: list(ours.legal_moves)),
        "push and pop": (lambda: push_pop(theirs, their_move), lambda: push_pop(ours, our_move)),
        "is_check": (theirs.is_check, ours.is_check),
    }


def calls(
    peer: str,
    pairs: Mapping[str, tuple[Callable[[], object], Callable[[], object]]],
    targets: Mapping[str, float],
    count: int,
) -> Iterator[BenchRow]:
    """Single calls from Python, by name: the peer first, then Tabiya."""
    for name, (their_call, our_call) in pairs.items():
        subjects = {peer: _repeated(their_call, count), "tabiya": _repeated(our_call, count)}
        yield from measure(Case(name, count, subjects, {"tabiya": targets[name]} if name in targets else {}))


def _repeated(call: Callable[[], object], count: int) -> Callable[[], None]:
    def run() -> None:
        for _ in range(count):
            call()

    return run
