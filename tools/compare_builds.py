"""Compares the speed of two builds of tabiya, installed in two environments.

    python tools/compare_builds.py old/bin/python new/bin/python

Processes of both builds take turns, so that a busy machine slows both down equally. Each process measures its
CPU time for single probes and stores, batches, perft and searches. The table shows the second build's time
relative to the first's: the geometric mean of all rounds, plus or minus two standard errors.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

KEYS = 2**18
NODES = 400_000
REPEATS = 5
PERFT = {"chess": 6, "shogi": 5}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", metavar="PYTHON", help="two interpreters that import tabiya")
    parser.add_argument("--rounds", type=int, default=10, help="processes per build (default: 10)")
    parser.add_argument("--json", action="store_true", help="print all measured times")
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(dict(measured())))
        return
    if len(arguments.pythons) != 2 or arguments.rounds < 2:
        parser.error("needs two interpreters and at least 2 rounds")
    times = rounds(arguments.pythons, arguments.rounds)
    if arguments.json:
        print(json.dumps(dict(zip(arguments.pythons, times, strict=True)), indent=2))
    else:
        print("\n".join(report(*times)))


def rounds(pythons: list[str], count: int) -> tuple[list[dict[str, float]], list[dict[str, float]]]:
    """The times of each build in each round. The build that begins changes with every round."""
    times: tuple[list[dict[str, float]], list[dict[str, float]]] = ([], [])
    for number in range(count):
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            times[which].append(run(pythons[which]))
        print(f"round {number + 1} of {count}", file=sys.stderr)
    return times


def run(python: str) -> dict[str, float]:
    # -P: a folder named tabiya beside this file must not stand in for the installed package.
    done = subprocess.run([python, "-P", Path(__file__), "--measure"], stdout=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"compare_builds: {python} failed")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def report(first: list[dict[str, float]], second: list[dict[str, float]]) -> Iterator[str]:
    yield f"{'':24}{'first, ns':>12}{'second, ns':>12}   second / first"
    for name in first[0]:
        logs = [math.log(b[name] / a[name]) for a, b in zip(first, second, strict=True)]
        mean, error = statistics.mean(logs), 2 * statistics.stdev(logs) / math.sqrt(len(logs))
        low, ratio, high = (math.exp(value) for value in (mean - error, mean, mean + error))
        a, b = (statistics.median(time[name] for time in times) for times in (first, second))
        yield f"{name:24}{a:12.2f}{b:12.2f}   {ratio:.3f} ({low:.3f} to {high:.3f})"


# ---- in the measured process: only calls that every build has ---------------------------------------


def measured() -> Iterator[tuple[str, float]]:
    """Names and CPU nanoseconds per operation."""
    yield from table_times()
    for game, depth in PERFT.items():
        yield from game_times(game, depth)


def table_times() -> Iterator[tuple[str, float]]:
    import numpy as np

    from tabiya import TranspositionTable

    keys = np.random.default_rng(7).integers(1, 2**63, KEYS, dtype=np.uint64)
    singles = keys.tolist()
    table = TranspositionTable(hash_mb=64)

    def store_all() -> None:
        store = table.store
        for key in singles:
            store(key, move=3, score=-20, depth=5)

    yield "store", fastest(store_all) / KEYS
    yield "probe", fastest(lambda: deque(map(table.probe, singles), maxlen=0)) / KEYS
    yield "store_many", fastest(lambda: table.store_many(keys, moves=3, scores=-20, depths=5)) / KEYS
    yield "probe_many", fastest(lambda: table.probe_many(keys)) / KEYS


def game_times(game: str, depth: int) -> Iterator[tuple[str, float]]:
    from importlib import import_module

    from tabiya import Engine

    board = import_module(f"tabiya.{game}").Board()
    leaves = board.perft(depth)
    yield f"perft {depth} of {game}", fastest(lambda: board.perft(depth)) / leaves

    def search() -> None:
        Engine(game, hash_mb=16).search(board, nodes=NODES)

    yield f"search of {game}", fastest(search) / NODES


def fastest(work: Callable[[], object]) -> float:
    """CPU nanoseconds of the fastest of some runs; other processes only slow a run down."""
    times = []
    for _ in range(REPEATS):
        begin = time.process_time_ns()
        work()
        times.append(time.process_time_ns() - begin)
    return float(min(times))


if __name__ == "__main__":
    main()
