"""How many bits of a key an entry must keep, with false hits counted exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import TranspositionTable, _lab
from ...plots.plot import Plot
from ...stats.exact import rate_interval
from ..experiment import Cells, Experiment, Figures, Plots, Rows, Scale, cell
from ..searching import known_positions, spread
from ..traces import Trace, record
from ..traces.belady import mixed_keys

CLUSTER_BITS = 16
"""65,536 clusters of four, 4 MB: the cluster is the upper 16 bits of a hash."""
WIDTHS = (16, 24, 32, 40, 48)
TAG = np.uint64((1 << 44) - 1)


def false_hits(*, game: str, position: int, nodes: int, widths: Sequence[int]) -> dict[str, Any]:
    """Replays a trace with shorter signatures. Each entry carries 44 bits of its key as a shadow.

    A hit with the shadow of another key is false. The shadow replaces move and score, which no replacement
    rule reads (except whether there is a move, and there always is).
    """
    board = known_positions(game)[position].board(game)
    trace = record(game, board, nodes=nodes, table={"hash_mb": 4})
    return {"probes": trace.probes, "false": {str(width): _false(trace, width) for width in widths}}


def _false(trace: Trace, width: int) -> int:
    hashes = mixed_keys(trace.keys)
    upper = hashes & ~np.uint64((1 << (64 - CLUSTER_BITS)) - 1)
    signature = hashes & np.uint64((1 << width) - 1)
    shadow = (mixed_keys(hashes) & TAG) | np.uint64(1)  # there is always a move
    words = np.where(trace.is_store, (trace.words & ~TAG) | shadow, trace.words)
    table = TranspositionTable(entries=4 << CLUSTER_BITS, random_keys=True)
    found = np.zeros(len(trace), np.uint64)
    _lab.replay(table, upper | signature, words, found)
    hit = found != 0
    return int(((found & TAG) != shadow)[hit].sum())


def cells(scale: Scale, game: str) -> Cells:
    for position in spread(game, scale.pick(1, 2, 4)):
        nodes = scale.pick(2_000, 50_000, 1_000_000)
        yield cell(false_hits, game=game, position=position, nodes=nodes, widths=list(WIDTHS))


def expected(width: int) -> float:
    """Returns the expected percentage of probes of a full cluster that match one of four other signatures."""
    return 400 / float(2**width)


def figures(rows: Rows) -> Figures:
    probes = sum(row.value["probes"] for row in rows)
    found: Figures = {"probes": probes}
    for width in WIDTHS:
        count = sum(row.value["false"][str(width)] for row in rows)
        found[f"false_{width}"] = rate_interval(count, probes).scaled(100)
        found[f"expected_{width}"] = expected(width)
    return found


def plots(game: str, rows: Rows) -> Plots:
    probes = sum(row.value["probes"] for row in rows)
    counted = {width: sum(row.value["false"][str(width)] for row in rows) for width in WIDTHS}
    lines = {
        "counted": [(w, 100 * count / probes) for w, count in counted.items() if count > 0],
        "expected for a full table": [(w, expected(w)) for w in WIDTHS],
    }
    return [Plot(f"False hits by signature width, {game}", "bits", "% of probes", lines, log_y=True)]


EXPERIMENT = Experiment(
    name="signatures",
    title="How many bits of the key must an entry keep?",
    varies="the width of the signature, 16 to 48 bits, in addition to 16 bits from the cluster",
    measures="false hits, counted exactly with a shadow of each key, in the trace of a search with 4 MB",
    unit="a probe of a recorded search",
    sample="4 searches of a million nodes per game",
    power="does not detect rates below one in three million",
    cells=cells,
    figures=figures,
    plots=plots,
)
