"""Solves a game without memory, with a dict and with tables, and compares the costs."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from .. import TranspositionTable
from .domineering import DictMemory, Domineering, Memory, TableMemory

__all__ = ["BOARD", "SMALL_BOARD", "TABLES_MB", "Solved", "solutions", "verdict"]

BOARD = (5, 5)
SMALL_BOARD = (4, 5)
"""For the table in plain Python."""
TABLES_MB = (1.0, 0.25)
"""Too small for all positions of the game: an eighth and a thirtieth of the dict."""


@dataclass(frozen=True)
class Solved:
    """One solution of the game and its cost."""

    memory: str
    won: bool
    nodes: int
    seconds: float
    entries: int = 0
    bytes: int = 0


def solutions(board: tuple[int, int]) -> Iterator[Solved]:
    """Solves without memory, with a dict, and with tables of decreasing size."""
    yield _solved("none", board, None)
    known = DictMemory()
    solved = _solved("dict", board, known)
    yield _with_memory(solved, len(known.known), _dict_bytes(known.known))
    for megabytes in TABLES_MB:
        table = TranspositionTable(hash_mb=megabytes)
        solved = _solved(f"table of {megabytes:g} MB", board, TableMemory(table))
        yield _with_memory(solved, len(table), int(table.memory_usage.slots))


def verdict(none: Solved, dictionary: Solved, table: Solved) -> str:
    """Summarizes the figures, whichever is faster.

    >>> slow, full = Solved("none", True, 9000, 9.0), Solved("dict", True, 600, 0.2, 300, 8 * 2**20)
    >>> print(verdict(slow, full, Solved("table of 1 MB", True, 720, 0.3, 200, 2**20)))
    A dict saves 93% of the nodes. It forgets nothing, but grew to 8.0 MB and has no limit.
    The table of 1 MB never grows: it drops the least valuable entries and needs 20% more nodes than the dict.
    The dict was faster here. Use the table if memory is bounded, or if threads or processes share it.
    """
    faster = "dict" if dictionary.seconds <= table.seconds else "table"
    return (
        f"A dict saves {1 - dictionary.nodes / none.nodes:.0%} of the nodes. It forgets nothing, "
        f"but grew to {dictionary.bytes / 2**20:.1f} MB and has no limit.\n"
        f"The {table.memory} never grows: it drops the least valuable entries and needs "
        f"{table.nodes / dictionary.nodes - 1:.0%} more nodes than the dict.\n"
        f"The {faster} was faster here. "
        "Use the table if memory is bounded, or if threads or processes share it."
    )


def _solved(name: str, board: tuple[int, int], memory: Memory | None) -> Solved:
    game = Domineering(*board)
    begin = time.perf_counter()
    won = game.wins(0, 0, memory)
    return Solved(name, won, game.nodes, time.perf_counter() - begin)


def _with_memory(solved: Solved, entries: int, size: int) -> Solved:
    return Solved(solved.memory, solved.won, solved.nodes, solved.seconds, entries, size)


def _dict_bytes(known: dict[int, bool]) -> int:
    return sys.getsizeof(known) + sum(map(sys.getsizeof, known))
