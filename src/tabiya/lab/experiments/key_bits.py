"""Whether the upper bits of a key are distributed better than the lower ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from ...games import game_spec
from ..experiment import Experiment, Row, Scale, cell
from ..jobs import Job
from ..traces import record

BITS = 12


def unevenness(*, game: str, nodes: int) -> dict[str, float]:
    """Returns chi-square per degree of freedom for 4,096 buckets, by upper and by lower bits of real keys."""
    board = game_spec(game).board()
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


def cells(scale: Scale, game: str) -> Iterator[Job]:
    yield cell(unevenness, game=game, nodes=scale.pick(5_000, 100_000, 2_000_000))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    found = rows[0].value
    return {**found, "high_over_low": found["high"] / found["low"]}


EXPERIMENT = Experiment(
    name="key_bits",
    title="Are the upper bits of a key distributed better than the lower ones?",
    varies="which 12 bits choose a bucket",
    measures="chi-square per degree of freedom over the positions of a search; 1 is as even as chance",
    unit="a position that a search stores",
    sample="two million nodes of one search per game",
    power="distinguishes 1.1 from 1: chance varies by 2% with 4,096 buckets",
    cells=cells,
    figures=figures,
)
