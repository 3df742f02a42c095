"""The cost of a lock (free, contended, robust) and of choosing one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ... import _lab
from ..experiment import NO_GAME, Experiment, Row, Scale, cell
from ..jobs import Job


def locks(
    *, buckets: int, robust: bool, threads: int, chosen: bool, count: int, repeats: int
) -> dict[str, float]:
    """Returns the fewest ticks per round of lock and unlock, and the share of rounds that had to wait."""
    rounds = [_lab.time_locks(buckets, robust, threads, count, 0, chosen) for _ in range(repeats)]
    return {"ticks": min(ticks for ticks, _ in rounds), "waits": max(waits for _, waits in rounds)}


KINDS = {
    "free": {"buckets": 256, "robust": True, "threads": 1, "chosen": True},
    "fixed": {"buckets": 256, "robust": True, "threads": 1, "chosen": False},
    "plain": {"buckets": 256, "robust": False, "threads": 1, "chosen": True},
    "contended": {"buckets": 1, "robust": True, "threads": 2, "chosen": True},
}


def cells(scale: Scale, game: str) -> Iterator[Job]:
    for settings in KINDS.values():
        yield cell(
            locks, **settings, count=scale.pick(10_000, 500_000, 3_000_000), repeats=scale.pick(1, 3, 7)
        )


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = {
        name: next(row.value for row in rows if settings.items() <= dict(row.arguments).items())
        for name, settings in KINDS.items()
    }
    return {
        **{name: value["ticks"] for name, value in found.items()},
        "choice": max(found["free"]["ticks"] - found["fixed"]["ticks"], 0.0),
        "robust_cost": 100 * (found["free"]["ticks"] / found["plain"]["ticks"] - 1),
        "waits_when_contended": 100 * found["contended"]["waits"],
    }


EXPERIMENT = Experiment(
    name="lock_cost",
    title="What does a lock cost: free, contended, robust?",
    varies="robust or plain mutexes, one bucket or 256, one thread or two",
    measures="ticks per lock and unlock, including a random number",
    unit="a round of lock and unlock",
    sample="best of 7 runs of three million rounds",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
