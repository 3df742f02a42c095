"""The benchmarks of `tabiya bench othello`: perft, and the endgame search with and without a table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ....othello import Board, solve
from ....table.transposition import TranspositionTable
from ...bench.boards import threads_of, with_table_of
from ...timing import BenchRow

__all__ = ["GROUPS"]

ENDGAMES = {
    "FFO 40, 20 empty": "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "FFO 41, 22 empty": "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "FFO 42, 22 empty": "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
}
"""Problems with published scores. tests/othello solves two more."""
HASH_MB = 256


def endgames(quick: bool) -> Iterator[BenchRow]:
    """Yields nodes and CPU time to the exact score: without a table, with an empty one, and again with it."""
    for name, position in list(ENDGAMES.items())[: 1 if quick else None]:
        table = TranspositionTable(hash_mb=HASH_MB)
        memories = {"without": None, f"{HASH_MB} MB": table, "again": table}
        runs = {who: solved(position, memory) for who, memory in memories.items()}
        for place, unit in enumerate(("nodes", "ms")):
            for who, run in runs.items():
                yield BenchRow(f"{name}, {unit}", who, run[place], unit, run[place] / runs["without"][place])


def solved(position: str, table: TranspositionTable | None) -> tuple[float, float]:
    """Returns nodes and CPU milliseconds. Other work on the machine does not count."""
    begin = time.process_time()
    nodes = solve(Board(position), table=table).nodes
    return nodes, 1e3 * (time.process_time() - begin)


def with_table(quick: bool) -> Iterator[BenchRow]:
    """Yields perft of the start position without a cache, with an empty one, and again with it."""
    yield from with_table_of(Board(), 7 if quick else 10, 64 if quick else 512)


def threads(quick: bool) -> Iterator[BenchRow]:
    """Yields perft with one thread and with two."""
    yield from threads_of(Board(), 8 if quick else 9)


GROUPS: dict[str, Callable[[bool], Iterator[BenchRow]]] = {
    "endgames": endgames,
    "with table": with_table,
    "threads": threads,
}
