"""How far the table of a recorded search was from one that knows the future."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from .belady import belady, intervals
from .trace import Trace

if TYPE_CHECKING:
    from ...recording import Recording

__all__ = ["Regret", "regret", "trace_of"]


@dataclass(frozen=True)
class Regret:
    """Hits of a search on what it stored itself, and the most that any replacement policy could have."""

    hits: int
    best: int
    """The hits of Belady's optimum with the same size and layout."""

    @property
    def missed(self) -> int:
        """Hits that another choice of victims would have had."""
        return self.best - self.hits

    @property
    def share(self) -> float:
        """Hits as a share of the optimum.

        >>> Regret(90, 100).share, Regret(90, 100).missed
        (0.9, 10)
        """
        return self.hits / self.best if self.best else 1.0


def trace_of(recording: Recording) -> Trace:
    """Returns the probes and stores of a recorded search as a trace, to replay on other tables.

    >>> from tabiya import Engine, chess
    >>> result = Engine(hash_mb=4).search(chess.Board(), depth=5, record=10_000)
    >>> trace = trace_of(result.recording)
    >>> trace.stores == result.stats["stores"]
    True
    """
    if recording.dropped_operations:
        raise ValueError(
            f"the recording has dropped {recording.dropped_operations:,} probes and stores: "
            f"record more than {recording.capacity:,} visits"
        )
    about = {"game": recording.spec.name, "table": asdict(recording.table_config)}
    columns = recording.operations
    return Trace(columns["key"].copy(), columns["word"].copy(), about)


def regret(recording: Recording) -> Regret:
    """Compares a recorded search with Belady's optimum on its own trace.

    Hits on entries of earlier searches are left out on both sides: no choice of this search made them. A
    second tier is left out too.
    """
    trace = trace_of(recording)
    _, ends, _ = intervals(trace)
    hits = int(np.count_nonzero(trace.words[ends] == 1))
    return Regret(hits, belady(trace))
