"""Benchmarks of `tabiya bench protocols`: response times of the engines."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator

from ...games import GAMES, game_spec
from ...games.parts import Interface
from ..timing import BenchRow

__all__ = ["GROUPS"]

START_TARGET = 0.5
"""Seconds from the start of the program to ``uciok``."""
STOP_TARGET = 0.05
"""Seconds from stop to bestmove."""


class Program:
    """An engine in its own process."""

    def __init__(self, interface: Interface) -> None:
        self.process = subprocess.Popen(
            interface.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def seconds(self, line: str, answer: str) -> float:
        """Returns the seconds from sending a line to the first matching answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        begin = time.perf_counter()
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        for text in self.process.stdout:
            if text.startswith(answer):
                return time.perf_counter() - begin
        raise OSError(f"the engine ended before it answered {line!r}")

    def close(self) -> None:
        self.process.communicate("quit\n")


def interfaces() -> list[Interface]:
    """The protocols of all games that have one."""
    found = [game_spec(name).interface for name in GAMES]
    return [interface for interface in found if interface is not None]


def start(quick: bool) -> Iterator[BenchRow]:
    """Time from program start to ``uciok``. The ratio is to the target of half a second."""
    for interface in interfaces():
        dialect = interface.word
        best = float("inf")
        for _ in range(3 if quick else 10):
            begin = time.perf_counter()
            program = Program(interface)
            program.seconds(dialect, f"{dialect}ok")
            best = min(best, time.perf_counter() - begin)
            program.close()
        yield BenchRow(f"start to {dialect}ok", dialect, best * 1e3, "ms", best / START_TARGET, 1.0)


def stop(quick: bool) -> Iterator[BenchRow]:
    """Time from stop to bestmove, at many moments of a search. The slowest counts, vs 50 ms."""
    for interface in interfaces():
        dialect = interface.word
        program = Program(interface)
        program.seconds("isready", "readyok")
        delays = []
        for i in range(10 if quick else 60):
            program.seconds("go infinite\nisready", "readyok")
            time.sleep(0.002 * (i % 30))
            delays.append(program.seconds("stop", "bestmove"))
        program.close()
        yield BenchRow(f"stop, {dialect}", "median", sorted(delays)[len(delays) // 2] * 1e3, "ms")
        yield BenchRow(f"stop, {dialect}", "slowest", max(delays) * 1e3, "ms", max(delays) / STOP_TARGET, 1.0)


def answer(quick: bool) -> Iterator[BenchRow]:
    """Time from isready to readyok during a search: the delay of the input loop."""
    for interface in interfaces():
        dialect = interface.word
        program = Program(interface)
        program.seconds("isready", "readyok")
        program.seconds("go infinite\nisready", "readyok")
        delays = []
        for _ in range(20 if quick else 200):
            time.sleep(0.005)
            delays.append(program.seconds("isready", "readyok"))
        program.seconds("stop", "bestmove")
        program.close()
        yield BenchRow(
            f"isready during a search, {dialect}", "median", sorted(delays)[len(delays) // 2] * 1e3, "ms"
        )
        yield BenchRow(
            f"isready during a search, {dialect}",
            "slowest",
            max(delays) * 1e3,
            "ms",
            max(delays) / STOP_TARGET,
            1.0,
        )


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {"start": start, "stop": stop, "answer": answer}
