"""Whether threads that begin at different slots of a cluster lose fewer stores to each other."""

from __future__ import annotations

from functools import partial

from ... import _lab
from ...stats.bootstrap import Figure, ratio_interval, share_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..timing import least_seconds

THREADS = 2
CLUSTERS = 2**14
"""1 MB, a small table: in a larger one, threads meet less often."""
WAYS = {"signature": False, "thread": True}


def raced(*, stores: int, run: int) -> dict[str, dict[str, float]]:
    """Returns the stores lost to the other thread both ways, and the processor time."""
    lost = {}

    def race(name: str, offset: bool) -> None:
        lost[name] = _lab.race_offset(THREADS, stores, CLUSTERS, offset)[0]

    seconds = least_seconds({name: partial(race, name, offset) for name, offset in WAYS.items()}, 1)
    return {name: {"lost": lost[name], "seconds": seconds[name]} for name in WAYS}


def cells(scale: Scale, game: str) -> Cells:
    runs, stores = scale.pick((2, 20_000), (6, 500_000), (20, 5_000_000))
    for run in range(runs):
        yield cell(raced, stores=stores, run=run)


def figures(rows: Rows) -> Figures:
    stores = [THREADS * row.arguments["stores"] for row in rows]

    def lost(name: str) -> Figure:
        return share_interval([row.value[name]["lost"] for row in rows], stores).scaled(1e6)

    thread, signature = ([row.value[name]["seconds"] for row in rows] for name in ("thread", "signature"))
    return {
        "lost_by_signature": lost("signature"),
        "lost_by_thread": lost("thread"),
        "time_thread_over_signature": ratio_interval(thread, signature),
    }


EXPERIMENT = Experiment(
    name="thread_offset",
    title="Do threads that prefer different slots lose fewer stores to each other?",
    varies="where a store looks for a slot first: at the one of the signature, or at the thread's own",
    measures="stores in a million that another thread overwrote before the next one; processor time",
    unit="two threads that do nothing but store, in 1 MB: far more than a search stores",
    sample="20 runs of 10 million stores",
    power="detects one lost store in a million",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
    threads=True,
)
