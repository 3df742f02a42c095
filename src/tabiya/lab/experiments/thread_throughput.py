"""Probes and stores per second: measured with as many threads as there are cores."""

from __future__ import annotations

from typing import Any

from ... import Sync, _lab
from ...plots.plotting import bars
from ...stats.bootstrap import Interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..filled import KEYS, filled
from ..timing import ratio_of_turns
from .lock_scaling import threads_here

LOCKS = (0, 1, 16, 256, 4096)
"""0 means no locks."""
STORES = {"probes": 0, "writes5": 50, "writes10": 100, "stores": 1000}
"""Stores of 1,000 operations."""


def settings_of(locks: int) -> dict[str, Any]:
    """Returns the table's settings; 0 means no locks."""
    return {"sync": Sync.BUCKET_LOCKS, "buckets": locks} if locks else {"sync": Sync.LOCK_FREE}


def works() -> dict[str, tuple[int, int]]:
    """Returns locks and stores of 1,000 by the name of the work. Probes take no lock."""
    mixed = {f"{kind}_locks{locks}": (locks, STORES[kind]) for kind in STORES for locks in LOCKS}
    return {name: work for name, work in mixed.items() if work[1] or not work[0]}


def throughput(*, hash_mb: float, operations: int, repeats: int) -> dict[str, dict[str, list[float]]]:
    """Returns ticks per operation of all threads together, by work and threads, taking turns.

    The same keys are probed and stored by any number of threads, which share them evenly.
    """
    table, keys = filled(hash_mb, operations * repeats)
    found: dict[str, dict[str, list[float]]] = {name: {} for name in works()}
    for run in keys.reshape(-1, operations):
        for name, (locks, stores) in works().items():
            table.reconfigure(**settings_of(locks))
            _lab.time_threads(table, run, 1, 0)  # all find the same lines in the caches
            for threads in threads_here():
                ticks = _lab.time_threads(table, run, threads, stores)
                found[name].setdefault(str(threads), []).append(ticks)
    return found


def cells(scale: Scale, game: str) -> Cells:
    hash_mb, operations, repeats = scale.pick((1, 2_000, 2), (64, KEYS, 4), (256, KEYS, 15))
    yield cell(throughput, hash_mb=hash_mb, operations=operations, repeats=repeats)


def times(value: Any, name: str, threads: int) -> Interval:
    """Returns the speed of several threads relative to one."""
    return ratio_of_turns(value[name]["1"], value[name][str(threads)])


def gain(value: Any, kind: str, threads: int) -> Interval:
    """Returns by how many per cent 256 locks are faster than one."""
    one, many = (value[f"{kind}_locks{locks}"][str(threads)] for locks in (1, 256))
    return ratio_of_turns(one, many).percent_more()


def figures(rows: Rows) -> Figures:
    """Returns the speedup of several threads over one. A table without locks has 0 of them."""
    value = rows[0].value
    more = [int(threads) for threads in value["probes_locks0"] if threads != "1"]
    named: Figures = {f"{name}_{n}": times(value, name, n) for name in value for n in more}
    for kind in ("writes5", "writes10", "stores"):
        named |= {f"gain_{kind}_{n}": gain(value, kind, n) for n in more}
    named |= {
        f"cost_of_{locks}_locks": ratio_of_turns(
            value[f"stores_locks{locks}"]["1"], value["stores_locks0"]["1"]
        ).percent_more()
        for locks in LOCKS[1:]
    }
    for n in more:
        named |= {
            f"probes_{n}": named[f"probes_locks0_{n}"],
            f"stores_{n}": named[f"stores_locks0_{n}"],
            f"stores_one_lock_{n}": named[f"stores_locks1_{n}"],
            f"stores_256_locks_{n}": named[f"stores_locks256_{n}"],
        }
    return named


def plots(game: str, rows: Rows) -> Plots:
    value = rows[0].value
    most = max(int(threads) for threads in value["probes_locks0"])
    groups = {
        title: {str(locks or "none"): times(value, f"{kind}_locks{locks}", most) for locks in LOCKS}
        for title, kind in (("5% writes", "writes5"), ("10% writes", "writes10"), ("writes alone", "stores"))
    }
    return [bars(f"Speed of {most} threads by locks", "times one thread", groups, base=1)]


EXPERIMENT = Experiment(
    name="thread_throughput",
    title="Do more threads do more work on one table?",
    varies="the number of threads, up to the cores of the machine; probes, stores, or 5 and 10% stores; "
    "no locks, or 1 to 4,096 locks",
    measures="the ratio of one thread's time to that of several for the same probes and stores",
    unit="a run of 200,000 operations by each number of threads, with keys of its own",
    sample="the median of 15 runs per kind in 256 MB, in turns",
    power="detects differences of 3% on a quiet machine",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
    threads=True,
)
