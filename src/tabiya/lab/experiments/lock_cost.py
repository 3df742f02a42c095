"""The cost of a lock (free, contended, robust) and of choosing one."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from ... import _lab
from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..timing import in_turns, ratio_of_turns


class Locking(NamedTuple):
    """A set of locks and its use."""

    buckets: int = 256
    robust: bool = True
    threads: int = 1
    chosen: bool = True
    """Whether each round chooses its lock at random."""


KINDS = {
    "free": Locking(),
    "fixed": Locking(chosen=False),
    "plain": Locking(robust=False),
    "contended": Locking(buckets=1, threads=2),
}


def locks(*, count: int, repeats: int) -> dict[str, dict[str, list[float]]]:
    """Returns by kind and turn the ticks per round of lock and unlock, and the share that had to wait."""

    def rounds(kind: Locking) -> tuple[float, float]:
        return _lab.time_locks(kind.buckets, kind.robust, kind.threads, count, 0, kind.chosen)

    turns = in_turns({name: partial(rounds, kind) for name, kind in KINDS.items()}, repeats)
    return {
        name: {"ticks": [ticks for ticks, _ in found], "waits": [waits for _, waits in found]}
        for name, found in turns.items()
    }


def cells(scale: Scale, game: str) -> Cells:
    yield cell(locks, count=scale.pick(10_000, 500_000, 3_000_000), repeats=scale.pick(1, 7, 9))


def figures(rows: Rows) -> Figures:
    ticks = {name: value["ticks"] for name, value in rows[0].value.items()}
    choice = [free - fixed for free, fixed in zip(ticks["free"], ticks["fixed"], strict=True)]
    return {
        **{name: median_interval(turns) for name, turns in ticks.items()},
        "choice": median_interval(choice),
        "robust_cost": ratio_of_turns(ticks["free"], ticks["plain"]).percent_more(),
        "waits_when_contended": median_interval(rows[0].value["contended"]["waits"]).scaled(100),
    }


EXPERIMENT = Experiment(
    name="lock_cost",
    title="What does a lock cost: free, contended, robust?",
    varies="robust or plain mutexes, one bucket or 256, one thread or two",
    measures="ticks per lock and unlock, including a random number",
    unit="a round of lock and unlock",
    sample="the median of 9 turns of three million rounds",
    power="differences under 5% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
    threads=True,
)
