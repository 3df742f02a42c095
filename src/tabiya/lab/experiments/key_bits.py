"""Whether the upper bits of a key are distributed better than the lower ones."""

from __future__ import annotations

import numpy as np

from ...stats.bootstrap import mean_interval, ratio_interval
from ..experiment import Cells, Experiment, Figures, Rows, Scale, cell
from ..searching import middlegame, middlegame_numbers
from ..traces import record

BITS = 12


def unevenness(*, game: str, position: int, nodes: int) -> dict[str, float]:
    """Returns chi-square per degree of freedom for 4,096 buckets, by upper and by lower bits of real keys."""
    board = middlegame(game, position)
    keys = np.unique(record(game, board, nodes=nodes, table={"hash_mb": 16}).keys)
    buckets = 1 << BITS
    expected = len(keys) / buckets

    def chi(parts: np.ndarray) -> float:
        counts = np.bincount(parts.astype(np.int64), minlength=buckets)
        return float(((counts - expected) ** 2).sum() / expected / (buckets - 1))

    return {
        "keys": len(keys),
        "high": chi(keys >> np.uint64(64 - BITS)),
        "low": chi(keys & np.uint64(buckets - 1)),
    }


def cells(scale: Scale, game: str) -> Cells:
    for position in middlegame_numbers(scale.pick(2, 8, 64)):
        yield cell(unevenness, game=game, position=position, nodes=scale.pick(5_000, 50_000, 200_000))


def figures(rows: Rows) -> Figures:
    high, low = ([row.value[bits] for row in rows] for bits in ("high", "low"))
    return {
        "high": mean_interval(high),
        "low": mean_interval(low),
        "high_over_low": ratio_interval(high, low),
        "keys": float(sum(row.value["keys"] for row in rows)),
    }


EXPERIMENT = Experiment(
    name="key_bits",
    title="Are the upper bits of a key distributed better than the lower ones?",
    varies="which 12 bits choose a bucket",
    measures="chi-square per degree of freedom over the positions of a search; 1 is as even as chance",
    unit="a middlegame, and the positions of its search",
    sample="64 positions from 64 self-played games, 200,000 nodes each",
    power="detects a difference of 2%: chance varies by 2% per search with 4,096 buckets",
    cells=cells,
    figures=figures,
)
