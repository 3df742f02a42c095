"""What a comparison will take: nodes that fill the tables, seconds, and games for the wanted interval."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ...games.openings import Opening
from ...table.config import TableConfig
from ...table.transposition import TranspositionTable
from ..designs import Design
from ..own_policy import is_own
from .answer import DesignResult
from .measure import comparable_engine, room_for
from .question import Question

__all__ = ["FILLS", "LEAST_LOAD", "SearchPace", "largest_room", "seconds_text", "units_needed"]

FILLS = 2.0
"""Nodes are chosen so that the searches would fill the largest table this many times."""
LEAST_LOAD = 1.0
"""A table with more room than the searches fill is hardly tested: below this load there is a warning."""
SAMPLE_NODES = 15_000
REPEATED, FORGETTING = 0.9, 1.15
"""Nodes to the depth that a number of nodes completes, and how many more a small table takes; roughly."""
OWN = 6
"""A search with a policy in Python takes about this many times as long."""
START = 1.0
"""Seconds until workers are ready."""


@dataclass(frozen=True)
class SearchPace:
    """How fast a game's search is here, and how fast it fills a table. Estimates from one short search."""

    nodes_per_second: float
    entries_per_node: float

    @classmethod
    def of(cls, game: str, position: str, switches: dict[str, Any] | None = None) -> SearchPace:
        """Measures it on one position."""
        engine = comparable_engine(game, switches)
        board = Opening.parse(position, game).board(game)
        with TranspositionTable(TableConfig(entries=room_for(SAMPLE_NODES))) as table:
            engine.table = table
            begin = time.perf_counter()
            nodes = engine.search(board, nodes=SAMPLE_NODES).nodes
            seconds = time.perf_counter() - begin
            filled = len(table)
            engine.table = None
        return cls(nodes / max(seconds, 1e-6), max(filled, 1) / max(nodes, 1))

    def nodes_to_fill(self, slots: float, moves: int, fills: float = FILLS) -> int:
        """Returns the nodes per move with which a game fills this many slots, rounded up to two digits.

        >>> SearchPace(1e6, 0.5).nodes_to_fill(1_000_000, moves=4)
        1000000
        """
        return round_up(fills * slots / (self.entries_per_node * moves))

    def load(self, slots: float, moves: int, nodes: int) -> float:
        """Returns what the searches fill, relative to `slots`."""
        return self.entries_per_node * moves * nodes / slots

    def seconds(self, question: Question, units: int, workers: int) -> float:
        """Estimates the time for a number of games or positions."""
        slow = (OWN if is_own(Design.parse(text).policy) else 1 for text in question.designs)
        runs = sum(slow) * len(question.memories) * question.seeds
        passes = 1 + REPEATED * (1 + FORGETTING * runs)
        nodes = units * question.moves * question.nodes * passes
        return START + nodes / self.nodes_per_second / max(1, min(workers, units))


def largest_room(designs: Sequence[str], megabytes: float) -> int:
    """Returns the entries of the design that has most of them in a memory size."""
    return max(Design.parse(text).entries(megabytes * 2**20) for text in designs)


def units_needed(rows: Iterable[DesignResult], margin: float) -> tuple[int, DesignResult] | None:
    """Estimates how many units make the widest interval as narrow as the margin, and of which row it is.

    The width goes with the square root of the sample. None if no row has an interval.
    """
    found = []
    for row in rows:
        if row.verdict != "baseline" and row.positions > 1 and 0 < row.low < row.high < math.inf:
            half = math.log(row.high / row.low) / 2
            found.append((math.ceil(row.positions * (half / math.log1p(margin)) ** 2), row))
    return max(found, key=lambda pair: pair[0], default=None) if margin > 0 else None


def round_up(value: float) -> int:
    """Rounds up to two digits.

    >>> round_up(123_456), round_up(0.2)
    (130000, 1)
    """
    whole = max(1, math.ceil(value))
    step: int = 10 ** max(0, len(str(whole)) - 2)
    return -(-whole // step) * step


def seconds_text(seconds: float) -> str:
    """
    >>> [seconds_text(value) for value in (0.3, 42, 300, 9000)]
    ['1 s', '42 s', '5 min', '2.5 h']
    """
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
