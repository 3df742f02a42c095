"""A model of threads that share locks, for more cores than are available.

A thread works for a while, takes a random lock, holds it for a while, and repeats. A thread that finds a lock
taken waits in a queue. Handing over a lock costs more than taking a free one, because its cache line comes
from another core. Nothing else slows a thread down: no shared cache, no memory bandwidth. So the model gives
the limit that locks alone impose.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

__all__ = ["Costs", "Outcome", "simulate", "speedups"]


@dataclass(frozen=True)
class Costs:
    """Costs in ticks, measured with one and two threads."""

    work: float
    """Work between two stores."""
    free: float
    """Taking and releasing a free lock."""
    hold: float
    """Work under the lock."""
    handover: float
    """Extra cost if a lock changes hands."""


@dataclass(frozen=True)
class Outcome:
    """The throughput of the threads."""

    stores_a_tick: float
    waits: float
    """The share of stores that found their lock taken."""


def simulate(costs: Costs, threads: int, locks: int, stores: int = 400, seed: int = 1) -> Outcome:
    """Simulates `stores` stores per thread.

    >>> costs = Costs(work=1000, free=50, hold=50, handover=100)
    >>> alone = simulate(costs, 1, 1)
    >>> alone.waits, 1.9 < simulate(costs, 2, 4096).stores_a_tick / alone.stores_a_tick < 2.1
    (0.0, True)
    """
    random = Random(seed)
    free_at = [0.0] * locks
    arrivals: list[tuple[float, int]] = []
    for thread in range(threads):
        heappush(arrivals, (random.expovariate(1 / costs.work), thread))
    done = [0] * threads
    finished = [0.0] * threads
    waited = 0
    while arrivals:
        now, thread = heappop(arrivals)
        lock = random.randrange(locks)
        taken = free_at[lock] > now
        waited += taken
        begin = free_at[lock] + costs.handover if taken else now
        end = begin + costs.free + costs.hold
        free_at[lock] = end
        done[thread] += 1
        finished[thread] = end
        if done[thread] < stores:
            heappush(arrivals, (end + random.expovariate(1 / costs.work), thread))
    # Sum the rates of all threads, so that early finishers do not distort the result.
    return Outcome(sum(stores / end for end in finished), waited / (threads * stores))


def speedups(costs: Costs, threads: tuple[int, ...], locks: int) -> dict[int, float]:
    """Returns the speedup of each number of threads over one."""
    alone = simulate(costs, 1, locks, stores=20_000).stores_a_tick
    return {count: simulate(costs, count, locks).stores_a_tick / alone for count in threads}
