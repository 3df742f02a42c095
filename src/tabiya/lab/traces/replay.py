"""Replays traces: the same probes and stores on a table of any layout, policy and size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import _lab
from ...table.config import TableConfig
from ...table.statistics import TableStats
from ...table.transposition import TranspositionTable
from ..designs import Design
from .trace import Trace

__all__ = ["Replayed", "replay", "replay_design"]


@dataclass(frozen=True)
class Replayed:
    """The result of a replay."""

    probes: int
    hits: int
    found: NDArray[np.uint64]
    """For each operation, the second word of the entry found by a probe, else 0."""
    stats: TableStats

    @property
    def hit_rate(self) -> float:
        return self.hits / self.probes if self.probes else 0.0


def replay_design(trace: Trace, design: Design, size: float) -> int:
    """Returns the hits of a trace in a table of another design with `size` bytes."""
    found = np.zeros(len(trace), np.uint64)
    keys, words = (np.ascontiguousarray(column, np.uint64) for column in (trace.keys, trace.words))
    with design.open(size) as hosted:
        _lab.replay(hosted.table, keys, words, found)
    return int((found != 0).sum())


def replay(trace: Trace, table: dict[str, Any] | None = None, statistics: bool = False) -> Replayed:
    """Replays a trace in a new table with these settings, by default those of the recording.

    The search does not react: with other hits it would have stored other entries. A replay compares how long
    tables remember, not how well engines play.
    """
    settings: dict[str, Any] = trace.about.get("table", {}) if table is None else table
    target = TranspositionTable(TableConfig(**settings), statistics=statistics)
    found = np.zeros(len(trace), np.uint64)
    keys, words = (np.ascontiguousarray(column, np.uint64) for column in (trace.keys, trace.words))
    _lab.replay(target, keys, words, found)
    return Replayed(trace.probes, int((found != 0).sum()), found, target.stats)
