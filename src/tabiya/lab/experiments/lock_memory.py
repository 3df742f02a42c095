"""How much memory locks take."""

from __future__ import annotations

from ... import TranspositionTable
from ..experiment import NO_GAME, Cells, Experiment, Rows, Scale, cell

BUCKETS = (1, 256, 512, 1024, 4096)


def lock_bytes(*, buckets: int, hash_mb: float) -> dict[str, int]:
    """Returns the bytes of a table's locks and slots."""
    with TranspositionTable(hash_mb=hash_mb, sync="bucket_locks", buckets=buckets) as table:
        usage = table.memory_usage
        return {"locks": int(usage.locks), "slots": int(usage.slots), "used": 64 * buckets}


def cells(scale: Scale, game: str) -> Cells:
    for buckets in BUCKETS:
        yield cell(lock_bytes, buckets=buckets, hash_mb=64)


def figures(rows: Rows) -> dict[str, float]:
    found = {row.arguments["buckets"]: row.value for row in rows}
    used = {f"bytes_{buckets}": float(value["used"]) for buckets, value in found.items()}
    return {
        **used,
        "share_256": 100 * found[256]["used"] / found[256]["slots"],
        "share_reserved": 100 * found[256]["locks"] / found[256]["slots"],
    }


EXPERIMENT = Experiment(
    name="lock_memory",
    title="How much memory do locks take?",
    varies="the number of bucket locks, 1 to 4,096",
    measures="bytes, at one cache line per lock, and their share of 64 MB",
    unit="a number of locks",
    sample="all of them",
    power="exact: bytes are counted",
    cells=cells,
    figures=figures,
    games=NO_GAME,
)
