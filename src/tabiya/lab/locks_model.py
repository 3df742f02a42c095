"""A model of threads that share locks: what happens with more cores than there are to measure with.

A thread works for a while, then takes one of the locks at random, holds it for a while, and so on. Who finds
a lock taken waits in a queue; a lock that is handed over costs more than a free one, since its line must come
from another core. Nothing else slows a thread down: no shared cache, no memory bandwidth. So figures of the
model are what locks alone allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

__all__ = ["Costs", "Outcome", "simulate", "speedups"]


@dataclass(frozen=True)
class Costs:
    """In ticks; measured with one thread and with two."""

    work: float
    """Between two stores."""
    free: float
    """To take and release a free lock."""
    hold: float
    """What is done under the lock."""
    handover: float
    """Added where a lock changes hands."""


@dataclass(frozen=True)
class Outcome:
    """What so many threads got done."""

    stores_a_tick: float
    waits: float
    """The share of stores that found their lock taken."""


def simulate(costs: Costs, threads: int, locks: int, stores: int = 400, seed: int = 1) -> Outcome:
    """Runs `stores` stores a thread.

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
    # Each thread's own rate: whoever is done first does not make the others' last stores count less.
    return Outcome(sum(stores / end for end in finished), waited / (threads * stores))


def speedups(costs: Costs, threads: tuple[int, ...], locks: int) -> dict[int, float]:
    """How many times more than one thread each number of threads gets done."""
    alone = simulate(costs, 1, locks, stores=20_000).stores_a_tick
    return {count: simulate(costs, count, locks).stores_a_tick / alone for count in threads}
