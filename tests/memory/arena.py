"""Processes race on a small shared table with verifiable entries, and some are killed.

    python arena.py race --sync lock_free --processes 4 --batches 200
    python arena.py kill --sync bucket_locks --kills 30 [--file PATH]

Prints one JSON object. A separate program, so that it can fork and kill safely.
"""

from __future__ import annotations

import argparse
import json
import mmap
import os
import random
import signal
import time
from typing import Any

import numpy as np

from tabiya import TranspositionTable

KEYS = 24
"""For two clusters of four slots: they evict and update one another all the time."""
BATCH = 4096
TALLIES = ("operations", "hits", "wrong")


class Tally:
    """Counters of one process, in memory that it shares with its parent and that survives its death."""

    def __init__(self, memory: mmap.mmap, number: int) -> None:
        self.counts = np.frombuffer(memory, dtype=np.uint64)[number * 8 : number * 8 + len(TALLIES)]

    def add(self, **counts: int) -> None:
        for name, count in counts.items():
            self.counts[TALLIES.index(name)] += np.uint64(count)


def fields_of(keys: Any, moves: Any) -> dict[str, Any]:
    """Derives all other fields from key and move, so that fields of another store are detected."""
    mixed = (keys * np.uint64(0x9E3779B97F4A7C15)) ^ (moves.astype(np.uint64) * np.uint64(0xBF58476D1CE4E5B9))
    return {
        "scores": (mixed >> np.uint64(40)).astype(np.int64) % 1_000_001 - 500_000,
        "evals": (mixed >> np.uint64(24) & np.uint64(0xFFFF)).astype(np.int64) % 60_000 - 30_000,
        "depths": (mixed >> np.uint64(16) & np.uint64(0xFF)).astype(np.int64),
        "bounds": (mixed >> np.uint64(8)).astype(np.int64) % 3 + 1,
        "sources": (mixed & np.uint64(0xFF)).astype(np.int64) % 5,
        "pvs": (mixed >> np.uint64(63)).astype(np.int64),
    }


def play(table: Any, tally: Tally, rng: Any) -> None:
    """A batch of stores, a batch of probes, and a check of every field found."""
    keys = rng.integers(1, KEYS + 1, BATCH, dtype=np.uint64)
    moves = rng.integers(1, 2**24, BATCH, dtype=np.uint64)
    table.store_many(keys, moves=moves, **fields_of(keys, moves))
    found = table.probe_many(keys)
    hit = found["hit"]
    expected = fields_of(keys[hit], found["move"][hit])
    wrong = np.zeros(int(hit.sum()), dtype=bool)
    for name, values in expected.items():
        wrong |= found[name[:-1]][hit] != values
    tally.add(operations=2 * BATCH, hits=int(hit.sum()), wrong=int(wrong.sum()))


def start(work: Any, *arguments: Any) -> int:
    child = os.fork()
    if child == 0:
        try:
            work(*arguments)
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(1)
    return child


def reach(options: Any, inherited: Any, number: int) -> Any:
    """Some use the table inherited by fork; others attach by name."""
    if number % 2:
        return inherited
    if options.file:
        return TranspositionTable.open(options.file, shared=True)
    return TranspositionTable.attach(inherited.name)


def race(options: Any, table: Any, memory: mmap.mmap) -> dict[str, Any]:
    def work(number: int) -> None:
        mine, rng = reach(options, table, number), np.random.default_rng(number)
        for _ in range(options.batches):
            play(mine, Tally(memory, number), rng)
            if number == 0:
                mine.new_search()

    children = [start(work, number) for number in range(options.processes)]
    codes = [os.waitpid(child, 0)[1] for child in children]
    return {"failed": sum(code != 0 for code in codes), "generation": table.generation}


def kill(options: Any, table: Any, memory: mmap.mmap) -> dict[str, Any]:
    dice = random.Random(options.seed)
    rng = np.random.default_rng(options.seed)

    def work(number: int) -> None:
        mine, own = reach(options, table, number), np.random.default_rng(1000 + number)
        while True:
            play(mine, Tally(memory, number), own)

    children = {number: start(work, number) for number in range(1, options.processes)}
    codes = []
    for number in range(options.processes, options.processes + options.kills):
        time.sleep(dice.uniform(0.005, 0.03))
        victim = dice.choice(list(children))
        os.kill(children[victim], signal.SIGKILL)
        codes.append(os.waitpid(children.pop(victim), 0)[1])
        play(table, Tally(memory, 0), rng)
        children[number] = start(work, number)
    for child in children.values():
        os.kill(child, signal.SIGKILL)
        codes.append(os.waitpid(child, 0)[1])
    play(table, Tally(memory, 0), rng)
    recoveries = table.stats.lock_recoveries
    table.clear()  # takes every lock
    return {"failed": sum(code != signal.SIGKILL for code in codes), "recoveries": recoveries}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["race", "kill"])
    parser.add_argument("--sync", default="lock_free")
    parser.add_argument("--layout", default="cluster4")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--batches", type=int, default=100)
    parser.add_argument("--kills", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file")
    options = parser.parse_args()
    settings = {
        "entries": 8,
        "policy": "always",
        "sync": options.sync,
        "layout": options.layout,
        "buckets": 2,
    }
    memory = mmap.mmap(-1, 64 * (options.processes + options.kills + 1))
    if options.file:
        table = TranspositionTable.open(options.file, shared=True, **settings)
    else:
        table = TranspositionTable.create_shared(f"arena-{os.getpid()}", **settings)
    with table:
        result = {"race": race, "kill": kill}[options.what](options, table, memory)
    counts = np.frombuffer(memory, dtype=np.uint64).reshape(-1, 8)[:, : len(TALLIES)].sum(axis=0)
    print(json.dumps({**result, **dict(zip(TALLIES, map(int, counts), strict=True))}))


if __name__ == "__main__":
    main()
