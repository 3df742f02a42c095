"""A soak test of the search: random searches on random tables for a given time. Nothing may leak.

    python -m tabiya.lab.bench.search_soak --seconds 3600

Sizes, layouts, policies, clears, new games, stops, thread counts and games change at random. Every move and
every line must be legal; memory and file descriptors are watched.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ... import Layout, Policy, TranspositionTable
from ...engine.engine import Engine
from ...games.positions import positions
from ..games import games

__all__ = ["Soaked", "soak"]

LARGEST_MB = 32
WARM_UP = 0.3
"""The share of the time after which memory must stop growing."""


@dataclass
class Soaked:
    """The result of a soak test."""

    searches: int = 0
    moves: int = 0
    nodes: int = 0
    illegal_table_moves: int = 0
    memory_mb: tuple[float, float] = (0.0, 0.0)
    """Resident memory after the warm-up and at the end, with no table or engine left."""
    files: tuple[int, int] = (0, 0)
    """Open file descriptors at the same two times."""


class StressedEngine:
    """An engine of one game under stress."""

    def __init__(self, game: str, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.starts = [position.board(game) for position in positions(game)]
        self.engine = Engine(game, hash_mb=1)
        self.board = self.starts[0].copy()

    def change_something(self) -> None:
        rng, engine, table = self.rng, self.engine, self.engine.table
        match rng.randrange(12):
            case 0:
                engine.new_game()
            case 1:
                engine.table = rng.choice((None, TranspositionTable(entries=rng.choice((1, 3, 64, 5000)))))
            case 2:
                engine.table = TranspositionTable(
                    hash_mb=rng.uniform(0.1, LARGEST_MB), layout=rng.choice(list(Layout))
                )
            case 3 if table is not None:
                table.set_layout(rng.choice(list(Layout)))
            case 4 if table is not None:
                table.reconfigure(
                    policy=rng.choice(list(Policy)), sync=rng.choice(("lock_free", "bucket_locks"))
                )
            case 5 if table is not None:
                if rng.random() < 0.5:
                    table.clear()
                else:
                    table.resize(rng.uniform(0.1, LARGEST_MB), discard=True)
            case 6:
                engine.threads = rng.randrange(1, 5)
            case 7:
                engine.set_options(table_mode=rng.choice(("use", "use", "probe_only", "read_only")))
            case 8:
                self.engine = Engine(self.game, table=table, hash_mb=0 if table is None else None)
            case 9:
                self.board = rng.choice(self.starts).copy()

    def search(self) -> Any:
        rng, engine = self.rng, self.engine
        way = rng.randrange(5)
        if way == 0:
            return engine.search(self.board, nodes=rng.randrange(1, 5000))
        if way == 1:
            return engine.search(self.board, depth=rng.randrange(1, 6), multipv=rng.randrange(1, 4))
        if way == 2:
            return engine.search(
                self.board, white_clock=rng.uniform(0.001, 0.4), black_clock=rng.uniform(0.001, 0.4)
            )
        if way == 3:
            return engine.search(self.board, mate=rng.randrange(1, 4), nodes=5000)
        timer = threading.Timer(rng.random() / 50, engine.stop)
        timer.start()
        try:
            return engine.search(self.board, time=0.1)  # the stop may come before the search
        finally:
            timer.join()

    def go_on(self, result: Any) -> None:
        self.board.push(result.best_move)
        if not self.board._has_legal_move() or len(self.board.move_stack) > 200:
            self.board = self.rng.choice(self.starts).copy()


def soak(seconds: float, seed: int = 1) -> Soaked:
    """Searches for `seconds`. Raises AssertionError at the first illegal move.

    >>> soak(0.2).searches > 0
    True
    """
    rng = random.Random(seed)
    found = Soaked()
    begin = time.perf_counter()
    found_early = None
    player: StressedEngine | None
    while time.perf_counter() < begin + seconds:
        # Players live for a while, so that their leaks show.
        players = [StressedEngine(game, rng) for game in games()]
        end = time.perf_counter() + min(seconds / 10, 20)
        while time.perf_counter() < end:
            player = rng.choice(players)
            player.change_something()
            result = player.search()
            _check(player.board, result, found)
            player.go_on(result)
        del players
        player = result = None
        if found_early is None and time.perf_counter() >= begin + WARM_UP * seconds:
            found_early = _memory_mb(), _files()
    memory, files = found_early or (_memory_mb(), _files())
    found.memory_mb, found.files = (memory, _memory_mb()), (files, _files())
    return found


def _check(board: Any, result: Any, found: Soaked) -> None:
    assert result.pv[0] == result.best_move
    for line in result.lines:
        copy = board.copy()
        for move in line.pv:
            assert move in copy.legal_moves, (repr(board), [str(m) for m in line.pv])
            copy.push(move)
            found.moves += 1
    found.searches += 1
    found.nodes += result.nodes
    found.illegal_table_moves += result.stats["illegal_table_moves"]


def _memory_mb() -> float:
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _files() -> int:
    return len(os.listdir("/proc/self/fd"))


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tabiya.lab.bench.search_soak", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    found = soak(options.seconds, options.seed)
    print(f"{found.searches:,} searches, {found.nodes:,} nodes, {found.moves:,} moves of lines, all legal")
    print(f"memory {found.memory_mb[0]:.0f} MB after the warm-up, {found.memory_mb[1]:.0f} MB at the end")
    print(f"file descriptors {found.files[0]}, {found.files[1]}")
    if found.memory_mb[1] > found.memory_mb[0] + 2 * LARGEST_MB or found.files[1] > found.files[0]:
        raise SystemExit("memory or file descriptors leak")


if __name__ == "__main__":
    main()
