"""How long resizing a table takes, and how many entries it keeps."""

from __future__ import annotations

import time
from typing import Any

from ...stats.exact import median_interval
from ..experiment import NO_GAME, Cells, Experiment, Figures, Rows, Scale, cell
from ..filled import filled
from ..timing import ratio_of_turns


def resized(*, hash_mb: float, factor: float, repeats: int) -> dict[str, Any]:
    """Returns seconds to resize a table that is three quarters full, by turn, and the percentage kept."""
    seconds = []
    kept = before = 0
    for _ in range(repeats):
        table, _ = filled(hash_mb)
        before = len(table)
        begin = time.perf_counter()
        kept = table.resize(hash_mb * factor)
        seconds.append(time.perf_counter() - begin)
        table.close()
    return {"seconds": seconds, "kept": 100 * kept / before}


def cells(scale: Scale, game: str) -> Cells:
    size = scale.pick(4, 32, 128)
    for hash_mb, factor in ((size, 0.5), (size, 1.0), (size, 2.0), (2 * size, 2.0)):
        yield cell(resized, hash_mb=hash_mb, factor=factor, repeats=scale.pick(1, 6, 7))


def figures(rows: Rows) -> Figures:
    small = min(row.arguments["hash_mb"] for row in rows)
    found = {(row.arguments["hash_mb"] / small, row.arguments["factor"]): row.value for row in rows}
    return {
        "kept_at_half": found[1, 0.5]["kept"],
        "kept_at_equal": found[1, 1.0]["kept"],
        "kept_at_double": found[1, 2.0]["kept"],
        "time_of_double": ratio_of_turns(found[2, 2.0]["seconds"], found[1, 2.0]["seconds"]),
        "seconds_a_gb": median_interval(found[2, 2.0]["seconds"]).scaled(1024 / (2 * small)),
    }


EXPERIMENT = Experiment(
    name="resize",
    title="How long does resizing take, and what does it keep?",
    varies="the new size: half, equal, double",
    measures="seconds, and the share of entries that stay",
    unit="a resize of a full table",
    sample="the median of 7 per size",
    power="times to 10%; what is kept is counted exactly",
    cells=cells,
    figures=figures,
    games=NO_GAME,
    alone=True,
)
