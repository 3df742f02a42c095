"""How threads scale with locks: measured for one and two threads, modelled for more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ... import _lab
from ...bench.search_runs import prepare
from ..experiment import NO_GAME, Experiment, Plot, Row, Scale, cell
from ..jobs import Job
from ..locks_model import Costs, simulate, speedups
from ..searching import build_engine, known_positions
from ..ticks import best, filled
from .probe_cost import FIXED

THREADS = (1, 2, 4, 8, 16, 32, 64)
LOCKS = (1, 16, 64, 256, 512, 1024, 4096)
RECOMMENDED = {2: 64, 4: 256, 8: 256, 16: 512, 32: 1024}


def measured_costs(*, nodes: int, count: int, repeats: int) -> dict[str, float]:
    """Returns the input of the model: ticks of a search between stores, of a store, of locks."""
    engine = build_engine("chess", {"hash_mb": 64})
    prepare(engine)
    result = engine.search(known_positions("chess")[6].board("chess"), nodes=nodes)
    rate = _lab.ticks_per_nanosecond() * 1e9
    table, keys = filled(64)
    free = best(lambda: _lab.time_locks(256, True, 1, count, 0, True)[0], repeats)
    contended = best(lambda: _lab.time_locks(1, True, 2, count, 0, True)[0], repeats)
    return {
        "search": result.time * rate / result.stats["stores"],
        "probe": best(lambda: _lab.time_probes(table, keys, FIXED), repeats),
        "store": best(lambda: _lab.time_stores(table, keys), repeats),
        "free": free,
        "handover": max(contended - 2 * free, 0.0),
    }


def cells(scale: Scale, game: str) -> Iterator[Job]:
    nodes, count = scale.pick((2_000, 2_000), (100_000, 300_000), (500_000, 2_000_000))
    yield cell(measured_costs, nodes=nodes, count=count, repeats=scale.pick(1, 3, 5))


def costs_of(found: Any, writes: float | None = None) -> Costs:
    """Returns the costs of a search, or of probes and stores only, with this share of `writes`."""
    work = found["search"] if writes is None else found["probe"] * (1 - writes) / writes
    return Costs(work, found["free"], found["store"], found["handover"])


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = rows[0].value
    costs = costs_of(found)
    times = {locks: speedups(costs, THREADS, locks) for locks in LOCKS}
    waits = {
        (threads, locks): 100 * simulate(costs, threads, locks).waits
        for threads, locks in {*RECOMMENDED.items(), (32, 16), (32, 1024)}
    }
    values = {f"locks{locks}_{n}": times[locks][n] for locks in (1, 256, 512) for n in THREADS[1:]}
    gains = {f"gain_{n}": 100 * (times[256][n] / times[1][n] - 1) for n in THREADS[1:]}
    for writes, name in ((0.1, "writes10"), (0.05, "writes5")):
        mixed = costs_of(found, writes)
        one, many = (simulate(mixed, 16, locks).stores_a_tick for locks in (1, 256))
        gains[f"gain_16_{name}"] = 100 * (many / one - 1)
    return {
        **values,
        **gains,
        "locks1_stops": float(stops_at(times[1])),
        "waits_as_recommended": max(waits[pair] for pair in RECOMMENDED.items()),
        "waits_16_locks": waits[32, 16],
        "waits_1024_locks": waits[32, 1024],
        "gain_of_4096": 100 * (times[4096][32] / times[1024][32] - 1),
        "gain_beyond_32_a_core": 100 * max(times[4 * 32 * n][n] / times[32 * n][n] - 1 for n in (8, 32)),
        **{f"ticks_{name}": value for name, value in found.items()},
    }


def stops_at(times: dict[int, float]) -> int:
    """Returns the first number of threads from which another thread gains less than half a thread.

    >>> stops_at({1: 1.0, 2: 1.9, 4: 3.5, 8: 4.5, 16: 4.6})
    4
    """
    counts = sorted(times)
    for fewer, more in pairwise(counts):
        if (times[more] - times[fewer]) / (more - fewer) < 0.5:
            return fewer
    return counts[-1]


def plots(game: str, rows: Sequence[Row]) -> list[Plot]:
    costs = costs_of(rows[0].value)
    lines = {
        f"{locks} lock{'s' * (locks > 1)}": list(speedups(costs, THREADS, locks).items())
        for locks in (1, 16, 256, 4096)
    }
    lines["without limit"] = [(n, float(n)) for n in THREADS]
    return [
        Plot("Threads and locks (simulated)", "threads", "times one thread", lines, log_x=True, log_y=True)
    ]


EXPERIMENT = Experiment(
    name="lock_scaling",
    title="How do threads scale with the number of locks?",
    varies="the number of threads (1 to 64), the number of locks (1 to 4,096), the share of writes",
    measures="the cost of work, store and lock with one and two threads; the speedup that a model predicts",
    unit="a run of stores under locks",
    sample="best of 5 runs with one and two threads; the rest is a model",
    power="the model is as good as its two measured points: trends, not digits",
    cells=cells,
    figures=figures,
    plots=plots,
    games=NO_GAME,
    alone=True,
    simulated="costs are measured with one and two threads; a model computes the effect of more threads",
)
