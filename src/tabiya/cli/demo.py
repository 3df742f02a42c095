"""`tabiya demo`: shows and measures in half a minute what a table is good for."""

from __future__ import annotations

import threading
import time
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from .. import HAS_CORE, Bound, TranspositionTable

__all__ = ["demo"]

PURPOSE = (
    "A game search reaches the same positions by different move orders. A transposition table remembers the "
    "results, in memory of fixed size that all threads share. This demo shows how much that saves, in about "
    "15 seconds."
)

IN_PYTHON = "In Python: from tabiya import TranspositionTable; README.md and examples/ show how."
COMMANDS = """\
tabiya play                 play against the engine (--game shogi for shogi)
tabiya analyse --time 10    watch a search; give it a FEN for your position
tabiya bench search         the gains at more depths, and speed vs other engines"""


@click.command()
def demo() -> None:
    """Show what a table saves: a solved game, a search with and without it, threads, figures."""
    console = Console(highlight=False)
    console.print(PURPOSE)
    _show_entry(console)
    _show_game(console)
    if HAS_CORE:
        _show_search(console)
        _show_threads(console)
        _show_figures(console)
    _title(console, "Next steps")
    console.print(COMMANDS if HAS_CORE else "Build the native core to see the search, threads and figures.")
    console.print(IN_PYTHON)


def _title(console: Console, text: str) -> None:
    console.print()
    console.rule(f"[bold]{text}", align="left")


def _show_entry(console: Console) -> None:
    _title(console, "1. Store and read an entry")
    table = TranspositionTable(hash_mb=16)
    key = 0x9D39247E33776D41
    table.store(key, move=1234, score=35, depth=8, bound=Bound.LOWER)
    console.print(
        f">>> table = TranspositionTable(hash_mb=16)\n"
        f">>> table.store({key:#x}, move=1234, score=35, depth=8, bound=Bound.LOWER)\n"
        f">>> table.probe({key:#x})\n{table.probe(key)!r}",
        markup=False,
    )
    size = int(table.memory_usage.slots) // table.capacity
    console.print(f"16 MB hold {table.capacity:,} entries of {size} bytes, and never grow.")


def _show_game(console: Console) -> None:
    from ..demo.solving import BOARD, SMALL_BOARD, solutions, verdict

    board = BOARD if HAS_CORE else SMALL_BOARD
    _title(console, f"2. Solve a game in plain Python: Domineering on {board[0]} × {board[1]}")
    shown = Table()
    for column in ("memory", "winner", "nodes", "seconds", "entries", "kilobytes"):
        shown.add_column(column, justify="left" if column == "memory" else "right")
    solved = []
    with console.status("solving without a table, with a dict, with tables …"):
        for found in solutions(board):
            solved.append(found)
            shown.add_row(
                found.memory,
                "first" if found.won else "second",
                f"{found.nodes:,}",
                f"{found.seconds:.2f}",
                f"{found.entries:,}",
                f"{found.bytes / 1024:,.0f}",
            )
    console.print(shown)
    console.print(verdict(*solved[:3]))


def _show_search(console: Console) -> None:
    from ..demo.searching import compare
    from ..lab.bench.search_runs import HASH_MB
    from ..lab.games import depths_of, games

    _title(console, "3. The native search, table off vs on")
    shown = Table()
    for column in ("game", "depth", "table", "nodes", "seconds", "gain"):
        shown.add_column(column, justify="left" if column in ("game", "table", "gain") else "right")
    found = []
    for game in games():
        with console.status(game) as status:
            found.append(compare(game, depths_of(game).demo, status.update))
    for pair in found:
        for name, total, gain in (("off", pair.off, ""), (f"{HASH_MB} MB", pair.on, pair.gain)):
            figures = (f"{total.nodes:,}", f"{total.seconds:.2f}")
            shown.add_row(pair.game, str(pair.depth), name, *figures, gain)
    console.print(shown)
    console.print(
        f"Totals of the {found[0].positions} positions per game of `tabiya bench search`; one thread, "
        "starting with an empty table. "
        "Singular extensions are off, because they need the table. With them the gain is smaller."
    )
    console.print("\n".join(map(str, found)))


def _show_threads(console: Console) -> None:
    """Two threads fill one table in batches, then each reads the entries of the other."""
    import numpy as np

    _title(console, "4. Two threads, one table")
    table = TranspositionTable(hash_mb=64)
    keys = np.random.default_rng(1).integers(0, 2**64, 2_000_000, dtype=np.uint64)
    halves = np.split(keys, 2)
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
    operations = 2 * len(keys)
    console.print(
        f"Each thread stores a million entries, then reads those of the other: {operations:,} operations in "
        f"{seconds * 1000:.0f} ms, {seconds / operations * 1e9:.0f} ns each, without a lock. "
        f"{sum(found) / len(keys):.1%} of the entries were found; newer ones replaced the rest."
    )


def _show_figures(console: Console) -> None:
    from ..lab.bench.table import GROUPS, headline
    from .bench import rows_table

    _title(console, "5. Measured on this machine")
    rows: list[dict[str, Any]] = []
    for name, group in (("calls and memory", headline), ("batches", lambda: GROUPS["batches"](True))):
        with console.status(f"measuring {name} …"):
            measured = [row.as_dict() for row in group()]
        console.print(rows_table(name, measured))
        rows += measured
    console.print(
        "`tabiya bench table` has more peers. The limit is a bare C++ loop that reads the same memory."
    )
    console.print(figures_sentence(rows))


def figures_sentence(rows: list[dict[str, Any]]) -> str:
    """Summarizes the cost of a probe and of an entry, as README's first table does."""
    from ..lab.bench.table import A_MILLION, HOT

    value = {(row["group"], row["subject"]): row["value"] for row in rows}
    batch = [row["value"] for row in rows if row["subject"] == "tabiya" and "probe_many" in row["group"]]
    return (
        f"With a million keys, a probe from Python takes {value[A_MILLION, 'tabiya']:.0f} ns vs "
        f"{value[A_MILLION, 'dict.get']:.0f} ns for dict.get, and {batch[-1]:.0f} ns in a batch. "
        f"With 1,000 keys, which stay in the processor's cache, it is {value[HOT, 'tabiya']:.0f} ns vs "
        f"{value[HOT, 'dict.get']:.0f} ns. "
        f"An entry takes {value['memory', 'tabiya']:.0f} bytes vs {value['memory', 'dict of tuples']:.0f} "
        "in a dict of tuples."
    )
