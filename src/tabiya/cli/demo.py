"""`tabiya demo`: the table at work, and its measured figures, in under a minute."""

from __future__ import annotations

import sys
import threading
import time
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from .. import HAS_CORE, Bound, TranspositionTable

__all__ = ["demo"]


@click.command()
def demo() -> None:
    """Show the table at work: an entry, a solved game, the search with it and without, threads, figures."""
    console = Console()
    _show_entry(console)
    _show_game(console)
    if HAS_CORE:
        _show_search(console)
        _show_threads(console)
        _show_figures(console)


def _show_entry(console: Console) -> None:
    table = TranspositionTable(hash_mb=16)
    table.store(0x9D39247E33776D41, move=1234, score=35, depth=8, bound=Bound.LOWER)
    console.rule("A table of 16 MB, one entry stored and read")
    console.print(f"{table!r}", markup=False, highlight=False)
    console.print(repr(table.probe(0x9D39247E33776D41)), markup=False, highlight=False)


def _show_game(console: Console) -> None:
    """The same solver without memory, with a dict and with a table."""
    from ..demo.domineering import DictMemory, Domineering, Memory, TableMemory

    console.rule("Domineering on 4 × 5, solved in plain Python")
    shown = Table()
    for column in ("memory", "first player wins", "nodes", "seconds", "entries", "kilobytes"):
        shown.add_column(column, justify="left" if column == "memory" else "right")
    dictionary = DictMemory()
    small = TranspositionTable(hash_mb=4)
    memories: dict[str, Memory | None] = {
        "none": None,
        "dict": dictionary,
        "table of 4 MB": TableMemory(small),
    }
    for name, memory in memories.items():
        game = Domineering(4, 5)
        begin = time.perf_counter()
        won = game.wins(0, 0, memory)
        seconds = time.perf_counter() - begin
        entries = {"none": 0, "dict": len(dictionary.known)}.get(name, len(small))
        size = {"none": 0, "dict": _dict_bytes(dictionary.known)}.get(name, int(small.memory_usage.slots))
        shown.add_row(
            name,
            "yes" if won else "no",
            f"{game.nodes:,}",
            f"{seconds:.2f}",
            f"{entries:,}",
            f"{size / 1024:,.0f}",
        )
    console.print(shown)


def _dict_bytes(known: dict[int, Any]) -> int:
    return sys.getsizeof(known) + sum(sys.getsizeof(key) for key in known)


ANALYSED = {
    "chess": ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 13),
    "shogi": ("ln1g3nl/1rsk1gs2/1pp4p1/p2bpPp1p/2Pp5/5SR2/PPBPP2PP/3SG4/LN1G1K1NL b 2p 37", 8),
}
"""A position a game, and a depth that takes seconds without a table."""


def _show_search(console: Console) -> None:
    """The native search on one position a game, without a table and with one."""
    from importlib import import_module

    from .. import Engine, _core
    from ..engine.games import GAMES

    console.rule("The native search, with the table off and on")
    shown = Table()
    for column in ("game", "depth", "table", "nodes", "seconds", "score", "best", "gain"):
        shown.add_column(column, justify="left" if column in ("game", "table", "best", "gain") else "right")
    for game, (position, depth) in ANALYSED.items():
        if not hasattr(_core, GAMES[game].native):
            continue
        board = import_module(f"tabiya.{game}").Board(position)
        off = Engine(game, hash_mb=0).search(board, depth=depth)
        on = Engine(game, hash_mb=16).search(board, depth=depth)
        for name, result in (("off", off), ("16 MB", on)):
            gain = (
                f"nodes / {off.nodes / on.nodes:.1f}, time / {off.time / on.time:.1f}" if result is on else ""
            )
            shown.add_row(
                game,
                str(result.depth),
                name,
                f"{result.nodes:,}",
                f"{result.time:.2f}",
                str(result.score),
                str(result.best_move),
                gain,
            )
    console.print(shown)


def _show_threads(console: Console) -> None:
    """Two threads fill one table in batches, then each finds what the other stored."""
    import numpy as np

    console.rule("Two threads, one table")
    table = TranspositionTable(hash_mb=64, statistics=True)
    keys = np.random.default_rng(1).integers(0, 2**64, 2_000_000, dtype=np.uint64)
    halves = (keys[:1_000_000], keys[1_000_000:])
    found: list[int] = []
    writers = [
        threading.Thread(target=table.store_many, args=(half,), kwargs={"depths": 5}) for half in halves
    ]
    readers = [
        threading.Thread(target=lambda half=half: found.append(int(table.probe_many(half)["hit"].sum())))
        for half in reversed(halves)
    ]
    begin = time.perf_counter()
    for group in (writers, readers):
        for thread in group:
            thread.start()
        for thread in group:
            thread.join()
    seconds = time.perf_counter() - begin
    console.print(
        f"4,000,000 operations in {seconds * 1000:.0f} ms; {sum(found):,} of 2,000,000 entries found"
    )
    console.print(str(table.stats), markup=False, highlight=False)


def _show_figures(console: Console) -> None:
    from ..bench.table import GROUPS
    from .bench import rows_table

    console.rule("Measured on this machine (tabiya bench table --quick; without --quick for the real sizes)")
    for name in ("scalar calls", "memory", "batches"):
        with console.status(f"measuring {name} …"):
            rows = [row.as_dict() for row in GROUPS[name](True)]
        console.print(rows_table(name, rows))
