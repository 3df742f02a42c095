"""Measures self-play in the style of AlphaZero: a tree in six dicts vs a table of a tenth of their memory."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path

from ..timing import BenchRow

__all__ = ["self_play"]

EXAMPLE = Path(__file__).parents[4] / "examples" / "alpha_zero_style.py"


def self_play(quick: bool) -> Iterator[BenchRow]:
    """The trees of ``examples/alpha_zero_style.py``. Without a source tree there is nothing to measure."""
    if not EXAMPLE.exists():
        return
    games, simulations, rounds = (2, 60, 3) if quick else (5, 200, 5)
    found = runpy.run_path(str(EXAMPLE))["compare"](games, simulations, rounds)
    yield from _rows("self-play, memory of a tree", "bytes", found.dict_bytes, found.table_bytes, 0.1)
    seconds = found.dict_seconds, found.table_seconds
    yield from _rows("self-play, time per move", "ms", 1000 * seconds[0], 1000 * seconds[1], 1.0)


def _rows(group: str, unit: str, before: float, after: float, target: float) -> Iterator[BenchRow]:
    yield BenchRow(group, "six dicts", before, unit, 1.0)
    yield BenchRow(group, "one table", after, unit, after / before, target)
