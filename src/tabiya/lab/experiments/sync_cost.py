"""What a single thread pays for thread safety."""

from __future__ import annotations

from functools import partial

from ... import Sync
from ...stats.bootstrap import Interval
from .. import timing
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..timing import ratio_of_turns

KINDS = {"single": Sync.ONE_THREAD, "lock_free": Sync.LOCK_FREE, "bucket_locks": Sync.BUCKET_LOCKS}


def in_turns(*, hash_mb: float, repeats: int) -> dict[str, dict[str, list[float]]]:
    """Returns the seconds of batches of probes and stores with each kind, taking turns on one table."""
    table, keys = filled(hash_mb)
    out = table.probe_many(keys)

    def turn(sync: Sync) -> tuple[float, float]:
        table.reconfigure(sync=sync)
        probes = timing.seconds_of(lambda: table.probe_many(keys, out))
        return probes, timing.seconds_of(lambda: table.store_many(keys, depths=5))

    turns = timing.in_turns({name: partial(turn, sync) for name, sync in KINDS.items()}, repeats)
    return {
        name: {"probe": [probe for probe, _ in found], "store": [store for _, store in found]}
        for name, found in turns.items()
    }


def cells(scale: Scale, game: str) -> Cells:
    yield cell(in_turns, hash_mb=scale.pick(1, 16, 16), repeats=scale.pick(1, 9, 41))


def figures(rows: Rows) -> Figures:
    found = rows[0].value

    def over_single(kind: str, verb: str) -> Interval:
        return ratio_of_turns(found[kind][verb], found["single"][verb]).percent_more()

    return {
        "lock_free_over_single": over_single("lock_free", "probe"),
        "lock_free_over_single_stores": over_single("lock_free", "store"),
        "bucket_locks_over_single_stores": over_single("bucket_locks", "store"),
    }


EXPERIMENT = Experiment(
    name="sync_cost",
    title="What does a single thread pay for thread safety?",
    varies="the synchronisation: single, lock_free, bucket_locks",
    measures="the time of batches of probes and of stores by one thread, in 16 MB, taking turns",
    unit="a batch of probes or stores",
    sample="the median of 41 turns",
    power="differences under 3% are noise",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
